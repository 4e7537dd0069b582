import { createHash } from 'node:crypto';
import type { Lock } from '../database.ts';

/** Several locks are always taken in this order, which excludes deadlocks. */
const kinds = ['message', 'guild', 'lease', 'usage', 'documents', 'library'];

/**
 * The statements that take a transaction's locks, held to the end of its transaction. Every write shares the store; without a
 * list it has it alone.
 */
export function advisoryLocks(schema: string, locks?: readonly Lock[]): string {
  const key = (name: string) => keyOf(`${schema} ${name}`);
  if (!locks) return `SELECT pg_advisory_xact_lock(${key('store')})`;
  const rank = (lock: Lock) => kinds.indexOf(lock.split(' ')[0] ?? '');
  const inOrder = [...new Set(locks)].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return [
    `SELECT pg_advisory_xact_lock_shared(${key('store')})`,
    ...inOrder.map((lock) => `SELECT pg_advisory_xact_lock(${key(lock)})`),
  ].join('; ');
}

/** A number for each name. A collision only makes two transactions wait for each other. */
const keyOf = (name: string): bigint =>
  createHash('sha256').update(`steward ${name}`).digest().readBigInt64BE(0);
