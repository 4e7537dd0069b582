import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderDurably, renameDurably, temporaryName, writeFileDurably } from '../files/durable-files.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { writeAbout } from './about-generation.ts';
import { filesIn, generationFiles, generationNumbers, generationsDir } from './generation-files.ts';

/**
 * An empty generation with a number that was never given before, so that a run whose rebuild was dropped cannot write
 * into somebody else's. It appears whole or not at all. Inside the lock.
 */
export function makeGeneration(libraryDir: string, rebuildOwner: string): number {
  const number = nextNumber(libraryDir);
  const unfinished = filesIn(temporaryName(join(generationsDir(libraryDir), String(number))), number);
  makeFolderDurably(unfinished.topicsDir);
  writeAbout(unfinished, { rebuildOwner, adoptedCursor: null });
  renameDurably(unfinished.folder, generationFiles(libraryDir, number).folder);
  return number;
}

/** Before a generation is removed. A death after this leaves the mark and the generation, which harms nobody. */
export function rememberNumber(libraryDir: string, number: number): void {
  if (number > highestRemoved(libraryDir)) writeFileDurably(markPath(libraryDir), `${number}\n`);
}

const nextNumber = (libraryDir: string): number =>
  Math.max(highestRemoved(libraryDir), generationNumbers(libraryDir).at(-1) ?? 0) + 1;

const highestRemoved = (libraryDir: string): number =>
  Number(ignoreMissing(() => readFileSync(markPath(libraryDir), 'utf8'), '0')) || 0;

const markPath = (libraryDir: string): string => join(generationsDir(libraryDir), '.highest-removed');
