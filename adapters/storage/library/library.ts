import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import { erasedSince } from '../../../domain/team/erasures-file.ts';
import { compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { transaction } from '../sqlite/transaction.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { readAbout } from './about-generation.ts';
import { readComparison, writeComparison } from './comparison-file.ts';
import { existingGeneration, type GenerationFiles } from './generation-files.ts';
import type { GenerationStore } from './generation-store.ts';
import type { Generations } from './generations.ts';
import { insertEntry } from './insert-entry.ts';
import type { RawArchive } from './raw-archive.ts';
import { retract } from './retract.ts';
import type { Suppressions } from './suppressions.ts';
import { descriptionsIn } from './team-index.ts';

/**
 * The library on files. Reads take no lock: each file is replaced whole. Every read-compare-write is one section inside
 * the lock, and every section completes what a death left undone in what it touches.
 */
export function createLibrary({
  db,
  paths,
  log,
  store,
  generations,
  raw,
  suppressions,
  configuredFloor,
}: {
  readonly db: DatabaseSync;
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  readonly store: GenerationStore;
  readonly generations: Generations;
  readonly raw: RawArchive;
  readonly suppressions: Suppressions;
  /** `kb.qa_raw_last_processed_id`. */
  readonly configuredFloor: QaId | null;
}): Library {
  const filesOf = (generation: number) => existingGeneration(paths.libraryDir, generation);

  const unsettled = (files: GenerationFiles): readonly RawEntry[] => {
    const floor = higher(configuredFloor, readAbout(files)?.adoptedCursor ?? null);
    const settled = store.settled(files);
    return raw
      .entries()
      .filter(({ qaId }) => !settled.has(qaId) && (floor === null || compareQaIds(qaId, floor) > 0));
  };

  return {
    appendRaw: async (entry, now, options) => raw.append(entry, now, options),
    rawEntries: async () => raw.entries(),
    rawEntry: async (qaId) => raw.entry(qaId),

    retract: async (request) =>
      transaction(db, () => {
        const stores = { libraryDir: paths.libraryDir, store, generations, suppressions, log };
        return retract({ ...stores, entries: raw.entries() }, request);
      }),
    retracted: async () => new Set(suppressions.retracted().keys()),
    erasedSince: async () => erasedSince(suppressions.forgotten()),

    liveGeneration: async () => generations.live(),
    generations: async () => generations.list(),
    openGeneration: async (owner) => transaction(db, () => generations.open(owner)),
    discard: async (generation) => transaction(db, () => generations.discard(generation)),
    rollBack: async (generation) => transaction(db, () => generations.rollBack(generation)),
    saveComparison: async (comparison) =>
      transaction(db, () => writeComparison(paths.libraryDir, comparison)),
    comparison: async () => readComparison(paths.libraryDir),
    publish: async (generation) =>
      transaction(db, () => {
        const files = filesOf(generation);
        // Published already by an attempt that died: entries that came in since are captures of their own.
        const isLive = generation === generations.live();
        const missing = isLive ? [] : unsettled(files).map(({ qaId }) => qaId);
        if (missing.length > 0) return missing;
        if (generations.writable(generation)) store.complete(files);
        generations.goLive(files);
        return [];
      }),

    topics: async (generation) => store.topics.all(filesOf(generation)).map(({ topic }) => topic),
    topic: async (generation, slug) => store.topics.one(filesOf(generation), slug)?.topic ?? null,
    insert: async (insertion) =>
      transaction(db, () => {
        const files = generations.writable(insertion.generation);
        return files ? insertEntry({ store, entries: raw.entries() }, files, insertion) : 'conflict';
      }),
    async settle(generation, settled) {
      transaction(db, () => {
        const files = generations.writable(generation);
        if (!files) throw noLongerOpen(generation);
        store.complete(files, { settled });
      });
    },
    settled: async (generation) => store.settled(filesOf(generation)),
    unsettled: async (generation) => unsettled(filesOf(generation)),

    index: async (generation) => ignoreMissing(() => readFileSync(filesOf(generation).index, 'utf8'), ''),
    descriptions: async (generation) => descriptionsIn(store.cache(filesOf(generation))),
    async describe(generation, description) {
      transaction(db, () => {
        const files = generations.writable(generation);
        if (!files) return;
        const topic = store.topics.one(files, description.slug);
        if (topic?.contentHash === description.contentHash) store.complete(files, { described: description });
      });
    },
  };
}

const higher = (a: QaId | null, b: QaId | null): QaId | null =>
  a === null ? b : b === null || compareQaIds(a, b) >= 0 ? a : b;

const noLongerOpen = (generation: number): PortError =>
  new PortError({
    kind: 'transient',
    code: 'generation_closed',
    message: `Generation ${generation} is no longer open for writing; the step runs again on the live one.`,
  });
