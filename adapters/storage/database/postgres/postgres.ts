import type { PoolClient } from 'pg';
import { failedWith, type PortError, transientError } from '../../../../domain/ports/errors.ts';
import { inPostgres } from '../compile.ts';
import { layoutVersion } from '../layout/migrations.ts';
import {
  commits,
  type Lock,
  type OpenDatabase,
  type Outcome,
  type Section,
  type Statement,
} from '../section.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { escapeNul, unescapeNul } from './nul.ts';
import { clock, openConnections, query, type PostgresSettings } from './postgres-connections.ts';
import { inSentences, isConnectionLost, mayRunAgain, outcomeUnknown } from './postgres-failure.ts';
import { layoutOf, makeTables } from './postgres-layout.ts';

const mostAttempts = 8;

/**
 * Opens the store in a PostgreSQL database and takes the steps that its layout lacks. A section is a transaction: READ
 * COMMITTED behind its locks for writes, one snapshot for reads of more than one statement. Throws a final `PortError` for
 * a server that only reads and for a store of a newer Steward, and `storage_not_ready` where its role may not make the tables.
 */
export async function openPostgres(settings: PostgresSettings): Promise<OpenDatabase> {
  const { place, schema, now, readClock, connected, close } = openConnections(settings);

  const transaction = <Result>(beginning: string, section: () => Section<Result>): Promise<Result> =>
    connected(async (client) => {
      const { rows } = await query<{ readonly clock: unknown }>(client, beginning);
      if (rows[0]) readClock(rows[0].clock);
      const { result, changes } = await drive(client, section());
      await query(client, 'COMMIT').catch((error: unknown) => {
        throw isConnectionLost(error) ? outcomeUnknown(error) : error;
      });
      if (changes > 0) commits.publish(null);
      return result;
    });

  const write = <Result>(section: () => Section<Result>, locks?: readonly Lock[]): Promise<Result> =>
    again(() => transaction(`BEGIN; ${advisoryLocks(schema(), locks)}; SELECT ${clock} AS clock`, section));

  const database: OpenDatabase = {
    place,
    now,
    write,
    /** Most reads are a single statement, which needs no transaction to see one state. */
    read: (section) =>
      again(async () => {
        const alone = await connected(async (client) => {
          const started = section();
          const step = started.next();
          if (step.done) return step;
          return started.next(await execute(client, step.value));
        });
        if (alone.done) return alone.value;
        return transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', section);
      }),
    scrub: () => again(() => connected(vacuum)),
    lost: new Promise<never>(() => {}),
    close,
  };
  try {
    if ((await database.read(layoutOf)) !== layoutVersion)
      await write(() => makeTables(place)).catch((error: unknown) => {
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

async function execute(client: PoolClient, statement: Statement): Promise<Outcome> {
  const { node, sql, parameters } = inPostgres(statement);
  const { rows, rowCount } = await query<Record<string, unknown>>(client, sql, parameters.map(escapeNul));
  const changes = node.kind === 'SelectQueryNode' ? 0 : (rowCount ?? 0);
  return { rows: rows.map(unescapeNul), changes };
}

async function drive<Result>(client: PoolClient, section: Section<Result>) {
  let changes = 0;
  let step = section.next();
  while (!step.done) {
    const outcome = await execute(client, step.value);
    changes += outcome.changes;
    step = section.next(outcome);
  }
  return { result: step.value, changes };
}

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
async function vacuum(client: PoolClient): Promise<boolean> {
  const { rows } = await query<{ readonly name: string; readonly isOwned: boolean }>(client, ownTables);
  if (rows.some(({ isOwned }) => !isOwned)) return false;
  await query(client, `VACUUM ${rows.map(({ name }) => name).join(', ')}`);
  return true;
}

const ownTables = `
  SELECT quote_ident(tablename) AS name, pg_has_role(tableowner, 'USAGE') AS "isOwned"
  FROM pg_tables WHERE schemaname = current_schema()`;
