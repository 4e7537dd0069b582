import { PostgresDialect, sql } from 'kysely';
import { failedWith, type PortError, transientError } from '../../../../domain/ports/errors.ts';
import { layoutVersion, tableNames } from '../tables.ts';
import { kyselyOver, writes, type OpenDatabase, type Transaction } from '../database.ts';
import { openConnections, placeOf, type PostgresSettings } from './postgres-connections.ts';
import { inSentences } from './postgres-failure.ts';
import { layoutOf, makeTables } from './postgres-layout.ts';

/**
 * Opens the store in a PostgreSQL database and takes the steps that its layout lacks. Writes come one after another, behind
 * an advisory lock of the store; a read sees one moment. Throws a final `PortError` for a
 * store of a newer Steward, and `storage_not_ready` where its role may not make the tables.
 */
export async function openPostgres(settings: PostgresSettings): Promise<OpenDatabase> {
  const place = placeOf(settings.url);
  const kysely = kyselyOver(new PostgresDialect({ pool: openConnections(settings) }));

  const database: OpenDatabase = {
    engine: 'postgres',
    place,
    write: (work) =>
      inSentences(
        kysely.transaction().execute(async (trx) => {
          await sql.raw(lock).execute(trx);
          const result = await work(trx);
          writes.publish(null);
          return result;
        }),
      ),
    read: (work) =>
      inSentences(
        kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
      ),
    /** The server skips the tables of other owners. */
    scrub: () =>
      sql
        .raw(`VACUUM ${tableNames.join(', ')}`)
        .execute(kysely)
        .then(
          () => true,
          () => false,
        ),
    lost: new Promise<never>(() => {}),
    close: () => kysely.destroy(),
  };
  try {
    if ((await database.read(layoutOf)) !== layoutVersion)
      await database
        .write((trx: Transaction) => makeTables(trx, place))
        .catch((error: unknown) => {
          // A role with least rights waits for the owner's process.
          throw failedWith(error, 'storage_denied') ? withoutTables(place) : error;
        });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Each schema has its own store. */
const lock = "SELECT pg_advisory_xact_lock(hashtextextended('steward ' || current_schema(), 0))";

const withoutTables = (place: string): PortError =>
  transientError(
    'storage_not_ready',
    `The tables of ${place} are not those of this version, and this role may not make them. Start a worker with the role library as ` +
      'their owner first: it makes them.',
  );
