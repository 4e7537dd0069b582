import type { Ledger, Library } from '../../../domain/ports/library.ts';
import { type PortError, transientError } from '../../../domain/ports/errors.ts';
import { compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import type { Database, Transaction } from '../database/database.ts';
import { remove } from '../database/rows.ts';
import type { StorageLog } from '../storage-log.ts';
import type { Printer } from '../printer.ts';
import { createLedgerReader, insertSettlements, readFailedCaptures, saveFailedCapture } from './ledger.ts';
import { decidedRemovals, reapplyApprovals, retract, saveRemovalApproval } from './removals.ts';
import {
  discardGeneration,
  goLive,
  isOpen,
  listGenerations,
  liveGeneration,
  openGeneration,
  rollBack,
} from './generations.ts';
import { describeTopic, insertEntry, readTopic } from './topics.ts';
import { appendEntry, readEntry } from './raw-archive.ts';
import { forgottenTimes, retractedIds } from '../retracted-and-erased.ts';
import { createTopicsReader } from './topics-reader.ts';

/** The library on tables. What is written is printed. */
export function createLibrary({
  database,
  printer,
  log,
  now,
  configuredFloor,
}: {
  readonly database: Database;
  readonly printer: Printer;
  readonly log: StorageLog;
  readonly now: () => Date;
  /** `kb.qa_raw_last_processed_id`. */
  readonly configuredFloor: QaId | null;
}): Library {
  const readLedger = createLedgerReader();
  const readTopics = createTopicsReader();

  const topicsOf = (generation: number) => database.read((trx) => readTopics(trx, generation));
  const write = async <Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> => {
    const result = await database.write(work);
    await printer.print();
    return result;
  };

  const unsettledIn = ({ entries, settled, cursor }: Ledger & { readonly cursor: QaId | null }) => {
    const floors = [cursor, configuredFloor].filter((id) => id !== null);
    const counts = (qaId: QaId) => floors.every((floor) => compareQaIds(qaId, floor) > 0);
    return entries.filter(({ qaId }) => !settled.has(qaId) && counts(qaId));
  };

  return {
    appendRaw: (entry, time, edited = false) => write((trx) => appendEntry(trx, entry, time, edited)),
    rawEntries: async () =>
      (await database.read(async (trx) => readLedger(trx, await liveGeneration(trx)))).entries,
    takeInArchive: () => printer.takeIn(),
    rawEntry: (qaId) => database.read((trx) => readEntry(trx, qaId)),

    async retract(request) {
      const result = await write((trx) => retract(trx, request));
      if (!request.dryRun) for (const qaId of result.qaIds) log.info({ qa_id: qaId }, 'qa_pair_retracted');
      return result;
    },
    retracted: async () => new Set(await database.read(retractedIds)),
    saveRemovalApproval: (approval) => write((trx) => saveRemovalApproval(trx, approval)),
    decidedRemovals: (qaId) => database.read((trx) => decidedRemovals(trx, qaId)),
    erasedSince: () => database.read((trx) => forgottenTimes(trx)),

    liveGeneration: () => database.read(liveGeneration),
    generations: () => database.read(listGenerations),
    openGeneration: (owner) => write((trx) => openGeneration(trx, owner, now())),
    async discard(generation) {
      if (await write((trx) => discardGeneration(trx, generation)))
        log.info({ generation }, 'generation_discarded');
    },
    async rollBack(generation) {
      await write(async (trx) => {
        const generationBefore = await liveGeneration(trx);
        await rollBack(trx, generation, now());
        await reapplyApprovals(trx, generationBefore, generation, now());
      });
      log.info({ generation }, 'generation_published');
    },
    async publish(generation) {
      const { missing, former } = await write(async (trx) => {
        const ledger = await readLedger(trx, generation);
        // An earlier attempt may have published it. Later entries then are captures of their own.
        const live = await liveGeneration(trx);
        const unsettledIds = generation === live ? [] : unsettledIn(ledger).map(({ qaId }) => qaId);
        if (unsettledIds.length === 0) {
          // A person may have decided since the rebuild came to the pair.
          if (generation !== live) await reapplyApprovals(trx, live, generation, now());
          await goLive(trx, generation, now());
        }
        return { missing: unsettledIds, former: live };
      });
      if (missing.length === 0) log.info({ generation, former }, 'generation_published');
      return missing;
    },

    topics: async (generation) => (await topicsOf(generation)).topics,
    topic: (generation, slug) => database.read((trx) => readTopic(trx, generation, slug)),
    insert: (insertion) => write((trx) => insertEntry(trx, insertion, now())),
    settle: (generation, settled) =>
      write(async (trx) => {
        if (!(await isOpen(trx, generation))) throw noLongerOpen(generation);
        await insertSettlements(trx, generation, settled);
      }),
    saveFailedCapture: (failure) => write((trx) => saveFailedCapture(trx, failure)),
    endFailedCapture: ({ workflowId }) =>
      database.write((trx) => remove(trx, 'failed_captures', { workflowId })),
    failedCaptures: () => database.read(readFailedCaptures),
    ledger: (generation) => database.read((trx) => readLedger(trx, generation)),
    unsettled: async (generation) => unsettledIn(await database.read((trx) => readLedger(trx, generation))),

    index: async (generation) => (await topicsOf(generation)).index,
    descriptions: async (generation) => (await topicsOf(generation)).descriptions,
    describe: (generation, description) =>
      write(async (trx) => {
        if (await isOpen(trx, generation)) await describeTopic(trx, generation, description, now());
      }),
  };
}

const noLongerOpen = (generation: number): PortError =>
  transientError(
    'generation_closed',
    `Generation ${generation} is no longer open for writing; the step runs again on the live one.`,
  );
