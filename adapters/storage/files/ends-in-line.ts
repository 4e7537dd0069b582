import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ignoreMissing } from './ignore-missing.ts';

/** Whether the last line of a file has its line end. True for an empty file and where there is none. */
export function endsInLine(path: string): boolean {
  const file = ignoreMissing(() => openSync(path, 'r'), null);
  if (file === null) return true;
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
  } finally {
    closeSync(file);
  }
}
