import { join } from 'node:path';
import { parseErasures } from '../../domain/team/erasures-file.ts';
import { parseRetractions } from '../../domain/team/retractions-file.ts';
import type { LineProblem } from '../../domain/values/text.ts';
import type { Transaction } from './database/database.ts';
import { takeLine } from './library/erase-person.ts';
import { applyRetractionsEverywhere } from './library/retract.ts';
import { readText } from './files/text-files.ts';
import type { StorageLog } from './storage-log.ts';
import type { StoragePaths } from './storage-paths.ts';
import { insertRetractions, readForgotten, retractedAmong } from './retracted-and-erased.ts';

/* The printed lines of what may never come back. Each returns the lines that do not count. */

/** Somebody may have put an older database back by hand: what was printed since still holds. */
export async function takeInRetractedAndErased(
  trx: Transaction,
  {
    paths,
    log,
    now,
  }: {
    readonly paths: Pick<StoragePaths, 'libraryDir'>;
    readonly log: StorageLog;
    readonly now: Date;
  },
): Promise<void> {
  const { forgotten, retractions } = retractedAndErasedPaths(paths);
  const problems = [
    [retractions, await takeInRetractions(trx, readText(retractions) ?? '', now)],
    [forgotten, await takeInForgotten(trx, readText(forgotten) ?? '')],
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

export async function takeInForgotten(trx: Transaction, text: string): Promise<readonly LineProblem[]> {
  const { erasures, problems } = parseErasures(text);
  const forgottenKeys = new Set(
    (await readForgotten(trx)).map(({ userId, erasedAt }) => `${userId} ${erasedAt}`),
  );
  for (const line of erasures)
    if (!forgottenKeys.has(`${line.userId} ${line.erasedAt}`)) await takeLine(trx, line);
  return problems;
}

export async function takeInRetractions(
  trx: Transaction,
  text: string,
  now: Date,
): Promise<readonly LineProblem[]> {
  const { retractions, problems } = parseRetractions(text);
  const retractedIds = await retractedAmong(trx, [...retractions.keys()]);
  const news = [...retractions.values()].filter(({ qaId }) => !retractedIds.has(qaId));
  await insertRetractions(trx, news);
  await applyRetractionsEverywhere(
    trx,
    news.map(({ qaId }) => qaId),
    now,
  );
  return problems;
}
