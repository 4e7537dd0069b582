import { readFileSync } from 'node:fs';
import { ignoreMissing } from './ignore-missing.ts';

/** What a file holds as JSON: undefined when there is no file, null when it is not JSON. */
export function readJson(path: string): unknown {
  const text = ignoreMissing(() => readFileSync(path, 'utf8'), undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
