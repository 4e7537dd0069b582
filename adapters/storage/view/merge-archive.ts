import type { LineProblem } from '../../../domain/values/text.ts';
import { eraseTurns } from '../../../domain/team/erased-turns.ts';
import { parseErasures } from '../../../domain/team/erasures-file.ts';
import { parseRetractions } from '../../../domain/team/removal-files.ts';
import { piecesOf } from '../../../domain/team/qa-block-reader.ts';
import { parseRaw } from '../../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { remove } from '../database/rows.ts';
import { all, type Section } from '../database/section.ts';
import { revise } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { takeLine } from '../library/erase-person.ts';
import { insertSegment } from '../library/raw-archive.ts';
import { applyRetractionsEverywhere } from '../library/retract.ts';
import { erasedTurns, insertRetractions, readForgotten, retractedAmong } from '../retracted-and-erased.ts';

/* What a person adds to the files of the archive and of what may never come back. */

/** The result of taking in an edited file. */
export interface Merged {
  /** Something in the file could not be taken in, so a copy is kept. */
  readonly isConflict: boolean;
  /** Ids that are missing in the file and are printed again. */
  readonly missing: readonly string[];
  readonly problems: readonly LineProblem[];
}

/**
 * Takes in a week's file as a person left it. As long as every entry stands in it as it is, the file counts word for word. An
 * entry that is gone or was changed stays in the archive; what was added is taken in behind it.
 */
export function* mergeWeek(week: string, text: string): Section<Merged> {
  const segments = yield* all(
    tables.selectFrom('raw_segments').select(['text', 'qaId']).where('week', '=', week).orderBy('id'),
  );
  const printed = segments.map((segment) => segment.text).join('');
  const { entries, problems } = parseRaw(text);
  if (text === printed) return { isConflict: false, missing: [], problems: [] };
  const erased = yield* erasedTurns();
  const inFile = new Map(entries.map((entry) => [entry.qaId, entry]));
  const archived = segments.flatMap((segment) => (segment.qaId ? parseRaw(segment.text).entries : []));
  const missing = archived.filter(({ qaId }) => !inFile.has(qaId)).map(({ qaId }) => qaId);
  const differs = archived.filter((entry) => {
    const found = inFile.get(entry.qaId);
    return found !== undefined && !isSame(found, entry);
  });
  if (missing.length + differs.length === 0) {
    const twice = yield* adoptText(week, printed, eraseTurns(text, erased));
    return { isConflict: false, missing, problems: [...problems, ...twice] };
  }
  const known = new Set(archived.map(({ qaId }) => qaId));
  const pieces = piecesOf(text);
  for (const piece of pieces) {
    const [entry] = parseRaw(piece.endsWith('\n') ? piece : `${piece}\n`).entries;
    if (entry && !known.has(entry.qaId)) yield* insertSegment(week, `\n${eraseTurns(piece, erased)}`);
  }
  // Words of erased people may differ in a file from before the erasure.
  const isEdited = differs.some((entry) => !erased.has(entry.qaId));
  const isForeign = pieces.some(
    (piece) => parseRaw(piece).entries.length === 0 && piece.trim() !== '' && !printed.includes(piece.trim()),
  );
  return { isConflict: isEdited || isForeign, missing, problems };
}

const isSame = (a: RawEntry, b: RawEntry): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Replaces the week's segments with the text, or adds segments if the text only adds to them. */
export function* adoptText(week: string, printed: string, text: string): Section<Merged['problems']> {
  const isAddition = text.startsWith(printed);
  if (!isAddition) {
    yield* remove('raw_segments', { week });
    yield* revise('archive');
  }
  const twice: LineProblem[] = [];
  let line = isAddition ? printed.split('\n').length : 1;
  for (const piece of piecesOf(isAddition ? text.slice(printed.length) : text)) {
    const taken = yield* insertSegment(week, piece);
    if (taken !== null) twice.push({ line, reason: `The id ${taken} stands twice; this entry is not used.` });
    line += piece.split('\n').length - 1;
  }
  return twice;
}

/** Applies added lines. Missing lines are printed again, as in `retractions.txt`. */
export function* mergeForgotten(text: string): Section<Merged> {
  const { erasures, problems } = parseErasures(text);
  const known = new Set((yield* readForgotten()).map(({ userId, erasedAt }) => `${userId} ${erasedAt}`));
  for (const line of erasures) {
    if (!known.has(`${line.userId} ${line.erasedAt}`)) yield* takeLine(line);
  }
  return { isConflict: problems.length > 0, missing: [], problems };
}

export function* mergeRetractions(text: string, now: Date): Section<Merged> {
  const { retractions, problems } = parseRetractions(text);
  const known = yield* retractedAmong([...retractions.keys()]);
  const news = [...retractions.values()].filter(({ qaId }) => !known.has(qaId));
  yield* insertRetractions(news);
  yield* applyRetractionsEverywhere(
    news.map(({ qaId }) => qaId),
    now,
  );
  return { isConflict: problems.length > 0, missing: [], problems };
}
