import { setTimeout } from 'node:timers/promises';
import { vectorPatienceMilliseconds, type Embeddings, type Nearest } from '../../domain/ports/model.ts';
import { isFinal } from '../../domain/ports/errors.ts';
import { rankByWords } from '../../domain/search/rank-by-words.ts';
import { fuseRanks } from '../../domain/search/fuse-ranks.ts';
import { setBounded } from '../../domain/values/bounded.ts';

/** Of 384 numbers each, 6 MB. */
const maxRemembered = 4_000;
/** Texts below it have little in common (for all-MiniLM-L6-v2). */
const leastCosine = 0.5;

/** By words, and by vectors as far as they come in time. Vectors are remembered by this process alone. */
export function createNearest(embeddings: Embeddings | null): Nearest {
  const vectors = new Map<string, Float32Array>();

  const vectorsOf = async (model: Embeddings, texts: readonly string[]): Promise<void> => {
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    for (let from = 0; from < missing.length; from += model.textsAtOnce) {
      const some = missing.slice(from, from + model.textsAtOnce);
      const made = await model.embed(some).catch((error: unknown) => {
        if (!isFinal(error)) throw error;
        return null;
      });
      for (const [at, text] of some.entries()) {
        const vector = made ? made[at] : await model.embed([text]).then(([one]) => one, ifFinal);
        // A text that cannot be embedded is remembered as one without a vector, and keeps no other from its own.
        setBounded(vectors, { key: text, value: vector ?? new Float32Array(), max: maxRemembered });
      }
    }
  };

  /** One corpus at a time, so that many questions together embed nothing twice. */
  let filling: Promise<void> | null = null;
  const fill = (model: Embeddings, corpus: readonly string[]): Promise<void> =>
    (filling ??= vectorsOf(model, corpus)
      .catch(() => {})
      .finally(() => {
        filling = null;
      }));

  const rankByVectors = async (text: string, corpus: readonly string[]): Promise<readonly number[]> => {
    if (!embeddings || corpus.length === 0) return [];
    // What comes too late is there for the next question.
    const late = setTimeout(vectorPatienceMilliseconds, null, { ref: false });
    const embedded = embeddings.embed([text]).catch(() => []);
    const [queryVector] = (await Promise.race([embedded, late])) ?? [];
    if (!queryVector) return [];
    await Promise.race([fill(embeddings, corpus), late]);
    return corpus
      .map((other, at) => ({ at, cosine: cosineOf(queryVector, vectors.get(other)) }))
      .filter(({ cosine }) => cosine >= leastCosine)
      .toSorted((a, b) => b.cosine - a.cosine)
      .map(({ at }) => at);
  };

  return async (text, corpus) => {
    const rankings = [rankByWords(text, corpus), await rankByVectors(text, corpus)];
    return fuseRanks(rankings.map((ranking) => ranking.map(String))).map(Number);
  };
}

function ifFinal(error: unknown): undefined {
  if (!isFinal(error)) throw error;
}

const cosineOf = (one: Float32Array, other: Float32Array = new Float32Array()): number =>
  one.length === other.length ? one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) : 0;
