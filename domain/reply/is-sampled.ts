import { createHash } from 'node:crypto';

/** Whether an id belongs to a sample of this rate (0 to 1). Always the same for an id; a higher rate only adds to a sample. */
export const isSampled = (id: string, rate: number): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE(0) < rate * 2 ** 32;
