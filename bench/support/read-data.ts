import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** What a JSON file holds, by its path from the project's folder. */
export const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** The objects of a JSON lines file. */
export const readJsonLines = (path: string): readonly unknown[] =>
  readFileSync(new URL(path, root), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
