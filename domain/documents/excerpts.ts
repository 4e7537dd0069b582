import { fitTogether, partsWithin, rankParts, type Room } from '../search/best-parts.ts';
import { formatNewestFirst, formatTopic, parseTopic } from '../team/qa-blocks.ts';
import type { QaPair } from '../team/qa-pair.ts';
import { openFence, plainHeading } from './headings.ts';
import { aloneText, sectionsOf, type DocumentSection } from './sections.ts';
import { isTeamSource } from '../team/topic-slug.ts';
import { rememberingEach } from '../values/bounded.ts';
import { holdsWords, shortenedTo } from '../values/text.ts';

/** Excerpts of sources that are too long together: sections of documents and pairs of topics. */

interface Source {
  /** A topic's id begins with `team:`. */
  readonly sourceId: string;
  readonly text: string;
}

/** A warning at the head of a page, such as that it is about a beta, holds for all of its sections. */
const warning = /^\s*\*\*(?:warning|danger|caution|attention)\b|^>\s*\[!(?:warning|caution)\]/imu;

/** How many sections of the last answer stay. */
const mostOfLast = 3;

/** A source of which a prompt shows parts: the numbers of its sections or pairs, or null for the whole. */
export interface Excerpt {
  readonly sourceId: string;
  readonly parts: readonly number[] | null;
}

/**
 * Whole sources if they fit, otherwise their best sections and pairs for the query, without those that are shown already. A
 * topic's newest pair comes first.
 */
export function bestExcerpts<S extends Source>(
  sources: readonly S[],
  {
    query,
    lastAnswer = '',
    found = null,
    shown = [],
    ...room
  }: Room & {
    readonly query: string;
    /** What a follow-up goes on about: the sections that it came from stay. */
    readonly lastAnswer?: string;
    /** The headings of the section that a search found, which comes first. */
    readonly found?: readonly string[] | null;
    readonly shown?: readonly Excerpt[];
  },
): readonly (S & Excerpt)[] {
  const texts = sources.map(({ text }) => text);
  if (fitTogether(texts, room)) return sources.map((source) => ({ ...newestFirst(source), parts: null }));
  const parts = sources.flatMap((one, source) => partsOf(one).map((part) => ({ ...part, source })));
  const isShown = ({ source, at }: SourcePart): boolean =>
    shown.some(({ sourceId, parts: own }) => sourceId === sources[source]?.sourceId && own?.includes(at));
  const rank = rankParts(parts);
  const rankedBy = (text: string) => rank(text).filter((at) => !parts[at] || !isShown(parts[at]));
  const ranked = rankedBy(query);
  const ofLast = lastAnswer === '' ? [] : rankedBy(lastAnswer).slice(0, mostOfLast);
  const bestOfEach = sources.map((_, source) => ranked.find((at) => parts[at]?.source === source));
  const about = found?.join('\n');
  const inOrder = [
    ...ranked.filter((at) => about !== undefined && parts[at]?.about === about),
    ...bestOfEach.filter((at) => at !== undefined),
    ...ofLast,
    ...ranked.filter((at) => parts[at]?.at === 0 && warning.test(parts[at].text)),
    // A section that is too long for one part goes on in the next.
    ...ranked.flatMap((at) => [at, ...(goesOn(parts[at], parts[at + 1]) ? [at + 1] : [])]),
  ];
  const countTokens = (text: string): number => room.countTokens(text) + tokensBeside;
  const chosen = partsWithin(parts, { ranked: inOrder, maxTokens: room.maxTokens, countTokens });
  return sources.flatMap((source, number) => {
    const ownParts = chosen.filter((part) => part.source === number);
    if (ownParts.length === 0) return [];
    return [{ ...source, text: textOf(source, ownParts), parts: ownParts.map(({ at }) => at) }];
  });
}

const goesOn = (part: SourcePart | undefined, next: SourcePart | undefined): boolean =>
  part !== undefined &&
  next !== undefined &&
  part.source === next.source &&
  part.about !== '' &&
  part.about === next.about;

/** The headings of the section that has most in common with a text, outermost first. */
export function nearestHeadings(source: Source, text: string): readonly string[] {
  const parts = partsOf(source);
  const nearest = parts[rankParts(parts)(text)[0] ?? 0];
  return nearest && 'headings' in nearest ? nearest.headings : [];
}

/** The part of a source that holds a snippet of it: under these headings, and with its first words, as far as one is. */
export function excerptHolding<S extends Source>(
  source: S,
  { headings, snippet }: { readonly headings: readonly string[]; readonly snippet: string },
): S & Excerpt {
  const sourceParts = partsOf(source);
  const ranked = rankParts(sourceParts)(snippet).flatMap((at) => sourceParts[at] ?? []);
  const under = ranked.filter(({ about }) => about === headings.join('\n'));
  const beginning = snippet.split(' ', 8).join(' ');
  const part = under.find(({ text }) => holdsWords(text, beginning)) ?? under[0] ?? ranked[0];
  const parts = part ? [part.at] : [];
  return { ...source, text: textOf(source, partsShown(source, [{ ...source, parts }])), parts };
}

/** What the excerpts of a source show together: the whole, or their parts in the order of the source. Null if none is of it. */
export function shownOf<S extends Source>(source: S, excerpts: readonly Excerpt[]): S | null {
  const ownExcerpts = excerpts.filter(({ sourceId }) => sourceId === source.sourceId);
  if (ownExcerpts.length === 0) return null;
  if (ownExcerpts.some(({ parts }) => parts === null)) return newestFirst(source);
  return { ...source, text: textOf(source, partsShown(source, ownExcerpts)) };
}

/** The sections or pairs of a source that the excerpts show, by default all. */
export function partsShown(source: Source, excerpts: readonly Excerpt[] | null = null) {
  const ownExcerpts = excerpts?.filter(({ sourceId }) => sourceId === source.sourceId);
  const shownParts = new Set(ownExcerpts?.flatMap(({ parts }) => parts ?? []));
  const isWhole = ownExcerpts?.some(({ parts }) => parts === null) ?? true;
  return partsOf(source).filter(({ at }) => isWhole || shownParts.has(at));
}

export const likeliestPairs = (
  pairs: readonly QaPair[],
  { query, maxPairs, ...room }: Room & { readonly query: string; readonly maxPairs: number },
): readonly QaPair[] => {
  const parts = pairs.map(pairPart);
  const ranked = rankParts(parts)(query).slice(0, maxPairs);
  return partsWithin(parts, { ranked, ...room }).map(({ pair }) => pair);
};

/** Room for the mark of omitted text and for the headings above a section. */
const tokensBeside = 40;

type SectionPart = ReturnType<typeof documentParts>[number];
type PairPart = ReturnType<typeof pairPart>;
type SourcePart = (SectionPart | PairPart) & {
  /** The index of its source. */
  readonly source: number;
};

/** Of each source once: generation, tools and verification ask for the same. */
const partsOf = rememberingEach(({ sourceId, text }: Source): readonly (SectionPart | PairPart)[] =>
  isTeamSource(sourceId) ? parseTopic(text).pairs.map(pairPart) : documentParts(text),
);

/** What some parts of a source show, with marks where others of it are left out. */
function textOf(source: Source, shownParts: readonly (SectionPart | PairPart)[]): string {
  const pairs = shownParts.flatMap((part) => ('pair' in part ? [part.pair] : []));
  if (pairs.length > 0) return formatNewestFirst(pairs);
  const sections = (parts: readonly (SectionPart | PairPart)[]) => parts.filter((part) => 'headings' in part);
  return joined(sections(shownParts), sections(partsOf(source)));
}

function newestFirst<S extends Source>(source: S): S {
  const parts = isTeamSource(source.sourceId) ? partsOf(source) : [];
  return parts.length > 1 ? { ...source, text: textOf(source, parts) } : source;
}

const pairPart = (pair: QaPair, at: number) => ({ pair, at, about: '', text: formatTopic([pair]) });

/** The sections of a document, with the code fences open at both ends, so that cut blocks can be closed and reopened. */
function documentParts(document: string) {
  let open: string | null = null;
  return sectionsOf(document).map((section, at) => {
    const beginsIn = open;
    open = openFence(section.text, open);
    return { ...section, at, about: section.headings.join('\n'), beginsIn, endsIn: open };
  });
}

/** Joins sections in order, each under its headings, with a mark where text was omitted. */
function joined(chosen: readonly SectionPart[], all: readonly SectionPart[]): string {
  const texts = chosen.map((part, n) => {
    const [before, after] = [chosen[n - 1], chosen[n + 1]];
    const end = part.endsIn === null || after?.at === part.at + 1 ? '' : `\n${part.endsIn}`;
    const last = before?.at ?? -1;
    if (last === part.at - 1) return part.text + end;
    const text = part.beginsIn === null ? aloneText(part) : `${part.beginsIn}\n${part.text}`;
    const mark = leftOutMark(all.slice(last + 1, part.at));
    return `${mark}\n\n${underHeadings({ ...part, text }, before)}${end}`;
  });
  const rest = all.slice((chosen.at(-1)?.at ?? -1) + 1);
  return [...texts, ...(rest.length > 0 ? [leftOutMark(rest)] : [])].join('\n');
}

/** A mark has eighty tokens at most. */
const maxMarkChars = 320;

/** A line that `leftOutMark` has made, which is no word of a source. */
export const leftOutLine = /^\[…(?: [^\n]*)?\]$/gmu;

/** Marks omitted text, and names its headings, so that a model can ask for it: where they are too many, the outermost. */
function leftOutMark(omitted: readonly SectionPart[]): string {
  const headings = new Map(omitted.map(({ headings: path }) => [path.at(-1) ?? '', path.length]));
  headings.delete('');
  let room = maxMarkChars;
  const byDepth = [...headings].toSorted(([, one], [, other]) => one - other).map(([heading]) => heading);
  const named = new Set(byDepth.filter((heading) => (room -= Math.min(heading.length, 60) + 2) >= 0));
  const texts = [...headings.keys()]
    .filter((heading) => named.has(heading))
    .map((heading) => shortenedTo(heading, 60));
  return `[… ${[...texts, ...(named.size < headings.size ? ['…'] : [])].join(', ')}`.trimEnd() + ']';
}

/** The section, below those of its headings that the section before it did not have. */
function underHeadings({ headings, text }: DocumentSection, before: DocumentSection | undefined): string {
  const heading = headings.at(-1) ?? '';
  const isShown = heading !== '' && plainHeading(text.split('\n', 1)[0] ?? '').includes(heading);
  const above = isShown ? headings.slice(0, -1) : headings;
  const lines = above.flatMap((title, at) =>
    before?.headings[at] === title ? [] : `${'#'.repeat(Math.min(at + 1, 6))} ${title}`,
  );
  return [...lines, text].join('\n');
}
