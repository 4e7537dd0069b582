import { fitTogether, partsWithin, rankParts, type Part, type Room } from '../search/best-parts.ts';
import { formatNewestFirst, formatTopic, parseTopic } from '../team/qa-blocks.ts';
import type { QaPair } from '../team/qa-pair.ts';
import { openFence } from './headings.ts';
import { sectionsOf, type DocumentSection } from './sections.ts';
import { isTeamSource } from '../team/topic-slug.ts';

/** Excerpts of sources that are too long together: sections of documents and pairs of topics. */

interface Source {
  /** A topic's id begins with `team:`. */
  readonly sourceId: string;
  readonly text: string;
}

/** How many of the best sections are taken before each other source gets one. */
const firstOfAll = 3;

/** Whole sources if they fit, otherwise their best sections and pairs for the query. A topic's newest pair comes first. */
export function bestExcerpts<S extends Source>(
  sources: readonly S[],
  { query, ...room }: Room & { readonly query: string },
): readonly S[] {
  return excerpts(sources, room, (parts) => {
    const ranked = rankParts(parts)(query);
    const bestOfEach = sources.map((_, source) => ranked.find((at) => parts[at]?.source === source));
    return [...ranked.slice(0, firstOfAll), ...bestOfEach.filter((at) => at !== undefined), ...ranked];
  });
}

/**
 * Returns the support of a draft: for each of its lines and sentences the section or pair that holds most of it, then
 * their neighbours, then whatever fits the question. Sources stay whole if they fit.
 */
export function supportingExcerpts<S extends Source>(
  sources: readonly S[],
  { draft, question, ...room }: Room & { readonly draft: string; readonly question: string },
): readonly S[] {
  return excerpts(sources, room, (parts) => {
    const rank = rankParts(parts);
    const statements = draft.split(/\n+|(?<=[.!?。])\s+/u).filter((text) => /[\p{L}\p{N}]/u.test(text));
    const cited = statements.flatMap((statement) => rank(statement)[0] ?? []);
    const beside = cited
      .flatMap((at) => [at + 1, at - 1].map((other) => ({ at, other })))
      .filter(({ at, other }) => parts[at]?.source === parts[other]?.source)
      .map(({ other }) => other);
    return [...cited, ...beside, ...rank(`${question}\n${draft}`)];
  });
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

interface SourcePart extends Part {
  /** The index of its source. */
  readonly source: number;
}

type SectionPart = ReturnType<typeof documentParts>[number] & SourcePart;
type PairPart = ReturnType<typeof pairPart> & SourcePart;

function excerpts<S extends Source>(
  sources: readonly S[],
  room: Room,
  rank: (parts: readonly SourcePart[]) => Iterable<number>,
): readonly S[] {
  const texts = sources.map(({ text }) => text);
  if (fitTogether(texts, room)) return sources.map(newestFirst);
  const parts = sources.flatMap((one, source): readonly (SectionPart | PairPart)[] =>
    isTeamSource(one.sourceId)
      ? parseTopic(one.text).pairs.map((pair) => ({ ...pairPart(pair), source }))
      : documentParts(one.text).map((part) => ({ ...part, source })),
  );
  const countTokens = (text: string): number => room.countTokens(text) + tokensBeside;
  const chosen = partsWithin(parts, { ranked: rank(parts), maxTokens: room.maxTokens, countTokens });
  return sources.flatMap((source, number) => {
    const ownParts = chosen.filter((part) => part.source === number);
    if (ownParts.length === 0) return [];
    const pairs = ownParts.flatMap((part) => ('pair' in part ? [part.pair] : []));
    const sections = ownParts.filter((part) => 'headings' in part);
    return [{ ...source, text: pairs.length > 0 ? formatNewestFirst(pairs) : joined(sections) }];
  });
}

function newestFirst<S extends Source>(source: S): S {
  const pairs = isTeamSource(source.sourceId) ? parseTopic(source.text).pairs : [];
  return pairs.length > 1 ? { ...source, text: formatNewestFirst(pairs) } : source;
}

const pairPart = (pair: QaPair) => ({ pair, about: '', text: formatTopic([pair]) });

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
const joined = (chosen: readonly SectionPart[]): string =>
  chosen
    .map((part, n) => {
      const [before, after] = [chosen[n - 1], chosen[n + 1]];
      const end = part.endsIn === null || after?.at === part.at + 1 ? '' : `\n${part.endsIn}`;
      if (before?.at === part.at - 1) return part.text + end;
      const text = part.beginsIn === null ? part.text : `${part.beginsIn}\n${part.text}`;
      return `${leftOutMark}\n\n${underHeadings({ ...part, text }, before)}${end}`;
    })
    .join('\n');

/** Marks omitted text. */
export const leftOutMark = '[…]';

/** The section, below those of its headings that the section before it did not have. */
function underHeadings({ headings, text }: DocumentSection, before: DocumentSection | undefined): string {
  const heading = headings.at(-1) ?? '';
  const isShown = heading !== '' && (text.split('\n', 1)[0] ?? '').includes(heading);
  const above = isShown ? headings.slice(0, -1) : headings;
  const lines = above.flatMap((title, at) =>
    before?.headings[at] === title ? [] : `${'#'.repeat(Math.min(at + 1, 6))} ${title}`,
  );
  return [...lines, text].join('\n');
}
