import type { IndexCache } from '../../../domain/documents/index-cache.ts';
import type { TopicDescription } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import { createCacheReader, writeIndexPair } from '../index-pair.ts';
import type { StorageLog } from '../storage-log.ts';
import type { GenerationFiles } from './generation-files.ts';
import { createLedger, settledWith, type Ledger } from './ledger.ts';
import { teamCache, withoutTopics } from './team-index.ts';
import { suppressedIn, type Suppressions } from './suppressions.ts';
import { createTopicFiles, type TopicFiles } from './topic-files.ts';

/** The files of all generations, with what was read of them. */
export interface GenerationStore {
  readonly topics: TopicFiles;
  readonly ledger: Ledger;
  cache(files: GenerationFiles): IndexCache | null;
  settled(files: GenerationFiles): ReadonlyMap<QaId, Settled>;
  /**
   * Writes all that follows from the topics, at the end of every change, and completes so what a death left between two
   * writes. The topic is always written first, so it says what happened: a pair that stands in one and has no line gets
   * it, then follow the cursor, the cache and the index. Inside the lock.
   */
  complete(
    files: GenerationFiles,
    news?: {
      readonly settled?: readonly Settled[];
      readonly described?: Omit<TopicDescription, 'pending'> | null;
      /** Drops descriptions of topics that have changed since: they may hold what no topic holds any more. */
      readonly dropStale?: boolean;
    },
  ): void;
  /**
   * Takes out of the topics what was retracted and forgotten, as far as it stands there. Returns the topics that this
   * touched. Inside the lock.
   */
  honour(files: GenerationFiles): readonly string[];
}

export function createGenerationStore({
  log,
  now,
  suppressions,
}: {
  readonly log: StorageLog;
  readonly now: () => Date;
  readonly suppressions: Suppressions;
}): GenerationStore {
  const topics = createTopicFiles(log);
  const ledger = createLedger(log, suppressions);
  const readCache = createCacheReader(log);

  const settled = (files: GenerationFiles) => settledWith(ledger.lines(files), topics.all(files));

  const pairOf = (files: GenerationFiles) => ({ index: files.index, cache: files.indexCache });

  /** The description goes before the words that it describes, so that a death leaves something to be found. */
  const honour = (files: GenerationFiles): readonly string[] => {
    const all = topics.all(files);
    const touched = suppressedIn(all, suppressions);
    if (touched.size === 0) return [];
    const former = readCache(files.indexCache);
    const left = all.flatMap((file) => {
      const pairs = touched.get(file.topic.slug) ?? file.topic.pairs;
      return pairs.length === 0 ? [] : [{ ...file, topic: { ...file.topic, pairs } }];
    });
    const kept = former && withoutTopics(former, (slug) => touched.has(slug));
    const next = teamCache({ former: kept, topics: left, described: null, now: now() });
    writeIndexPair(pairOf(files), former, next);
    for (const [slug, pairs] of touched) topics.write(files, slug, pairs);
    return [...touched.keys()];
  };

  return {
    topics,
    ledger,
    honour,
    cache: (files) => readCache(files.indexCache),
    settled,
    complete(files, { settled: newly = [], described = null, dropStale = false } = {}) {
      honour(files);
      const all = topics.all(files);
      ledger.append(files, [...newly, ...settledWith(ledger.lines(files), all).values()]);
      const former = readCache(files.indexCache);
      const hashes = new Map(all.map((file) => [file.topic.slug, file.contentHash]));
      const isStale = (slug: string, hash: string) => dropStale && hashes.get(slug) !== hash;
      const kept = former && withoutTopics(former, isStale);
      const next = teamCache({ former: kept, topics: all, described, now: now() });
      writeIndexPair(pairOf(files), former, next);
    },
  };
}
