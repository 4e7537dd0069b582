import type { Comparison, Library } from '../../../domain/ports/library.ts';
import { type PortError, transientError } from '../../../domain/ports/errors.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import { valueOf, values } from '../database/rows.ts';
import { type Database, type Section } from '../database/section.ts';
import { say, saidAs } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import type { StorageLog } from '../storage-log.ts';
import type { View } from '../view/printed-view.ts';
import {
  endFailedCapture,
  endSettledFailures,
  readFailedCaptures,
  readSkips,
  saveFailedCapture,
  settleSkipped,
  skipFailedCapture,
} from './failed-captures.ts';
import { readRemovalDecisions, reapplyDecisions, saveRemovalDecision } from './decisions.ts';
import {
  discardGeneration,
  goLive,
  isOpen,
  listGenerations,
  liveGeneration,
  openGeneration,
  requireGeneration,
  rollBack,
} from './generations.ts';
import { insertEntry } from './insert-entry.ts';
import { appendEntry, createEntriesReader, readEntry } from './raw-archive.ts';
import { retract } from './retract.ts';
import { createSettledReader, insertSettlements } from './settlements.ts';
import { forgottenTimes, retractedIds } from './suppressions.ts';
import { createIndexReader, createTopicsReader } from './topics-reader.ts';
import { descriptionOf, describeTopic, readTopic, topicRows } from './topics.ts';

/** The library on tables. What a person changed in the printed view is taken in before each call. */
export function createLibrary({
  database,
  view,
  log,
  now,
  configuredFloor,
}: {
  readonly database: Database;
  readonly view: View;
  readonly log: StorageLog;
  readonly now: () => Date;
  /** `kb.qa_raw_last_processed_id`. */
  readonly configuredFloor: QaId | null;
}): Library {
  const readEntries = createEntriesReader();
  const readSettled = createSettledReader();
  const readTopics = createTopicsReader();
  const readIndex = createIndexReader();

  const read = async <Result>(section: () => Section<Result>): Promise<Result> => {
    await view.takeIn();
    return database.read(section);
  };
  const write = async <Result>(section: () => Section<Result>): Promise<Result> => {
    await view.takeIn();
    const result = await database.write(section, ['library']);
    await view.print();
    return result;
  };

  /** Throws for a generation that is not there. */
  const readIn = <Result>(
    generation: number,
    section: (generation: number) => Section<Result>,
  ): Promise<Result> =>
    read(function* () {
      yield* requireGeneration(generation);
      return yield* section(generation);
    });

  const floorOf = function* (generation: number): Section<QaId | null> {
    return higher(configuredFloor, yield* valueOf('generations', { number: generation }, 'adopted_cursor'));
  };
  const isAbove = (floor: QaId | null) => (qaId: QaId) => floor === null || compareQaIds(qaId, floor) > 0;

  /** Inside a change: what the rows say, and nothing that is kept in memory. */
  const unsettledIds = function* (generation: number): Section<readonly QaId[]> {
    const ids = yield* values(
      tables
        .selectFrom('raw_segments')
        .select('qa_id')
        .where('qa_id', 'is not', null)
        .where('qa_id', 'not in', tables.selectFrom('retractions').select('qa_id'))
        .where(
          'qa_id',
          'not in',
          tables.selectFrom('settlements').select('qa_id').where('generation', '=', generation),
        ),
    );
    const floor = yield* floorOf(generation);
    return ids
      .filter((qaId) => qaId !== null)
      .filter(isAbove(floor))
      .toSorted(compareQaIds);
  };

  return {
    appendRaw: (entry, time, options = {}) => write(() => appendEntry(entry, time, options)),
    rawEntries: () => read(readEntries),
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
    saveRemovalDecision: (decision) => write(() => saveRemovalDecision(decision)),
    removalDecision: (qaId) =>
      database.read(function* () {
        return (yield* readRemovalDecisions(qaId))[0] ?? null;
      }),
    erasedSince: () => read(forgottenTimes),

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
        yield* reapplyDecisions(former, generation, now());
        yield* settleSkipped(generation);
      });
      log.info({ generation }, 'generation_published');
    },
    saveComparison: (comparison) =>
      database.write(() => say('comparison', JSON.stringify(comparison)), ['library']),
    comparison: () =>
      database.read(function* () {
        const said = yield* saidAs('comparison');
        return said === null ? null : (JSON.parse(said) as Comparison);
      }),
    async publish(generation) {
      const { missing, former } = await write(function* () {
        yield* requireGeneration(generation);
        // Published already by an attempt that died: entries that came in since are captures of their own.
        const live = yield* liveGeneration();
        const left = generation === live ? [] : yield* unsettledIds(generation);
        if (left.length === 0) {
          yield* goLive(generation, now());
          yield* endSettledFailures(generation);
        }
        return { missing: left, former: live };
      });
      if (missing.length === 0) log.info({ generation, former }, 'generation_published');
      return missing;
    },

    topics: (generation) => read(() => readTopics(generation)),
    topic: (generation, slug) => readIn(generation, () => readTopic(generation, slug)),
    insert: (insertion) => write(() => insertEntry(insertion, now())),
    settle: (generation, settled) =>
      write(function* () {
        if (!(yield* isOpen(generation))) throw noLongerOpen(generation);
        yield* insertSettlements(generation, settled);
      }),
    saveFailedCapture: (failure) => write(() => saveFailedCapture(failure)),
    endFailedCapture: (failure) => database.write(() => endFailedCapture(failure)),
    skipCapture: (capture) => write(() => skipFailedCapture(capture, now())),
    skippedCaptures: async () => (await database.read(readSkips)).map(({ workflow_id: id }) => id),
    failedCaptures: () => read(readFailedCaptures),
    settled: (generation) => readIn(generation, readSettled),
    unsettled: (generation) =>
      readIn(generation, function* (): Section<readonly RawEntry[]> {
        const settled = yield* readSettled(generation);
        const isWanted = isAbove(yield* floorOf(generation));
        return (yield* readEntries()).filter(({ qaId }) => !settled.has(qaId) && isWanted(qaId));
      }),

    index: (generation) =>
      database.read(function* () {
        yield* requireGeneration(generation);
        return yield* readIndex(generation);
      }),
    descriptions: (generation) =>
      database.read(function* () {
        yield* requireGeneration(generation);
        return (yield* topicRows(generation)).map(descriptionOf);
      }),
    describe: (generation, description) =>
      write(function* () {
        if (yield* isOpen(generation)) yield* describeTopic(generation, description, now());
      }),
  };
}

const higher = (a: QaId | null, b: QaId | null): QaId | null =>
  a === null ? b : b === null || compareQaIds(a, b) >= 0 ? a : b;

const noLongerOpen = (generation: number): PortError =>
  transientError(
    'generation_closed',
    `Generation ${generation} is no longer open for writing; the step runs again on the live one.`,
  );
