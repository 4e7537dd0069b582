import { createHash } from 'node:crypto';

/** Whether an id is in a sample of this rate (0 to 1). An id's result never changes; a higher rate only adds ids. */
export const isSampled = (id: string, rate: number): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE(0) < rate * 2 ** 32;
