import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';
import { isOnPostgres } from './test-store.ts';

/** Every call by which the store changes or opens files. */
const calls = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'renameSync',
  'linkSync',
  'mkdirSync',
  'rmSync',
] as const;

type Call = (this: unknown, ...args: unknown[]) => unknown;

type Target = Record<string, Call>;

/**
 * The number of operations between two tested deaths. On PostgreSQL most are within one transaction, which the server
 * undoes, so only `npm run test:soak` tries each of them.
 */
export const deathStep = isOnPostgres() && process.env['STEWARD_EACH_DEATH'] === undefined ? 13 : 1;

/** On PostgreSQL only statements count, because files are the same with both engines. */
const targets = (): readonly (readonly [Target, string])[] =>
  (isOnPostgres()
    ? [[pg.Client.prototype, 'query'] as const]
    : [
        ...calls.map((name) => [fs, name] as const),
        [DatabaseSync.prototype, 'exec'] as const,
        ...(['run', 'all', 'get'] as const).map((name) => [StatementSync.prototype, name] as const),
      ]
  ).map(([target, name]) => [target as unknown as Target, name] as const);

/**
 * Runs `work` as a process that dies at its nth operation, a statement or a call on files: a write to a file is half
 * done, and nothing happens after it. Returns `n`, or the number of operations if the work ended before.
 */
export async function dyingAt(n: number, work: () => Promise<void>): Promise<number> {
  const all = targets();
  const real = all.map(([target, name]) => target[name]);
  let count = 0;
  for (const [at, [target, name]] of all.entries()) {
    const call = real[at];
    target[name] = function (...args) {
      // These surround reads, and a death there changes nothing.
      if (count < n && (args[0] === 'BEGIN' || args[0] === 'END')) return call?.apply(this, args);
      count += 1;
      if (count < n) return call?.apply(this, args);
      if (count === n && (name === 'writeSync' || name === 'writeFileSync')) call?.apply(this, half(args));
      const died = new Error(`Died at operation ${n}, ${name}`);
      if (name !== 'query') throw died;
      // The server notices by the end of the connection, as with any death.
      (this as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
      return Promise.reject(died);
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
  } catch (error) {
    // A dead process reports no error.
    if (count < n) throw error;
  } finally {
    for (const [at, [target, name]] of all.entries()) {
      const call = real[at];
      if (call) target[name] = call;
    }
    syncBuiltinESMExports();
  }
  return Math.min(count, n);
}

function half([file, data, ...rest]: readonly unknown[]): unknown[] {
  if (typeof data === 'string') return [file, data.slice(0, data.length / 2), ...rest];
  if (data instanceof Uint8Array) return [file, data.subarray(0, Math.floor(data.length / 2)), ...rest];
  return [file, data, ...rest];
}
