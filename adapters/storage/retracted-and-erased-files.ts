import { join } from 'node:path';
import { parseErasures, type Erasure } from '../../domain/team/erasures-file.ts';
import { parseRetractions, type Retraction } from '../../domain/team/retractions-file.ts';
import type { LineProblem } from '../../domain/values/text.ts';
import type { Transaction } from './database/database.ts';
import { takeLine } from './library/erase-person.ts';
import { applyRetractions } from './library/removals.ts';
import { readText } from './files/text-files.ts';
import type { StorageLog } from './storage-log.ts';
import { readForgotten, retractedAmong } from './retracted-and-erased.ts';

/** What may never come back. */
export interface RetractedAndErased {
  readonly erasures: readonly Erasure[];
  readonly retractions: readonly Retraction[];
}

/** The printed lines of a library's folder, and those that do not count. */
export function readPrinted(libraryDir: string) {
  const read = <Value>(
    name: string,
    parse: (text: string) => { readonly values: readonly Value[]; readonly problems: readonly LineProblem[] },
  ) => {
    const file = join(libraryDir, name);
    const { values, problems } = parse(readText(file) ?? '');
    return { values, problems: problems.map((problem) => ({ ...problem, file })) };
  };
  const forgotten = read('forgotten.txt', parseErasures);
  const retracted = read('retractions.txt', parseRetractions);
  return {
    erasures: forgotten.values,
    retractions: retracted.values,
    problems: [...forgotten.problems, ...retracted.problems],
  };
}

/** Somebody may have put an older database back by hand: what was printed since still holds. */
export async function takeInPrinted(
  trx: Transaction,
  { libraryDir, log, now }: { readonly libraryDir: string; readonly log: StorageLog; readonly now: Date },
): Promise<void> {
  const { problems, ...printed } = readPrinted(libraryDir);
  await takeIn(trx, printed, now);
  for (const { file, ...problem } of problems) tellOfLines(log, file, [problem]);
}

export function tellOfLines(log: StorageLog, file: string, problems: readonly LineProblem[]): void {
  for (const { line, reason } of problems)
    log.warn({ file, line }, `line_skipped: ${file}:${line}: ${reason}`);
}

/** Applies what the store does not know yet. */
export async function takeIn(
  trx: Transaction,
  { erasures, retractions }: RetractedAndErased,
  now: Date,
): Promise<void> {
  const ids = new Set((await readForgotten(trx)).map(({ userId, erasedAt }) => `${userId} ${erasedAt}`));
  for (const line of erasures) if (!ids.has(`${line.userId} ${line.erasedAt}`)) await takeLine(trx, line);
  const retracted = await retractedAmong(
    trx,
    retractions.map(({ qaId }) => qaId),
  );
  const news = retractions.filter(({ qaId }) => !retracted.has(qaId));
  await applyRetractions(trx, news, now);
}
