import type { ChangeResult, Insertion } from '../../../domain/ports/library.ts';
import { countRelated } from '../../../domain/team/related-entries.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import type { GenerationFiles } from './generation-files.ts';
import type { GenerationStore } from './generation-store.ts';

/**
 * Compares everything that an entry's place was decided on with what is there now, then writes topics, ledger, cursor,
 * cache and index, in this order. Inside the lock. A death before the ledger leaves the entry open: the step that runs
 * again finds it done when it stands in a topic, and places it anew otherwise.
 */
export function insertEntry(
  { store, entries }: { readonly store: GenerationStore; readonly entries: readonly RawEntry[] },
  files: GenerationFiles,
  { settle, rewrites, related }: Insertion,
): ChangeResult {
  const settled = store.settled(files);
  if (settled.has(settle.qaId)) return 'conflict';
  const now = countRelated({ entries, settled, qaId: settle.qaId, topics: related.topics });
  if (now !== related.settled) return 'conflict';

  const all = store.topics.all(files);
  const versions = new Map(all.map(({ topic }) => [topic.slug, topic.version]));
  const asRead = rewrites.every(
    ({ slug, expectedVersion }) => (versions.get(slug) ?? null) === expectedVersion,
  );
  if (!asRead) return 'conflict';

  // A person may have moved a block into another topic: an id stands in at most one.
  const places = new Map(all.flatMap(({ topic }) => topic.pairs.map(({ qaId }) => [qaId, topic.slug])));
  for (const { slug, pairs } of rewrites) {
    const own = pairs.filter(({ qaId }) => (places.get(qaId) ?? slug) === slug);
    store.topics.write(files, slug, own);
  }
  store.complete(files, { settled: [settle] });
  return 'changed';
}
