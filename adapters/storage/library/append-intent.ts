import {
  closeSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { appendDurably, makeFileDurably, truncateDurably } from '../files/durable-files.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import type { StorageLog } from '../storage-log.ts';

/**
 * An append to the raw archive that survives a death at any instant. Before the archive is touched, what is to be
 * written and where is put into `.append.json` and synced. Whoever holds the lock next finds it:
 *
 * - not whole: the append had not begun, and nothing is to be done;
 * - whole, with a part of the text (or none of it) at the archive's end: the append is finished;
 * - whole, with all of the text there: only the note had not been cleared.
 *
 * So an entry that was cut in two is never read, not even where the cut left something that looks whole.
 */
interface AppendIntent {
  readonly fileName: string;
  readonly offset: number;
  readonly text: string;
}

export function appendWithIntent(rawDir: string, intent: AppendIntent): void {
  writeIntent(rawDir, JSON.stringify(intent));
  try {
    appendDurably(join(rawDir, intent.fileName), intent.text);
  } catch (error) {
    // A full disk: what was written is cut off again and the caller is told, so nobody is to finish it.
    if (readFrom(join(rawDir, intent.fileName), intent.offset)?.length === 0) clearIntent(rawDir);
    throw error;
  }
  clearIntent(rawDir);
}

/** Completes what a death cut off. Inside the lock, before the archive is read. */
export function completeAppend(rawDir: string, log: StorageLog): void {
  const intent = readIntent(rawDir);
  if (!intent) return;
  const path = join(rawDir, intent.fileName);
  const expected = Buffer.from(intent.text, 'utf8');
  const tail = readFrom(path, intent.offset);
  if (tail && !tail.subarray(0, expected.length).equals(expected)) {
    if (expected.subarray(0, tail.length).equals(tail)) {
      if (tail.length > 0) truncateDurably(path, intent.offset);
      appendDurably(path, intent.text);
      log.info({ file: path }, 'raw_append_completed');
    } else {
      log.warn({ file: path }, 'raw_append_abandoned: the file was changed by someone else meanwhile');
    }
  }
  clearIntent(rawDir);
}

const intentPath = (rawDir: string): string => join(rawDir, '.append.json');

/** Written in place: as long as the note is not whole, the archive is untouched. */
function writeIntent(rawDir: string, text: string): void {
  makeFileDurably(intentPath(rawDir));
  const file = openSync(intentPath(rawDir), 'w');
  try {
    writeFileSync(file, text);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Needs no sync: a note that comes back after a power cut finds its text in the archive. */
const clearIntent = (rawDir: string): void => truncateSync(intentPath(rawDir));

function readIntent(rawDir: string): AppendIntent | null {
  const path = intentPath(rawDir);
  const size = ignoreMissing(() => statSync(path).size, 0);
  if (size === 0) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as AppendIntent;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    clearIntent(rawDir);
    return null;
  }
}

/** What stands behind an offset; null when the file ends before it. */
function readFrom(path: string, offset: number): Buffer | null {
  const file = ignoreMissing(() => openSync(path, 'r'), null);
  if (file === null) return offset === 0 ? Buffer.alloc(0) : null;
  try {
    const length = statSync(path).size - offset;
    if (length < 0) return null;
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}
