import { sql, type Kysely } from 'kysely';
import { failedWith, type PortError, transientError } from '../../../../domain/ports/errors.ts';
import { layoutVersion } from '../layout/migrations.ts';
import { kyselyOver, type Lock, type OpenDatabase, type Transaction } from '../database.ts';
import type { Tables } from '../tables.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { clock, openConnections, type PostgresSettings } from './postgres-connections.ts';
import { inSentences, mayRunAgain } from './postgres-failure.ts';
import { layoutOf, makeTables } from './postgres-layout.ts';

const mostAttempts = 8;

/**
 * Opens the store in a PostgreSQL database and takes the steps that its layout lacks. A transaction is READ
 * COMMITTED behind its locks for writes, one snapshot for reads of more than one statement. Throws a final `PortError` for
 * a server that only reads and for a store of a newer Steward, and `storage_not_ready` where its role may not make the tables.
 */
export async function openPostgres(settings: PostgresSettings): Promise<OpenDatabase> {
  const { place, schema, now, readClock, dialect } = openConnections(settings);
  const kysely = kyselyOver(dialect);

  const write = <Result>(
    work: (trx: Transaction) => Promise<Result>,
    locks?: readonly Lock[],
  ): Promise<Result> =>
    again(() =>
      kysely.transaction().execute(async (trx) => {
        const locked = sql.raw<{ readonly clock: unknown }>(
          `${advisoryLocks(schema(), locks)}; SELECT ${clock} AS clock`,
        );
        readClock((await locked.execute(trx)).rows[0]?.clock);
        return work(trx);
      }),
    );

  const database: OpenDatabase = {
    place,
    now,
    write,
    read: (work) => again(() => kysely.transaction().setAccessMode('read only').execute(work)),
    scrub: () => again(() => vacuum(kysely)),
    lost: new Promise<never>(() => {}),
    close: () => kysely.destroy(),
  };
  try {
    if ((await database.read(layoutOf)) !== layoutVersion)
      await write((trx) => makeTables(trx, place)).catch((error: unknown) => {
        // A role with least rights waits for the owner's process.
        throw failedWith(error, 'storage_denied') ? withoutTables(place) : error;
      });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const withoutTables = (place: string): PortError =>
  transientError(
    'storage_not_ready',
    `The tables of ${place} are not those of this version, and this role may not make them. Start a worker with the role library as ` +
      'their owner first: it makes them.',
  );

/** Repeats work that the server rolled back because of a deadlock or a conflict. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayRunAgain(error) || attempt === mostAttempts) throw inSentences(error);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}

/** Removes what was deleted from the files. The server would skip tables of other owners with a warning. */
async function vacuum(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await ownTables.execute(kysely);
  if (rows.some(({ isOwned }) => !isOwned)) return false;
  await sql.raw(`VACUUM ${rows.map(({ name }) => name).join(', ')}`).execute(kysely);
  return true;
}

const ownTables = sql<{ readonly name: string; readonly isOwned: boolean }>`
  SELECT quote_ident(tablename) AS name, pg_has_role(tableowner, 'USAGE') AS "isOwned"
  FROM pg_tables WHERE schemaname = current_schema()`;
