import { AsyncLocalStorage } from 'node:async_hooks';
import type { Message } from '../../domain/intake/message.ts';
import {
  erasedSince,
  formatErasure,
  parseErasures,
  withoutErased,
  type ErasedSince,
  type Erasure,
} from '../../domain/team/erasures-file.ts';
import { personForgotten } from '../../domain/ports/errors.ts';
import type { Retraction } from '../../domain/team/removal-files.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { revise, revisionOf } from './database/revisions.ts';
import { insertNew, list, valuesOf } from './database/rows.ts';
import type { Database, OpenDatabase, Section } from './database/section.ts';

/*
 * What may never come back: retracted pairs and the words of forgotten people. They stand beside the archive and outside
 * all generations, because a generation comes and goes while the archive, from which each is built, still has the entry.
 */

export const readRetractions = (): Section<readonly Retraction[]> =>
  list('retractions', {}, ['qaId', 'retractedAt'], ['retractedAt', 'qaId']);

export function* retractedAmong(qaIds: readonly QaId[]): Section<ReadonlySet<QaId>> {
  return new Set(yield* valuesOf('retractions', { qaId: qaIds }, 'qaId'));
}

export const retractedIds = (): Section<readonly QaId[]> => valuesOf('retractions', {}, 'qaId', ['qaId']);

export const insertRetractions = (retractions: readonly Retraction[]): Section<void> =>
  insertNew('retractions', retractions);

/** Oldest first. */
export function* readForgotten(): Section<readonly Erasure[]> {
  const lines = yield* valuesOf('forgotten', {}, 'line', ['forgottenAt', 'userId']);
  return parseErasures(lines.join('')).erasures;
}

export function* insertForgotten(line: Erasure): Section<void> {
  const row = { userId: line.userId, forgottenAt: line.erasedAt, line: formatErasure(line) };
  yield* insertNew('forgotten', [row]);
  yield* revise(erasures);
}

/** When each person was erased last, or only each of these. */
export function* forgottenTimes(userIds?: readonly string[]): Section<ErasedSince> {
  const lines = yield* valuesOf('forgotten', userIds ? { userId: userIds } : {}, 'line');
  return erasedSince(parseErasures(lines.join('')).erasures);
}

/** Whether an erased person wrote any of these messages before their erasure. */
export function* holdsErased(messages: readonly Message[]): Section<boolean> {
  const since = yield* forgottenTimes([...new Set(messages.map(({ author }) => author.id))]);
  return withoutErased(since, messages).length < messages.length;
}

/** A count that increases in the transaction of each erasure. No clock tells what was read before one. */
const erasures = 'erasures';

const erasuresAtStart = new AsyncLocalStorage<number>();

/** Work that writes nothing any more once a person was forgotten, because what it has read may hold their words. */
export const unlessForgotten = async <Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> => erasuresAtStart.run(await database.read(() => revisionOf(erasures)), work);

/** Refuses what such work writes too late: its write throws a transient `PortError`, and the work can begin again. */
export const refusingTooLate = (database: OpenDatabase): OpenDatabase => ({
  ...database,
  write(section, locks) {
    const count = erasuresAtStart.getStore();
    if (count === undefined) return database.write(section, locks);
    return database.write(function* () {
      if ((yield* revisionOf(erasures)) !== count) throw personForgotten();
      return yield* section();
    }, locks);
  },
});
