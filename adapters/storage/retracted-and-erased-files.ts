import { join } from 'node:path';
import { parseErasures } from '../../domain/team/erasures-file.ts';
import { parseRetractions } from '../../domain/team/removal-files.ts';
import type { LineProblem } from '../../domain/values/text.ts';
import type { Section } from './database/section.ts';
import { takeLine } from './library/erase-person.ts';
import { applyRetractionsEverywhere } from './library/retract.ts';
import { readText } from './files/text-files.ts';
import type { StorageLog } from './storage-log.ts';
import type { StoragePaths } from './storage-paths.ts';
import { insertRetractions, readForgotten, retractedAmong } from './retracted-and-erased.ts';

/* The printed lines of what may never come back. Each returns the lines that do not count. */

/** Somebody may have put an older database back by hand: what was printed since still holds. */
export function* takeInRetractedAndErased({
  paths,
  log,
  now,
}: {
  readonly paths: Pick<StoragePaths, 'libraryDir'>;
  readonly log: StorageLog;
  readonly now: Date;
}): Section<void> {
  const { forgotten, retractions } = retractedAndErasedPaths(paths);
  const problems = [
    [retractions, yield* takeInRetractions(readText(retractions) ?? '', now)],
    [forgotten, yield* takeInForgotten(readText(forgotten) ?? '')],
  ] as const;
  for (const [file, lines] of problems) tellOfLines(log, file, lines);
}

export function tellOfLines(log: StorageLog, file: string, problems: readonly LineProblem[]): void {
  for (const { line, reason } of problems)
    log.warn({ file, line }, `line_skipped: ${file}:${line}: ${reason}`);
}

/** Where the lines are printed. */
export const retractedAndErasedPaths = ({ libraryDir }: Pick<StoragePaths, 'libraryDir'>) => ({
  forgotten: join(libraryDir, 'forgotten.txt'),
  retractions: join(libraryDir, 'retractions.txt'),
});

export function* takeInForgotten(text: string): Section<readonly LineProblem[]> {
  const { erasures, problems } = parseErasures(text);
  const known = new Set((yield* readForgotten()).map(({ userId, erasedAt }) => `${userId} ${erasedAt}`));
  for (const line of erasures) if (!known.has(`${line.userId} ${line.erasedAt}`)) yield* takeLine(line);
  return problems;
}

export function* takeInRetractions(text: string, now: Date): Section<readonly LineProblem[]> {
  const { retractions, problems } = parseRetractions(text);
  const known = yield* retractedAmong([...retractions.keys()]);
  const news = [...retractions.values()].filter(({ qaId }) => !known.has(qaId));
  yield* insertRetractions(news);
  yield* applyRetractionsEverywhere(
    news.map(({ qaId }) => qaId),
    now,
  );
  return problems;
}
