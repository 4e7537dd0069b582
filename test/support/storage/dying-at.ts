import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

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

class Died extends Error {
  override readonly name = 'Died';
}

/**
 * Runs `work` as a process that dies at its nth operation, a statement of the database or a call on files: a write to a file
 * happens by half, and nothing after it happens at all. Returns `n`, or how many it came to when it ended before.
 */
export async function dyingAt(n: number, work: () => Promise<void>): Promise<number> {
  const targets = [
    ...calls.map((name) => [fs, name] as const),
    ...(['exec'] as const).map((name) => [DatabaseSync.prototype, name] as const),
    ...(['run', 'all', 'get'] as const).map((name) => [StatementSync.prototype, name] as const),
  ].map(([target, name]) => [target as unknown as Record<string, Call>, name as string] as const);
  const real = targets.map(([target, name]) => target[name]);
  let count = 0;
  for (const [at, [target, name]] of targets.entries()) {
    const call = real[at];
    target[name] = function (...args) {
      // Around what only reads: a death there changes nothing.
      if (count < n && (args[0] === 'BEGIN' || args[0] === 'END')) return call?.apply(this, args);
      count += 1;
      if (count < n) return call?.apply(this, args);
      if (count === n && (name === 'writeSync' || name === 'writeFileSync')) call?.apply(this, half(args));
      throw new Died(`at operation ${n}, ${name}`);
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
  } catch (error) {
    if (!isDeath(error)) throw error;
  } finally {
    for (const [at, [target, name]] of targets.entries()) {
      const call = real[at];
      if (call) target[name] = call;
    }
    syncBuiltinESMExports();
  }
  return Math.min(count, n);
}

const isDeath = (error: unknown): boolean =>
  error instanceof Died || (error instanceof Error && error.cause instanceof Died);

function half([file, data, ...rest]: readonly unknown[]): unknown[] {
  if (typeof data === 'string') return [file, data.slice(0, data.length / 2), ...rest];
  if (data instanceof Uint8Array) return [file, data.subarray(0, Math.floor(data.length / 2)), ...rest];
  return [file, data, ...rest];
}
