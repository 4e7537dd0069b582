import { channel } from 'node:diagnostics_channel';
import type { SQLInputValue } from 'node:sqlite';
import {
  CamelCasePlugin,
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
  type Dialect,
  type KyselyPlugin,
  type Transaction as KyselyTransaction,
} from 'kysely';
import { storableText } from '../../../domain/values/text.ts';
import { readBy, type Tables } from './tables.ts';

/** Statements that are kept together or not at all. No call to a model or to the network stands between them. */
export type Transaction = KyselyTransaction<Tables>;

/** Every engine publishes each statement and each write, which benches and tests count. */
export const statements = channel('steward:statement');
export const writes = channel('steward:write');

/** The only way to SQL. When a call resolves, everything that it read or wrote is on disk. */
export interface Database {
  /** The work sees one state of the database. */
  read<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** All or nothing, and alone among all writes. It may be refused after it ran, so it does nothing outside the database. */
  write<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
}

export interface OpenDatabase extends Database {
  readonly engine: 'sqlite' | 'postgres';
  /** Its path or address without a password, for messages. */
  readonly place: string;
  /** Removes overwritten and deleted data from its files. False if a reader or missing rights prevent that. */
  scrub(): Promise<boolean>;
  /** Rejects when the store can no longer be trusted. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

/** Code says `messageId` where SQL says `message_id`, and nothing is in an empty list. */
export const kyselyOver = (dialect: Dialect): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect,
    plugins: [
      new CamelCasePlugin({ maintainNestedObjectKeys: true }),
      new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression }),
      objectsAndFlags,
    ],
  });

/** Rows have objects and flags where the engines have JSON and numbers. */
const objectsAndFlags: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const rows = result.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readBy(name, value)])),
    );
    return { ...result, rows };
  },
};

/** A value as both engines take it. PostgreSQL's text holds every character but NUL. */
export function storable(value: unknown): SQLInputValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SQLInputValue);
}

/** Rows that are inserted at once, below every engine's limit of parameters per statement. */
const chunkSize = 500;

export const chunked = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, at) =>
    items.slice(at * chunkSize, (at + 1) * chunkSize),
  );
