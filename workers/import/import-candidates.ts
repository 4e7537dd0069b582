import { readFileSync } from 'node:fs';
import { parseRaw } from '../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';

/** An entry to add to the archive. */
export interface Candidate {
  readonly entry: RawEntry;
  readonly file: string;
  /** The author and time of each turn; null if the format does not have them. */
  readonly turnAuthors: readonly { readonly authorId: string; readonly createdAt: string }[] | null;
}

export interface SkippedEntry {
  readonly file: string;
  /** `line 12`, or `message 1234`. */
  readonly place: string | null;
  readonly reason: string;
}

export interface Candidates {
  /** How many entries or messages were read. */
  readonly read: number;
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly SkippedEntry[];
  /** How many captures a fuller one of the same conversation replaces. */
  readonly superseded: number;
}

/** The entries of raw archives, of the Python original or of Steward. */
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
