import { queryTerms } from '../search/search-terms.ts';

export interface ComparedQuestion {
  readonly text: string;
  /** Ids of the documents that a search for it found, best first. */
  readonly found: readonly string[];
  /** Null if there are no vectors now. */
  readonly vector: Float32Array | null;
}

export interface ComparedGap {
  readonly questions: readonly ComparedQuestion[];
}

/** The first line of a gap's text in a prompt if the question is near it. */
export const nearLine = 'Near to the question.';

/**
 * From this likeness on a question is near a gap. Of .01 to .2 these values gave the best pairwise F1 on the sections of
 * Python's and Perl's FAQs; Git's, Django's and fetchmail's were only measured.
 */
const nearFrom = { vectors: 0.07, words: 0.03 } as const;

/**
 * Ranks gaps by their questions' likeness to a question, most similar first: half by the documents that a search finds,
 * weighted by rarity, half by vectors or, without them, by words. The mean of documents and of vectors is subtracted: what all
 * questions of a community have in common says nothing about any of them, and in a small library a search finds the same
 * pages for every question.
 */
export function rankGaps<Gap extends ComparedGap>(
  question: ComparedQuestion,
  gaps: readonly Gap[],
): readonly { readonly gap: Gap; readonly likeness: number; readonly isNear: boolean }[] {
  const all = [question, ...gaps.flatMap(({ questions }) => questions)];
  const vectors = all.flatMap(({ vector }) => vector ?? []);
  const by = vectors.length === all.length ? 'vectors' : 'words';
  const likeText = by === 'vectors' ? likeVector(vectors) : likeBag(weighed(all.map(wordsOf)));
  const likeDocuments = likeCentered(weighed(all.map(documentsOf)));
  let next = 1;
  return gaps
    .map((gap) => {
      let total = 0;
      for (const last = next + gap.questions.length; next < last; next += 1)
        total += (likeText(next) + likeDocuments(next)) / 2;
      const likeness = total / Math.max(gap.questions.length, 1);
      return { gap, likeness, isNear: likeness >= nearFrom[by] };
    })
    .toSorted((a, b) => b.likeness - a.likeness);
}

/** The cosine between the first item and the one at this position. */
type Likeness = (at: number) => number;

function likeVector(vectors: readonly Float32Array[]): Likeness {
  const mean = (vectors[0] ?? new Float32Array()).map(
    (_, axis) => vectors.reduce((sum, vector) => sum + (vector[axis] ?? 0), 0) / vectors.length,
  );
  const centered = vectors.map((vector) => {
    const moved = vector.map((value, axis) => value - (mean[axis] ?? 0));
    const length = Math.hypot(...moved) || 1;
    return moved.map((value) => value / length);
  });
  return (at) =>
    (centered[0] ?? new Float32Array()).reduce(
      (sum, value, axis) => sum + value * (centered[at]?.[axis] ?? 0),
      0,
    );
}

type Weights = ReadonlyMap<string, number>;

const wordsOf = ({ text }: ComparedQuestion): Weights => new Map(queryTerms(text).map((term) => [term, 1]));

const documentsOf = ({ found }: ComparedQuestion): Weights =>
  new Map(found.map((id, at) => [id, 1 / (1 + at / 5)]));

/** Weights by rarity, of unit length. */
function weighed(all: readonly Weights[]): readonly Weights[] {
  const holding = new Map<string, number>();
  for (const key of all.flatMap((weights) => [...weights.keys()]))
    holding.set(key, (holding.get(key) ?? 0) + 1);
  return all.map((weights) => {
    const scaled = [...weights].map(
      ([key, weight]) => [key, weight * Math.log(1 + all.length / (holding.get(key) ?? 1))] as const,
    );
    const length = Math.hypot(...scaled.map(([, weight]) => weight)) || 1;
    return new Map(scaled.map(([key, weight]) => [key, weight / length]));
  });
}

const likeBag =
  (all: readonly Weights[]): Likeness =>
  (at) =>
    dot(all[0], all[at]);

/** Like `likeVector`, without making the many zeros of such weights. Where nothing was found, nothing is alike. */
function likeCentered(all: readonly Weights[]): Likeness {
  const mean = new Map<string, number>();
  for (const [key, weight] of all.flatMap((weights) => [...weights]))
    mean.set(key, (mean.get(key) ?? 0) + weight / all.length);
  const ofMean = dot(mean, mean);
  const withMean = all.map((weights) => dot(weights, mean));
  const product = (one: number, other: number): number =>
    dot(all[one], all[other]) - (withMean[one] ?? 0) - (withMean[other] ?? 0) + ofMean;
  // If all find the same pages, only rounding errors are left.
  const lengths = all.map((_, at) => {
    const square = product(at, at);
    return square > 1e-9 ? Math.sqrt(square) : Infinity;
  });
  const length = (at: number): number => lengths[at] ?? Infinity;
  return (at) => (all[0]?.size && all[at]?.size ? product(0, at) / (length(0) * length(at)) : 0);
}

function dot(one: Weights = new Map(), other: Weights = new Map()): number {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  return [...fewer].reduce((sum, [key, weight]) => sum + weight * (more.get(key) ?? 0), 0);
}
