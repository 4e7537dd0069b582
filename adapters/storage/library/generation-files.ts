import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PortError } from '../../../domain/ports/errors.ts';
import { linkTarget } from '../files/durable-files.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';

/** Where the parts of one generation of the library stand. */
export interface GenerationFiles {
  readonly number: number;
  readonly folder: string;
  readonly topicsDir: string;
  readonly index: string;
  readonly indexCache: string;
  readonly state: string;
  readonly ledger: string;
  readonly about: string;
}

export const generationsDir = (libraryDir: string): string => join(libraryDir, 'generations');
export const liveLink = (libraryDir: string): string => join(libraryDir, 'live');

export function filesIn(folder: string, number: number): GenerationFiles {
  return {
    number,
    folder,
    topicsDir: join(folder, 'topics'),
    index: join(folder, 'index-team.txt'),
    indexCache: join(folder, 'index-team-cache.json'),
    state: join(folder, 'state.json'),
    ledger: join(folder, 'settled.txt'),
    about: join(folder, 'generation.json'),
  };
}

export const generationFiles = (libraryDir: string, number: number): GenerationFiles =>
  filesIn(join(generationsDir(libraryDir), String(number)), number);

/** As `generationFiles`. Throws a final `PortError` for a generation that is not there. */
export function existingGeneration(libraryDir: string, number: number): GenerationFiles {
  const files = generationFiles(libraryDir, number);
  if (Number.isInteger(number) && existsSync(files.folder)) return files;
  throw new PortError({
    kind: 'final',
    code: 'generation_unknown',
    message: `The library has no generation ${number}; it may have been dropped.`,
  });
}

/** Smallest first. Folders that are being made or removed have hidden names and are none. */
export const generationNumbers = (libraryDir: string): readonly number[] =>
  ignoreMissing(() => readdirSync(generationsDir(libraryDir)), [])
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);

/** The generation that `live` leads to; null when there is no such link. */
export function liveNumber(libraryDir: string): number | null {
  const target = linkTarget(liveLink(libraryDir));
  return target === null ? null : Number(basename(target));
}
