import { expect, it } from 'vitest';
import { createVectorMemory, toBytes } from './vector-memory.ts';

/** The same numbers in every run (Mulberry32), about as a normal distribution has them. */
function seeded(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => next() + next() + next() + next() - 2;
}

const random = seeded(1);
const vector = (near?: Float32Array) => {
  const values = Float32Array.from(
    { length: 384 },
    (_, at) => random() + 1.2 * (near?.[at] ?? 0) * Math.sqrt(384),
  );
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
};

it('finds the nearest of thousands, in order, as comparing with each would', () => {
  const memory = createVectorMemory();
  const query = vector();
  const vectors = Array.from({ length: 5_000 }, (_, at) => vector(at % 100 === 0 ? query : undefined));
  for (const one of vectors) memory.add(toBytes(one));
  const of = Int32Array.from(vectors, (_, at) => at);
  const cosines = vectors.map((one) => one.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0));
  const exact = [...cosines.keys()].toSorted((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0)).slice(0, 10);
  const found = memory.nearest(query, of, 10);
  expect(found.filter(({ at }) => exact.includes(at)).length).toBeGreaterThanOrEqual(9);
  expect(found[0]?.cosine).toBeCloseTo(cosines[found[0]?.at ?? 0] ?? 0, 2);
  expect(found.map(({ cosine }) => cosine)).toEqual(
    found.map(({ cosine }) => cosine).toSorted((a, b) => b - a),
  );
});

it('passes over what has no vector, and finds nothing with a vector of another length', () => {
  const memory = createVectorMemory();
  const one = vector();
  memory.add(toBytes(one));
  expect(memory.nearest(one, Int32Array.of(-1, 0, -1), 5).map(({ at }) => at)).toEqual([1]);
  expect(memory.nearest(new Float32Array(3), Int32Array.of(0), 5)).toEqual([]);
});
