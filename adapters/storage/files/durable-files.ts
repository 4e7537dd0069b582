import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ignoreMissing } from './ignore-missing.ts';

/*
 * Writes that are atomic and durable: when a call returns, a power cut changes nothing any more, and a death at any
 * instant leaves the former file or the new one. All of them run inside the store's lock, so that a temporary file
 * found by the next holder of the lock belongs to nobody and may go.
 */

/** Replaces a file: a temporary file beside it is written and synced, then renamed over it. */
export function writeFileDurably(path: string, text: string): void {
  const temporary = temporaryName(path);
  const file = openSync(temporary, 'wx');
  try {
    writeAll(file, text);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** As `writeFileDurably`, and leaves a file alone that holds the text already. */
export function writeFileIfChanged(path: string, text: string): void {
  if (ignoreMissing(() => readFileSync(path, 'utf8'), null) !== text) writeFileDurably(path, text);
}

/** Appends and syncs. When the disk fills up midway, what was written of `text` is cut off again. */
export function appendDurably(path: string, text: string): void {
  const file = openSync(path, 'a');
  try {
    const before = fstatSync(file).size;
    try {
      writeAll(file, text);
      fdatasyncSync(file);
    } catch (error) {
      ftruncateSync(file, before);
      throw error;
    }
    if (before === 0) syncFolder(dirname(path));
  } finally {
    closeSync(file);
  }
}

/** Makes an empty file unless there is one. */
export function makeFileDurably(path: string): void {
  if (existsSync(path)) return;
  closeSync(openSync(path, 'a'));
  syncFolder(dirname(path));
}

/** Cuts a file off at a length in bytes. */
export function truncateDurably(path: string, sizeBytes: number): void {
  const file = openSync(path, 'r+');
  try {
    ftruncateSync(file, sizeBytes);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes a file. One that is gone already is fine. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true });
  ignoreMissing(() => syncFolder(dirname(path)), undefined);
}

export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) syncFolder(dirname(from));
}

/** Makes `path` a symbolic link to `target`, in place of whatever file or link it was. */
export function linkDurably(target: string, path: string): void {
  if (linkTarget(path) === target) return;
  const temporary = temporaryName(path);
  symlinkSync(target, temporary);
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** Where a symbolic link leads; null when there is none, or a file or folder in its place. */
export function linkTarget(path: string): string | null {
  const isLink = ignoreMissing(() => lstatSync(path).isSymbolicLink(), false);
  return isLink ? ignoreMissing(() => readlinkSync(path), null) : null;
}

/** Makes a folder and those above it that are missing. */
export function makeFolderDurably(path: string): void {
  const folder = resolve(path);
  const firstMade = mkdirSync(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) syncFolder(dirname(made));
}

/** Removes what deaths left behind. For holders of the lock only. */
export function sweepTemporaries(folder: string): void {
  for (const name of ignoreMissing(() => readdirSync(folder), [])) {
    if (isTemporary(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** A hidden name beside `path`, which no reader of the folder takes for one of its files. */
export const temporaryName = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);

const isTemporary = (name: string): boolean => /^\..+\.[0-9a-f]{12}\.tmp$/.test(name);

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

/** A rename or a new name is durable once its folder is synced. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
