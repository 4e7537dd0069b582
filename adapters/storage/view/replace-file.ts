import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { textHash } from '../library/topics.ts';
import { hiddenName, ignoreMissing } from './view-folders.ts';

/** A replaced file as it was read. A process that has it open may still write into it. */
export interface Taken {
  readonly path: string;
  readonly stamp: string;
}

/** `changed`: the file no longer has `baseHash` and was left in place. */
export type Replacement = 'changed' | { readonly taken: Taken | null };

/**
 * Puts a text in the place of the file that has `baseHash` (null: of none), and never over another one: the file is taken
 * away and read, and the new one is linked to its name. A death in between leaves the former file under a hidden name.
 * Without a text the file only goes.
 */
export function replaceFile(
  path: string,
  text: string | null,
  { baseHash, isSynced = true }: { readonly baseHash: string | null; readonly isSynced?: boolean },
): Replacement {
  const former = readText(path);
  if (former === null && text === null) return { taken: null };
  if (text !== null && former === text) return { taken: null };
  mkdirSync(dirname(path), { recursive: true });
  // Written first, so that the former file stays if the disk is full.
  const temporary = text === null ? null : writeBeside(path, text, isSynced);
  try {
    const taken = former === null ? null : takeAway(path);
    if (taken && hashOf(taken) !== baseHash) {
      putBack(taken.path, path);
      return 'changed';
    }
    return temporary === null || linkUnlessThere(temporary, path) ? { taken } : 'changed';
  } finally {
    if (temporary !== null) rmSync(temporary, { force: true });
  }
}

/** Returns text that was written into a taken file after it was read; otherwise deletes the file and returns null. */
export function dropTaken({ path, stamp }: Taken): string | null {
  const late = stampOf(path) === stamp ? null : readText(path);
  if (late === null) rmSync(path, { force: true });
  return late;
}

/** Null if there is no such file. */
export const readText = (path: string): string | null =>
  ignoreMissing(() => readFileSync(path, 'utf8'), null);

/** Changes whenever a file is written or replaced. Null if there is none. */
export function stampOf(path: string): string | null {
  const stats = ignoreMissing(() => statSync(path, { bigint: true }), null);
  return stats && `${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}

function takeAway(path: string): Taken | null {
  const hidden = hiddenName(path, 'taken');
  const isTaken = ignoreMissing(() => {
    renameSync(path, hidden);
    return true;
  }, false);
  return isTaken ? { path: hidden, stamp: stampOf(hidden) ?? '' } : null;
}

const hashOf = ({ path }: Taken): string => textHash(readText(path) ?? '');

function putBack(hidden: string, path: string): void {
  // If another file has appeared meanwhile, the hidden one is found later and taken in as well.
  if (linkUnlessThere(hidden, path)) rmSync(hidden, { force: true });
}

function linkUnlessThere(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'EEXIST') return false;
    throw error;
  }
}

function writeBeside(path: string, text: string, isSynced: boolean): string {
  const temporary = hiddenName(path, 'tmp');
  const file = openSync(temporary, 'wx');
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    if (isSynced) fsyncSync(file);
    return temporary;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
