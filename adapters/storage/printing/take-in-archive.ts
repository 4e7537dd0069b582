import { basename, join } from 'node:path';
import { eraseEntries } from '../../../domain/team/erased-turns.ts';
import { piecesOf } from '../../../domain/team/qa-block-reader.ts';
import { parseRaw } from '../../../domain/team/qa-blocks.ts';
import type { LineProblem } from '../../../domain/values/text.ts';
import type { Transaction } from '../database/database.ts';
import { insertSegment, isForgotten, isStored, removeWeek, weekText } from '../library/raw-archive.ts';
import { readForgotten } from '../retracted-and-erased.ts';
import type { StorageLog } from '../storage-log.ts';
import { namesIn, readText, textHash, weekName } from '../files/text-files.ts';

/**
 * Takes in the entries of the raw archive's folder whose id the store does not know, and names what cannot be read. Entries that are
 * gone there or were changed stay as the store has them. `printed`: the hashes of files as this host printed them last.
 */
export async function takeInArchive(
  trx: Transaction,
  rawDir: string,
  { log, printed }: { readonly log: StorageLog; readonly printed: ReadonlyMap<string, string> },
): Promise<void> {
  for (const name of namesIn(rawDir).filter((one) => weekName.test(one))) {
    const path = join(rawDir, name);
    const text = readText(path) ?? '';
    const isPrinted = textHash(text) === printed.get(path);
    for (const { line, reason } of await takeInWeek(trx, basename(name, '.txt'), { text, isPrinted }))
      log.warn({ file: path, line }, `raw_entry_skipped: ${path}:${line}: ${reason}`);
  }
}

/**
 * A file that somebody has changed, and in which every stored entry stands as it is, counts word for word, with what is no entry. Of
 * any other file the new entries are taken: an older database may have been put back beside it.
 */
async function takeInWeek(
  trx: Transaction,
  week: string,
  { text, isPrinted }: { readonly text: string; readonly isPrinted: boolean },
): Promise<readonly LineProblem[]> {
  const stored = await weekText(trx, week);
  const { entries, problems } = parseRaw(text);
  if (text === stored) return problems;
  const inFile = new Map(entries.map((entry) => [entry.qaId, JSON.stringify(entry)]));
  const isWhole =
    !isPrinted && parseRaw(stored).entries.every((entry) => inFile.get(entry.qaId) === JSON.stringify(entry));
  // The end of a line may complete an entry.
  const isAddition = text.startsWith(stored) && /(?:^|\n)$/u.test(stored);
  if (isWhole && !isAddition) await removeWeek(trx, week);
  const erased = (await readForgotten(trx)).flatMap(({ entries: erasedEntries }) => erasedEntries);
  const unused: LineProblem[] = [];
  let line = isAddition ? stored.split('\n').length : 1;
  for (const piece of piecesOf(isAddition ? text.slice(stored.length) : text)) {
    const [entry] = parseRaw(piece.endsWith('\n') ? piece : `${piece}\n`).entries;
    if (entry && (await isForgotten(trx, entry))) {
      unused.push({ line, reason: 'Its messages were forgotten; this entry is not used.' });
    } else if (isWhole) {
      const taken = await insertSegment(trx, week, eraseEntries(piece, erased));
      if (taken !== null)
        unused.push({ line, reason: `The id ${taken} stands twice; this entry is not used.` });
    } else if (entry && !(await isStored(trx, entry.qaId))) {
      await insertSegment(trx, week, `\n${eraseEntries(piece, erased)}`);
    }
    line += piece.split('\n').length - 1;
  }
  return [...problems, ...unused];
}
