import { AsyncLocalStorage } from 'node:async_hooks';
import type { Message } from '../../domain/intake/message.ts';
import {
  erasedSince,
  withoutErased,
  type ErasedSince,
  type Erasure,
} from '../../domain/team/erasures-file.ts';
import { personForgotten } from '../../domain/ports/errors.ts';
import type { Retraction } from '../../domain/team/retractions-file.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { revise, revisionOf } from './database/revisions.ts';
import { insertNew, list, valuesOf } from './database/rows.ts';
import type { Database, OpenDatabase, Transaction } from './database/database.ts';

/*
 * What may never come back: retracted pairs and the words of forgotten people. They stand beside the archive and outside
 * all generations, because a generation comes and goes while the archive, from which each is built, still has the entry.
 */

export const readRetractions = (trx: Transaction): Promise<readonly Retraction[]> =>
  list(trx, 'retractions', {}, ['qaId', 'retractedAt'], ['retractedAt', 'qaId']);

export async function retractedAmong(trx: Transaction, qaIds: readonly QaId[]): Promise<ReadonlySet<QaId>> {
  return new Set(await valuesOf(trx, 'retractions', { qaId: qaIds }, 'qaId'));
}

export const retractedIds = (trx: Transaction): Promise<readonly QaId[]> =>
  valuesOf(trx, 'retractions', {}, 'qaId', ['qaId']);

/** Oldest first. */
export async function readForgotten(trx: Transaction): Promise<readonly Erasure[]> {
  return await trx.selectFrom('forgotten').selectAll().orderBy('erasedAt').orderBy('userId').execute();
}

export async function insertForgotten(trx: Transaction, line: Erasure): Promise<void> {
  await insertNew(trx, 'forgotten', [line]);
  await revise(trx, erasures);
}

/** When each person was erased last, or only each of these. */
export async function forgottenTimes(trx: Transaction, userIds?: readonly string[]): Promise<ErasedSince> {
  return erasedSince(
    await list(trx, 'forgotten', userIds ? { userId: userIds } : {}, ['userId', 'erasedAt']),
  );
}

/** Whether an erased person wrote any of these messages before their erasure. */
export async function holdsErased(trx: Transaction, messages: readonly Message[]): Promise<boolean> {
  const since = await forgottenTimes(trx, [...new Set(messages.map(({ author }) => author.id))]);
  return withoutErased(since, messages).length < messages.length;
}

/** A count that increases in the transaction of each erasure. No clock tells what was read before one. */
const erasures = 'erasures';

const erasuresAtStart = new AsyncLocalStorage<number>();

/** Work that writes nothing any more once a person was forgotten, because what it has read may hold their words. */
export const unlessForgotten = async <Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> => erasuresAtStart.run(await database.read((trx) => revisionOf(trx, erasures)), work);

/** Refuses what such work writes too late: its write throws a transient `PortError`, and the work can begin again. */
export const refusingTooLate = (database: OpenDatabase): OpenDatabase => ({
  ...database,
  write(work) {
    const count = erasuresAtStart.getStore();
    if (count === undefined) return database.write(work);
    return database.write(async (trx) => {
      if ((await revisionOf(trx, erasures)) !== count) throw personForgotten();
      return await work(trx);
    });
  },
});
