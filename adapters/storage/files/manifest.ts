import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { StoragePaths } from '../storage-paths.ts';
import { readText, writeText } from './text-files.ts';

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
