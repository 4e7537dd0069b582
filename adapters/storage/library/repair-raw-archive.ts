import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { parseRaw } from '../../../domain/team/qa-blocks.ts';
import { appendDurably, sweepTemporaries, truncateDurably } from '../files/durable-files.ts';
import type { StorageLog } from '../storage-log.ts';
import { completeAppend } from './append-intent.ts';
import { rawFileNames } from './raw-archive.ts';

/**
 * At start, inside the lock. What our own appends left is completed. Any other end that is not whole (a Python
 * original's, a copy that was cut short) is moved into `<week>.txt.torn` beside it: appending behind it would turn it
 * into an entry that nobody wrote. Repeating it after a death may put the end there twice, and loses nothing.
 */
export function repairRawArchive(rawDir: string, log: StorageLog): void {
  sweepTemporaries(rawDir);
  completeAppend(rawDir, log);
  for (const name of rawFileNames(rawDir)) {
    const path = join(rawDir, name);
    const bytes = readFileSync(path);
    const torn = parseRaw(bytes.toString('utf8')).problems.find((problem) => problem.torn);
    if (!torn) continue;
    const start = offsetOfLine(bytes, torn.line);
    appendDurably(`${path}.torn`, `${bytes.subarray(start).toString('utf8').trimEnd()}\n\n`);
    truncateDurably(path, start);
    log.warn(
      { file: path, line: torn.line },
      `raw_entry_torn: the last entry is not whole (${torn.reason}) and was moved to ${path}.torn; ` +
        'correct it there and put it back if it should count',
    );
  }
}

function offsetOfLine(bytes: Buffer, line: number): number {
  let offset = 0;
  for (let at = 1; at < line; at += 1) offset = bytes.indexOf('\n', offset) + 1;
  return offset;
}
