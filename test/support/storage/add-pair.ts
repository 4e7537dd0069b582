import type { ChangeResult, Library, Insertion } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { QaPair, Settled } from '../../../domain/team/qa-pair.ts';

/** The settlement of an entry that touches no topic. */
export const skipped = ({ qaId }: Pick<QaPair, 'qaId'>): Settled => ({
  qaId,
  outcome: 'skipped',
  topic: null,
});

/** The insertion of a pair that opens its topic. */
export const firstOf = (
  slug: string,
  pair: QaPair,
  over: Partial<Pick<Insertion, 'generation' | 'captured'>> = {},
): Insertion => ({
  generation: 1,
  settle: { qaId: pair.qaId, outcome: 'integrated', topic: slug },
  rewrites: [{ slug, expectedVersion: null, pairs: [pair] }],
  captured: 0,
  ...over,
});

/** Adds a pair to a topic, in place of others, as a capture does. */
export async function addPair(
  library: Library,
  pair: QaPair,
  {
    slug = 'gpu',
    generation = 1,
    replaces = [],
  }: { readonly slug?: string; readonly generation?: number; readonly replaces?: readonly QaId[] } = {},
): Promise<ChangeResult> {
  const topic = await library.topic(generation, slug);
  const kept = topic?.pairs.filter(({ qaId }) => !replaces.includes(qaId)) ?? [];
  return library.insert({
    ...firstOf(slug, pair, { generation }),
    rewrites: [{ slug, expectedVersion: topic?.version ?? null, pairs: [...kept, pair] }],
  });
}
