import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Every call by which the store changes or opens files. */
const calls = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'fdatasyncSync',
  'ftruncateSync',
  'truncateSync',
  'renameSync',
  'symlinkSync',
  'mkdirSync',
  'rmSync',
  'rmdirSync',
] as const;

type Call = (...args: unknown[]) => unknown;

class Died extends Error {
  override readonly name = 'Died';
}

/**
 * Runs `work` as a process that dies at its nth file operation: that one happens by half at most, and none after it
 * happens at all. Returns `n`, or how many it came to when it
 * ended before.
 */
export async function dyingAt(n: number, work: () => Promise<void>): Promise<number> {
  const table = fs as unknown as Record<string, Call>;
  const real = new Map(calls.map((name) => [name, table[name]]));
  let count = 0;
  for (const [name, call] of real) {
    table[name] = (...args) => {
      count += 1;
      if (count < n) return call?.(...args);
      if (count === n && (name === 'writeSync' || name === 'writeFileSync')) call?.(...half(args));
      throw new Died(`at operation ${n}, ${name}`);
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
  } catch (error) {
    if (!isDeath(error)) throw error;
  } finally {
    for (const [name, call] of real) if (call) table[name] = call;
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
