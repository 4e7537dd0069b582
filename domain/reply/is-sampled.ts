import { createHash } from 'node:crypto';

/**
 * Whether an id belongs to a sample of this rate (0 to 1). The result for an id is always the same, and a higher rate
 * only adds ids.
 */
export const isSampled = (id: string, rate: number): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE(0) < rate * 2 ** 32;
