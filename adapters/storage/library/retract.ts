import type { Library, RetractionResult } from '../../../domain/ports/library.ts';
import { compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import type { StorageLog } from '../storage-log.ts';
import { generationFiles, generationNumbers } from './generation-files.ts';
import type { GenerationStore } from './generation-store.ts';
import type { Generations } from './generations.ts';
import type { Suppressions } from './suppressions.ts';
import type { TopicFile } from './topic-files.ts';

interface Stores {
  readonly libraryDir: string;
  readonly store: GenerationStore;
  readonly generations: Generations;
  readonly suppressions: Suppressions;
  readonly log: StorageLog;
}

/** One retraction, inside the lock: the line first, then every generation. */
export function retract(
  stores: Stores & { readonly entries: readonly RawEntry[] },
  { qaIds: asked, now, dryRun = false, withEarlier = true }: Parameters<Library['retract']>[0],
): RetractionResult {
  const { suppressions, log } = stores;
  const live = stores.store.topics.all(generationFiles(stores.libraryDir, stores.generations.live()));
  const plan = planOf({ ...stores, live, withEarlier }, asked);
  if (dryRun) return plan;
  suppressions.retract(plan.qaIds, now);
  for (const qaId of plan.qaIds) log.info({ qa_id: qaId }, 'qa_pair_retracted');
  applyRetractionsEverywhere(stores);
  return plan;
}

/** Takes what may not be kept out of every generation: a rollback must find it gone as well. False: none held any. */
export function applyRetractionsEverywhere(
  { libraryDir, store, generations }: Pick<Stores, 'libraryDir' | 'store' | 'generations'>,
  { dropStale = false }: { readonly dropStale?: boolean } = {},
): boolean {
  let isTouched = false;
  for (const number of generationNumbers(libraryDir)) {
    const files = generationFiles(libraryDir, number);
    const isOpen = generations.writable(number) !== null;
    const touched = store.honour(files);
    // A former generation that holds none of it stays as it is.
    if (isOpen || touched.length > 0 || dropStale) store.complete(files, { dropStale });
    if (!isOpen) store.topics.forget(files);
    isTouched ||= touched.length > 0;
  }
  return isTouched;
}

function planOf(
  {
    entries,
    live,
    suppressions,
    withEarlier,
  }: Pick<Stores, 'suppressions'> & {
    readonly entries: readonly RawEntry[];
    readonly live: readonly TopicFile[];
    readonly withEarlier: boolean;
  },
  asked: readonly QaId[],
): RetractionResult {
  const known = new Set([
    ...entries.map(({ qaId }) => qaId),
    ...live.flatMap(({ topic }) => topic.pairs.map(({ qaId }) => qaId)),
  ]);
  const wanted = new Set(asked.filter((qaId) => known.has(qaId)));
  for (const qaId of withEarlier ? [...wanted] : []) {
    const conversationId = entries.find((entry) => entry.qaId === qaId)?.conversationId;
    const isEarlier = (entry: RawEntry) =>
      entry.conversationId === conversationId && compareQaIds(entry.qaId, qaId) < 0;
    for (const earlier of entries.filter(isEarlier)) wanted.add(earlier.qaId);
  }
  const qaIds = [...wanted].filter((qaId) => !suppressions.retracted().has(qaId)).toSorted(compareQaIds);
  const goes = new Set(qaIds);
  const hit = live.filter(({ topic }) => topic.pairs.some(({ qaId }) => goes.has(qaId)));
  const isEmptied = ({ topic }: TopicFile) => topic.pairs.every(({ qaId }) => goes.has(qaId));
  const slugs = (files: readonly TopicFile[]) => files.map(({ topic }) => topic.slug);
  return {
    qaIds,
    changedTopics: slugs(hit.filter((file) => !isEmptied(file))),
    removedTopics: slugs(hit.filter(isEmptied)),
  };
}
