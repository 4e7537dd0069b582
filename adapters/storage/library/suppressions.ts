import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { formatErasure, parseErasures, type Erasure } from '../../../domain/team/erasures-file.ts';
import { timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { formatRetraction, parseRetractions, type Retraction } from '../../../domain/team/retraction-file.ts';
import { withErasedTurns } from '../../../domain/team/erased-turns.ts';
import { appendDurably, truncateDurably } from '../files/durable-files.ts';
import { endsInLine } from '../files/ends-in-line.ts';
import { createFileViews } from '../files/file-views.ts';
import type { StorageLog } from '../storage-log.ts';
import type { TopicFile } from './topic-files.ts';

/**
 * What may never come back: `retractions.txt` and `forgotten.txt`, append-only, beside the raw archive and outside all
 * generations, because a generation comes and goes while the archive, from which each is built, still has the entry.
 * A line is on disk before anything is taken away, so it is the intent that the next start completes after a death.
 *
 * The database has the same lines. Whichever of the two a restored backup has set back, the start puts them together
 * again. Only a backup of the whole data folder can bring back what was taken away since: then keep these two files.
 */
export interface Suppressions {
  retracted(): ReadonlyMap<QaId, Retraction>;
  forgotten(): readonly Erasure[];
  /** Turns that are tombstones, by entry. */
  buried(): ReadonlyMap<QaId, readonly number[]>;
  /** Inside the lock. */
  retract(qaIds: readonly QaId[], now: Date): void;
  /** Inside the lock. The database learns of it by `confirm`, once everything is done. */
  forget(line: Erasure): void;
  /** Lines of people that this database has not confirmed. */
  unconfirmed(): readonly Erasure[];
  confirm(line: Erasure): void;
  /** At start, inside the lock: what one of file and database lacks is taken over from the other. */
  unite(): void;
}

export function createSuppressions({
  db,
  libraryDir,
  log,
}: {
  readonly db: DatabaseSync;
  readonly libraryDir: string;
  readonly log: StorageLog;
}): Suppressions {
  const retractionsPath = join(libraryDir, 'retractions.txt');
  const forgottenPath = join(libraryDir, 'forgotten.txt');
  const warn = (path: string, lines: readonly number[]) => {
    for (const line of lines) log.warn({ file: path, line }, `suppression_line_skipped: ${path}:${line}`);
  };
  const retractions = createFileViews(({ path, text }) => {
    const read = parseRetractions(text);
    warn(path, read.problems);
    return read.retractions;
  });
  const people = createFileViews(({ path, text }) => {
    const read = parseErasures(text);
    warn(path, read.problems);
    return { lines: read.erasures, buried: turnsOf(read.erasures) };
  });

  const retracted = (): ReadonlyMap<QaId, Retraction> => retractions.read(retractionsPath) ?? new Map();
  const forgotten = (): readonly Erasure[] => people.read(forgottenPath)?.lines ?? [];

  const addRetractions = (lines: readonly Retraction[]): void => {
    const missing = lines.filter(({ qaId }) => !retracted().has(qaId));
    if (missing.length > 0) append(retractionsPath, missing.map(formatRetraction).join(''));
    const insert = db.prepare('INSERT OR IGNORE INTO retractions (qa_id, retracted_at) VALUES (?, ?)');
    for (const { qaId, retractedAt } of lines) insert.run(qaId, retractedAt);
  };
  const hasLine = (line: Erasure): boolean =>
    forgotten().some(({ userId, erasedAt }) => userId === line.userId && erasedAt === line.erasedAt);
  const addForgotten = (line: Erasure): void => {
    if (!hasLine(line)) append(forgottenPath, formatErasure(line));
  };
  const isConfirmed = ({ userId, erasedAt }: Erasure): boolean =>
    db.prepare('SELECT 1 FROM forgotten WHERE user_id = ? AND forgotten_at = ?').get(userId, erasedAt) !==
    undefined;

  return {
    retracted,
    forgotten,
    buried: () => people.read(forgottenPath)?.buried ?? new Map(),
    retract(qaIds, now) {
      const retractedAt = timestampFromDate(now);
      addRetractions(qaIds.map((qaId) => ({ qaId, retractedAt })));
    },
    forget: addForgotten,
    unconfirmed: () => forgotten().filter((line) => !isConfirmed(line)),
    confirm(line) {
      db.prepare('INSERT OR IGNORE INTO forgotten (user_id, forgotten_at, line) VALUES (?, ?, ?)').run(
        line.userId,
        line.erasedAt,
        formatErasure(line),
      );
    },
    unite() {
      const rows = db.prepare('SELECT qa_id, retracted_at FROM retractions ORDER BY retracted_at').all();
      const known = rows.map((row) => ({
        qaId: String(row['qa_id']) as QaId,
        retractedAt: String(row['retracted_at']),
      }));
      addRetractions([...known, ...retracted().values()]);
      for (const row of db.prepare('SELECT line FROM forgotten ORDER BY forgotten_at').all()) {
        for (const line of parseErasures(String(row['line'])).erasures) addForgotten(line);
      }
    },
  };
}

/** A torn last line was cut off by a death before anything was taken away for it. */
function append(path: string, text: string): void {
  if (!endsInLine(path)) truncateDurably(path, readFileSync(path).lastIndexOf('\n') + 1);
  appendDurably(path, text);
}

function turnsOf(lines: readonly Erasure[]): ReadonlyMap<QaId, readonly number[]> {
  const turns = new Map<QaId, readonly number[]>();
  for (const { qaId, turns: numbers } of lines.flatMap(({ entries }) => entries)) {
    turns.set(qaId, [...new Set([...(turns.get(qaId) ?? []), ...numbers])]);
  }
  return turns;
}

/** Topics that hold what may not be kept, with the pairs that they may keep. */
export function suppressedIn(
  topics: readonly TopicFile[],
  suppressions: Suppressions,
): ReadonlyMap<string, readonly QaPair[]> {
  const retracted = suppressions.retracted();
  const buried = suppressions.buried();
  const touched = new Map<string, readonly QaPair[]>();
  if (retracted.size === 0 && buried.size === 0) return touched;
  for (const { topic } of topics) {
    const kept = topic.pairs.filter(({ qaId }) => !retracted.has(qaId)).map((pair) => bury(pair, buried));
    const isSame = kept.length === topic.pairs.length && kept.every((pair, at) => pair === topic.pairs[at]);
    if (!isSame) touched.set(topic.slug, kept);
  }
  return touched;
}

function bury(pair: QaPair, buried: ReadonlyMap<QaId, readonly number[]>): QaPair {
  const turns = withErasedTurns(pair.turns, buried.get(pair.qaId) ?? []);
  return turns.every(({ text }, at) => text === pair.turns[at]?.text) ? pair : { ...pair, turns };
}
