import type { Comparison, Ledger, Library } from '../../../domain/ports/library.ts';
import { type PortError, transientError } from '../../../domain/ports/errors.ts';
import { compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import { type Database, type Section } from '../database/section.ts';
import { say, saidAs } from '../database/revisions.ts';
import type { StorageLog } from '../storage-log.ts';
import type { Printer } from '../printer.ts';
import {
  endFailedCapture,
  endSettledFailures,
  readFailedCaptures,
  readSkips,
  saveFailedCapture,
  settleSkipped,
  skipFailedCapture,
} from './failed-captures.ts';
import { decidedRemovals, reapplyApprovals, saveRemovalApproval } from './removal-approvals.ts';
import {
  discardGeneration,
  goLive,
  isOpen,
  listGenerations,
  liveGeneration,
  openGeneration,
  rollBack,
  unknownGeneration,
} from './generations.ts';
import { insertEntry } from './insert-entry.ts';
import { createLedgerReader } from './ledger.ts';
import { appendEntry, readEntry } from './raw-archive.ts';
import { retract } from './retract.ts';
import { insertSettlements } from './settlements.ts';
import { forgottenTimes, retractedIds } from '../retracted-and-erased.ts';
import { describeTopic, readTopic } from './topics.ts';
import { createIndexReader, createTopicsReader, descriptionOf, topicRowsSince } from './topics-reader.ts';

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
  const ledgers = createLedgerReader();
  const readTopics = createTopicsReader();
  const readIndex = createIndexReader();

  const read = <Result>(section: () => Section<Result>): Promise<Result> => database.read(section);
  const write = async <Result>(section: () => Section<Result>): Promise<Result> => {
    const result = await database.write(section, ['library']);
    await printer.print();
    return result;
  };

  const unsettledIn = ({ entries, settled, cursor }: Ledger & { readonly cursor: QaId | null }) => {
    const floors = [cursor, configuredFloor].filter((id) => id !== null);
    const counts = (qaId: QaId) => floors.every((floor) => compareQaIds(qaId, floor) > 0);
    return entries.filter(({ qaId }) => !settled.has(qaId) && counts(qaId));
  };

  return {
    appendRaw: (entry, time, options = {}) => write(() => appendEntry(entry, time, options)),
    rawEntries: () =>
      read(function* () {
        return (yield* required(ledgers.read, yield* liveGeneration())).entries;
      }),
    takeInArchive: () => printer.takeIn(),
    rawEntry: (qaId) => read(() => readEntry(qaId)),

    async retract(request) {
      const result = await write(() => retract(request));
      if (!request.dryRun) for (const qaId of result.qaIds) log.info({ qa_id: qaId }, 'qa_pair_retracted');
      return result;
    },
    retracted: () =>
      read(function* () {
        return new Set(yield* retractedIds());
      }),
    saveRemovalApproval: (approval) => write(() => saveRemovalApproval(approval)),
    decidedRemovals: (qaId) => database.read(() => decidedRemovals(qaId)),
    erasedSince: () => read(() => forgottenTimes()),

    liveGeneration: () => database.read(liveGeneration),
    generations: () => read(listGenerations),
    openGeneration: (owner) =>
      write(function* () {
        const generation = yield* openGeneration(owner, now());
        yield* settleSkipped(generation);
        return generation;
      }),
    async discard(generation) {
      if (await write(() => discardGeneration(generation))) log.info({ generation }, 'generation_discarded');
    },
    async rollBack(generation) {
      await write(function* () {
        const former = yield* liveGeneration();
        yield* rollBack(generation, now());
        yield* reapplyApprovals(former, generation, now());
        yield* settleSkipped(generation);
      });
      log.info({ generation }, 'generation_published');
    },
    saveComparison: (comparison) =>
      database.write(() => say('comparison', JSON.stringify(comparison)), ['library']),
    comparison: () => database.read(readComparison),
    async publish(generation) {
      const { missing, former } = await write(function* () {
        const ledger = yield* required(ledgers.readInChange, generation);
        // An earlier attempt may have published it. Later entries then are captures of their own.
        const live = yield* liveGeneration();
        const left = generation === live ? [] : unsettledIn(ledger).map(({ qaId }) => qaId);
        if (left.length === 0) {
          // A person may have decided since the rebuild came to the pair.
          if (generation !== live) yield* reapplyApprovals(live, generation, now());
          yield* goLive(generation, now());
          yield* endSettledFailures(generation);
        }
        return { missing: left, former: live };
      });
      if (missing.length === 0) log.info({ generation, former }, 'generation_published');
      return missing;
    },

    topics: (generation) => read(() => readTopics(generation)),
    topic: (generation, slug) => read(() => readTopic(generation, slug)),
    insert: (insertion) => write(() => insertEntry(insertion, now())),
    settle: (generation, settled) =>
      write(function* () {
        if (!(yield* isOpen(generation))) throw noLongerOpen(generation);
        yield* insertSettlements(generation, settled);
      }),
    saveFailedCapture: (failure) => write(() => saveFailedCapture(failure)),
    endFailedCapture: (failure) => database.write(() => endFailedCapture(failure)),
    skipCapture: (capture) => write(() => skipFailedCapture(capture, now())),
    skippedCaptures: async () => (await database.read(readSkips)).map(({ workflowId: id }) => id),
    failedCaptures: () => read(readFailedCaptures),
    ledger: (generation) => read(() => required(ledgers.read, generation)),
    unsettled: (generation) =>
      read(function* () {
        return unsettledIn(yield* required(ledgers.read, generation));
      }),

    index: (generation) => database.read(() => readIndex(generation)),
    descriptions: (generation) =>
      database.read(function* () {
        return ((yield* topicRowsSince(generation)).rows ?? []).map(descriptionOf);
      }),
    describe: (generation, description) =>
      write(function* () {
        if (yield* isOpen(generation)) yield* describeTopic(generation, description, now());
      }),
  };
}

function* readComparison(): Section<Comparison | null> {
  const said = yield* saidAs('comparison');
  return said === null ? null : (JSON.parse(said) as Comparison);
}

function* required<Found>(
  read: (generation: number) => Section<Found | null>,
  generation: number,
): Section<Found> {
  const found = yield* read(generation);
  if (found !== null) return found;
  throw unknownGeneration(generation);
}

const noLongerOpen = (generation: number): PortError =>
  transientError(
    'generation_closed',
    `Generation ${generation} is no longer open for writing; the step runs again on the live one.`,
  );
