import { readFileSync } from 'node:fs';
import { parseRaw } from '../../domain/team/qa-blocks.ts';
import type { Candidates } from './import-candidates.ts';

/** The entries of raw archives, a Python original's or Steward's own. */
export function readRawFiles(paths: readonly string[], mask: (text: string) => string): Candidates {
  const files = paths.map((path) => ({ path, ...parseRaw(readFileSync(path, 'utf8')) }));
  const candidates = files.flatMap(({ path, entries }) =>
    entries.map((entry) => ({
      entry: { ...entry, turns: entry.turns.map(({ label, text }) => ({ label, text: mask(text) })) },
      file: path,
      turnAuthors: null,
    })),
  );
  const leftOut = files.flatMap(({ path, problems }) =>
    problems.map(({ line, reason }) => ({ file: path, place: `line ${line}`, reason })),
  );
  return { read: candidates.length + leftOut.length, candidates, leftOut, superseded: 0 };
}
