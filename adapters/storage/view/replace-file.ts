import { randomBytes } from 'node:crypto';
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
import { basename, dirname, join } from 'node:path';
import { textHash } from '../library/topics.ts';
import { ignoreMissing } from './ignore-missing.ts';

/** A file that was taken away for a new one, as it was read. Whoever still has it open may write into it. */
export interface Taken {
  readonly path: string;
  readonly stamp: string;
}

/** `changed`: somebody else has written there since `baseHash` was read, and their file stands where it stood. */
export type Replacement = 'changed' | { readonly taken: Taken | null };

/**
 * Puts a text in the place of the file that has `baseHash` (null: of none), and never over another one: the file is taken
 * away and read, and the new one is linked to its name. A death in between leaves the former file under a hidden name.
 * Without a text the file only goes.
 */
export function replaceFile(path: string, text: string | null, baseHash: string | null): Replacement {
  const former = readText(path);
  if (former === null && text === null) return { taken: null };
  if (text !== null && former === text) return { taken: null };
  mkdirSync(dirname(path), { recursive: true });
  const taken = former === null ? null : takeAway(path);
  if (taken && hashOf(taken) !== baseHash) {
    putBack(taken.path, path);
    return 'changed';
  }
  if (text === null) return { taken };
  const temporary = hiddenName(path, 'tmp');
  writeWhole(temporary, text);
  const isLinked = linkUnlessThere(temporary, path);
  rmSync(temporary, { force: true });
  return isLinked ? { taken } : 'changed';
}

/** The text that was written into a taken file after it was read; null when there is none. The file goes. */
export function dropTaken({ path, stamp }: Taken): string | null {
  const late = stampOf(path) === stamp ? null : readText(path);
  if (late === null) rmSync(path, { force: true });
  return late;
}

/** Null when there is no such file. */
export const readText = (path: string): string | null =>
  ignoreMissing(() => readFileSync(path, 'utf8'), null);

/** Changes whenever a file is written or another one. Null when there is none. */
export function stampOf(path: string): string | null {
  const stats = ignoreMissing(() => statSync(path, { bigint: true }), null);
  return stats && `${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}

/** The file that a hidden name stood beside or in for, and whether it was taken away; null for other names. */
export function hiddenFile(name: string): { readonly name: string; readonly isTaken: boolean } | null {
  const match = /^\.(.+)\.[0-9a-f]{12}\.(tmp|taken)$/u.exec(name);
  return match?.[1] === undefined ? null : { name: match[1], isTaken: match[2] === 'taken' };
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
  // Where another file has come meanwhile, the hidden one is found and taken in as well.
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

function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'wx');
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A hidden name beside `path`, which no reader of the folder takes for one of its files. */
const hiddenName = (path: string, kind: 'tmp' | 'taken'): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.${kind}`);
