import { parseErasures } from '../../../domain/team/erasures-file.ts';
import { parseRetractions } from '../../../domain/team/decision-files.ts';
import type { Section } from '../database/section.ts';
import { takeLine } from '../library/erase-person.ts';
import { applyRetractionsEverywhere } from '../library/retract.ts';
import { insertRetractions, readForgotten, retractedAmong } from '../library/suppressions.ts';
import type { Merged } from './merge-week.ts';

/* Lines that a person adds to `forgotten.txt` and `retractions.txt` count at once; lines that are gone are printed again. */

export function* mergeForgotten(text: string): Section<Merged> {
  const { erasures, problems } = parseErasures(text);
  const known = new Set((yield* readForgotten()).map(({ userId, erasedAt }) => `${userId} ${erasedAt}`));
  for (const line of erasures) {
    if (!known.has(`${line.userId} ${line.erasedAt}`)) yield* takeLine(line);
  }
  return { isConflict: problems.length > 0, missing: [], problems: problems.map(lineProblem) };
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
  return { isConflict: problems.length > 0, missing: [], problems: problems.map(lineProblem) };
}

const lineProblem = (line: number) => ({ line, reason: 'The line cannot be read and does not count.' });
