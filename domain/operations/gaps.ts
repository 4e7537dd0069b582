import { gapKinds, type GapKind } from '../models/decisions.ts';
import type { Citation } from '../reply/reply-record.ts';
import { collapseWhitespace, countOf } from '../values/text.ts';
import type { AskedQuestion } from './group-questions.ts';

/** What a person has made of a gap. `done`: the documents cover it now. */
export type GapResolution = 'drafted' | 'dismissed' | 'done';

type GapState = 'open' | 'drafted' | 'dismissed' | 'closed';

export interface GapQuestion extends AskedQuestion {
  /** The kind at the time of filing. */
  readonly kind: GapKind;
  /** When Steward last tried to answer it, for the member or again because its retrieved sources had changed. RFC 3339, UTC. */
  readonly lastAskedAt: string;
  /** What answers it now; null if nothing does. */
  readonly answeredBy: 'documents' | 'team' | null;
}

type Page = Pick<Citation, 'sourceId' | 'title' | 'url'>;

/** A gap of the documents, shown by members' questions. */
export interface Gap {
  readonly id: string;
  readonly name: string;
  readonly kind: GapKind;
  readonly state: GapState;
  /** The number of distinct people. */
  readonly askers: number;
  /** In the order of asking. */
  readonly questions: readonly GapQuestion[];
  /** The pages nearest to its questions, most frequent first, at most five. */
  readonly pages: readonly Page[];
}

const maxPages = 5;

export function gapOf({
  id,
  name,
  resolution,
  resolvedAt,
  questions,
  nearest,
}: {
  readonly id: string;
  readonly name: string;
  readonly resolution: GapResolution | null;
  readonly resolvedAt: string | null;
  readonly questions: readonly GapQuestion[];
  /** The nearest pages of all its questions, concatenated. */
  readonly nearest: readonly Page[];
}): Gap {
  const pages = [...Map.groupBy(nearest, ({ sourceId }) => sourceId).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([page]) => page ?? []);
  return {
    id,
    name,
    kind: kindOf(questions),
    state: stateOf({ resolution, resolvedAt, questions }),
    askers: new Set(questions.map(({ authorId }) => authorId)).size,
    questions,
    pages: pages.slice(0, maxPages),
  };
}

/** The name as a title: models name gaps like files, in small letters with hyphens. */
export function gapTitle(name: string): string {
  const text = collapseWhitespace(name.replaceAll('-', ' ')) || 'untitled';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sorts by the number of askers, then by the latest question. */
export const byWeight = (a: Gap, b: Gap): number =>
  b.askers - a.askers || (lastAsked(a) < lastAsked(b) ? 1 : -1);

const lastAsked = ({ questions }: Gap): string => questions.at(-1)?.createdAt ?? '';

export const isToFill = ({ state }: Pick<Gap, 'state'>): boolean => state === 'open' || state === 'drafted';

const kindTexts: Readonly<Record<GapKind, string>> = {
  uncovered: 'no page covers it',
  missed: 'a page covers it and was missed',
  team: 'only the team has answered it',
};

export const kindText = ({ kind }: Pick<Gap, 'kind'>): string => kindTexts[kind];

/** One line for the team, with a link to the latest question. */
export function gapLine(gap: Gap): string {
  const link = gap.questions.flatMap((question) => question.link ?? []).at(-1);
  const asked = `${countOf(gap.askers, 'asker')}, ${countOf(gap.questions.length, 'question')}`;
  const state = gap.state === 'open' ? '' : `, ${gap.state}`;
  return `**${gap.name}**: ${asked} (${kindText(gap)}${state})${link === undefined ? '' : ` <${link}>`}`;
}

/** A gap marked as done reopens with the next question. A gap is closed while Steward can answer all its questions. */
function stateOf({
  resolution,
  resolvedAt,
  questions,
}: {
  readonly resolution: GapResolution | null;
  readonly resolvedAt: string | null;
  readonly questions: readonly GapQuestion[];
}): GapState {
  if (resolution === 'dismissed') return 'dismissed';
  const waits = questions.filter(({ answeredBy }) => answeredBy === null);
  if (waits.length === 0) return 'closed';
  if (resolution === 'done' && waits.every(({ createdAt }) => createdAt <= (resolvedAt ?? '')))
    return 'closed';
  return resolution === 'drafted' ? 'drafted' : 'open';
}

/** The most frequent kind of its open questions. Without any: `team` if the team answers one, otherwise the most frequent kind of all. */
function kindOf(questions: readonly GapQuestion[]): GapKind {
  const open = questions.filter(({ answeredBy }) => answeredBy === null);
  if (open.length === 0 && questions.some(({ answeredBy }) => answeredBy === 'team')) return 'team';
  const asked = open.length > 0 ? open : questions;
  const counted = gapKinds.map((kind) => ({
    kind,
    count: asked.filter((question) => question.kind === kind).length,
  }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.kind ?? 'uncovered';
}
