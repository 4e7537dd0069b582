import type { Citation } from '../reply/reply-record.ts';
import { countOf } from '../values/text.ts';
import type { AskedQuestion } from './group-questions.ts';

/** `uncovered`: no page answers it. `missed`: a page does, and was not found or not understood. `team`: only the team has said it. */
export const gapKinds = ['uncovered', 'missed', 'team'] as const;

export type GapKind = (typeof gapKinds)[number];

/** What a person says of a gap. `done`: the documents say it now. */
export type GapDecision = 'drafted' | 'dismissed' | 'done';

type GapState = 'open' | 'drafted' | 'dismissed' | 'closed';

export interface GapQuestion extends AskedQuestion {
  /** As it was filed. */
  readonly kind: GapKind;
  /** When Steward was asked it last: by the member, or again because what it retrieves had changed. RFC 3339, UTC. */
  readonly lastAskedAt: string;
  /** What answers it now; null: nothing does. */
  readonly answeredBy: 'documents' | 'team' | null;
}

type Page = Pick<Citation, 'sourceId' | 'title' | 'url'>;

/** What the documents lack, as the questions of members show it. */
export interface Gap {
  readonly id: string;
  readonly name: string;
  readonly kind: GapKind;
  readonly state: GapState;
  /** Distinct people. */
  readonly askers: number;
  /** In the order of asking. */
  readonly questions: readonly GapQuestion[];
  /** What came nearest to its questions, the most frequent first, at most five. */
  readonly pages: readonly Page[];
}

const maxPages = 5;

export function gapOf({
  id,
  name,
  decision,
  decidedAt,
  questions,
  nearest,
}: {
  readonly id: string;
  readonly name: string;
  readonly decision: GapDecision | null;
  readonly decidedAt: string | null;
  readonly questions: readonly GapQuestion[];
  /** Of all its questions, one after the other. */
  readonly nearest: readonly Page[];
}): Gap {
  const pages = [...Map.groupBy(nearest, ({ sourceId }) => sourceId).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([page]) => page ?? []);
  return {
    id,
    name,
    kind: kindOf(questions),
    state: stateOf({ decision, decidedAt, questions }),
    askers: new Set(questions.map(({ authorId }) => authorId)).size,
    questions,
    pages: pages.slice(0, maxPages),
  };
}

/** Those that count most: by their askers, then the latest. */
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

/** One line for the team, with the latest question's link. */
export function gapLine(gap: Gap): string {
  const link = gap.questions.flatMap((question) => question.link ?? []).at(-1);
  const asked = `${countOf(gap.askers, 'asker')}, ${countOf(gap.questions.length, 'question')}`;
  const state = gap.state === 'open' ? '' : `, ${gap.state}`;
  return `**${gap.name}**: ${asked} (${kindText(gap)}${state})${link === undefined ? '' : ` <${link}>`}`;
}

/** A gap that a person called done opens again with the next question; one that Steward answers now is closed until it does not. */
function stateOf({
  decision,
  decidedAt,
  questions,
}: {
  readonly decision: GapDecision | null;
  readonly decidedAt: string | null;
  readonly questions: readonly GapQuestion[];
}): GapState {
  if (decision === 'dismissed') return 'dismissed';
  const waits = questions.filter(({ answeredBy }) => answeredBy === null);
  if (waits.length === 0) return 'closed';
  if (decision === 'done' && waits.every(({ createdAt }) => createdAt <= (decidedAt ?? ''))) return 'closed';
  return decision === 'drafted' ? 'drafted' : 'open';
}

/** What the team alone answers the documents lack, whatever it was filed as; else what most of its questions were filed as. */
function kindOf(questions: readonly GapQuestion[]): GapKind {
  const answers = questions.map(({ answeredBy }) => answeredBy);
  if (answers.includes('team') && !answers.includes('documents')) return 'team';
  const counted = gapKinds.map((kind) => ({
    kind,
    count: questions.filter((question) => question.kind === kind).length,
  }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.kind ?? 'uncovered';
}
