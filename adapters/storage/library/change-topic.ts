import type { ChangeResult, TopicChange } from '../../../domain/ports/library.ts';
import { compareQaIds } from '../../../domain/qa-id.ts';
import type { QaPair, Settled } from '../../../domain/qa-pair.ts';
import { topicSlug } from '../../../domain/topic-slug.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { StorageLog } from '../storage-log.ts';
import type { GenerationFiles } from './generation-files.ts';
import type { GenerationStore } from './generation-store.ts';
import { topicOf } from './topic-files.ts';

/**
 * One change of a topic and of the ledger, inside the lock. The order of writes is: topic, ledger, cursor, cache, index.
 *
 * A death after the topic leaves a pair without its line. That pair counts as integrated from then on, so the step that
 * runs again finds it done, or calls again with what it read before: then nothing is left to change in the topic, and
 * the line and the index are written now. Any other change writes them too, and so does the next start.
 */
export function changeTopic(
  { store, log }: { readonly store: GenerationStore; readonly log: StorageLog },
  files: GenerationFiles,
  change: TopicChange,
): ChangeResult {
  const { slug, expectedVersion, settle } = change;
  requireSlug(slug);
  const former = store.topics.one(files, slug)?.topic ?? null;
  const pairs = former?.pairs ?? [];

  const line = settledLine(store, files, change);
  // Decided otherwise meanwhile, by a newer capture or an operator: the step has to look again.
  if (line && line.outcome !== 'integrated' && change.add) return 'conflict';

  const standsIn = change.add ? topicOf(store.topics.all(files), change.add.qaId) : null;
  // A line without a pair in any topic: the pair was in and is superseded since. It does not come back.
  const add = change.add && standsIn === null && !line ? change.add : null;
  const remove = removable(change, pairs, log);

  if (add || remove.size > 0) {
    if ((former?.version ?? null) !== expectedVersion) return 'conflict';
    const kept = pairs.filter(({ qaId }) => !remove.has(qaId));
    store.topics.write(files, slug, add ? [...kept, add] : kept);
  }
  const topic = settle?.outcome === 'integrated' ? (standsIn ?? slug) : null;
  store.complete(files, { settled: settle ? [{ ...settle, topic }] : [] });
  return 'changed';
}

const settledLine = (
  store: GenerationStore,
  files: GenerationFiles,
  { add, settle }: TopicChange,
): Settled | null => {
  const qaId = add?.qaId ?? settle?.qaId;
  return (qaId && store.ledger.lines(files).get(qaId)) ?? null;
};

/** The ids that are in the topic and, beside a new pair, older than it. A model may have named any. */
function removable({ add, removeIds, slug }: TopicChange, pairs: readonly QaPair[], log: StorageLog) {
  const asked = new Set<string>(removeIds);
  const counting = pairs
    .map(({ qaId }) => qaId)
    .filter((qaId) => asked.has(qaId) && (!add || compareQaIds(qaId, add.qaId) < 0));
  const ignored = asked.size - counting.length;
  if (ignored > 0) {
    log.info(
      { topic: slug, ignored },
      'remove_ids_ignored: they are not in the topic or not older than the new pair',
    );
  }
  return new Set(counting);
}

function requireSlug(slug: string): void {
  if (topicSlug(slug) === slug) return;
  throw new PortError({
    kind: 'final',
    code: 'topic_name_invalid',
    message: 'A topic is named in lower-case letters, digits and single hyphens, at most 80 characters.',
  });
}
