import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { sync as writeFileAtomic } from 'write-file-atomic';
import { z } from 'zod';
import type { StoragePaths } from '../storage-paths.ts';

export const weekName = /^\d{4}-W\d{2}\.txt$/;

export const namesIn = (folder: string): readonly string[] =>
  ignoreMissing(() => readdirSync(folder, { withFileTypes: true }), [])
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith('.txt') && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();

export const textHash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Null if there is no such file. */
export const readText = (path: string): string | null =>
  ignoreMissing(() => readFileSync(path, 'utf8'), null);

/** Replaces a file as a whole: a reader sees the old text or the new one. */
export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileAtomic(path, text);
}

/** The folder with copies of files that were not as they had been printed. */
export const keptAsideFolder = ({ libraryDir }: StoragePaths): string => join(libraryDir, 'kept-aside');

/** Copies a file byte for byte. Returns the path of the copy, which is the same for the same text. */
export function keepAside(paths: StoragePaths, path: string, text: string): string {
  const copy = join(keptAsideFolder(paths), `${textHash(text).slice(0, 8)}-${basename(path)}`);
  mkdirSync(keptAsideFolder(paths), { recursive: true });
  copyFileSync(path, copy);
  return copy;
}

/** Every copy, also those that a person has sorted into folders. */
export const keptAside = (paths: StoragePaths): readonly string[] =>
  ignoreMissing(() => readdirSync(keptAsideFolder(paths), { recursive: true, withFileTypes: true }), [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** What `read` returns, or `otherwise` where there is no such file. Any other failure is thrown. */
export function ignoreMissing<Result, Otherwise>(
  read: () => Result,
  otherwise: Otherwise,
): Result | Otherwise {
  try {
    return read();
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise;
    throw error;
  }
}

/** What stands in the folders of one host: whose files they are, and the hash of each as it was last printed, by path. */
export interface Manifest {
  /** The id of the store. */
  readonly store: string;
  readonly files: Map<string, string>;
}

const schema = z.object({ store: z.string(), files: z.record(z.string(), z.string()) });

export const manifestPath = ({ libraryDir }: StoragePaths): string => join(libraryDir, '.printed.json');

/** Null where nothing was printed, or where the manifest is damaged: then every file that differs is kept aside. */
export function readManifest(paths: StoragePaths): Manifest | null {
  const text = readText(manifestPath(paths));
  if (text === null) return null;
  const parsed = schema.safeParse(parsedJson(text));
  if (!parsed.success) return null;
  const { store, files } = parsed.data;
  const entries = Object.entries(files).map(
    ([name, hash]) => [resolve(paths.libraryDir, name), hash] as const,
  );
  return { store, files: new Map(entries) };
}

export function writeManifest(paths: StoragePaths, { store, files }: Manifest): void {
  const entries = [...files].map(([path, hash]) => [relative(paths.libraryDir, path), hash] as const);
  writeText(manifestPath(paths), `${JSON.stringify({ store, files: Object.fromEntries(entries) })}\n`);
}

/** Null when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
