import { isToFill, type Gap } from '../../domain/operations/gaps.ts';
import type { Notice } from '../../domain/operations/team-notices.ts';
import { reportedGaps, weekHeading, weekReport, type Week } from '../../domain/operations/week-report.ts';
import { gapButtons } from '../../domain/posting/answer-buttons.ts';
import { compareQaIds, qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import { daysBefore, usageDay } from '../../domain/values/time.ts';
import type { NoticeDeps } from '../deps.ts';

const monday = 1;

/** On Mondays, the report of the week that ended at midnight, UTC. */
export async function reportOfWeek(deps: NoticeDeps): Promise<readonly Notice[]> {
  const { records, now, texts } = deps;
  if (now().getUTCDay() !== monday) return [];
  const endsOn = usageDay(now());
  const end = new Date(endsOn);
  const start = daysBefore(end, 7);
  const gaps: readonly Gap[] = (await records.gaps()).filter(isToFill).slice(0, reportedGaps);
  const text = weekReport({
    endsOn,
    week: await weekBetween(deps, start, end),
    former: await weekBetween(deps, daysBefore(start, 7), start),
    gaps,
  });
  if (text === null) return [];
  const buttons = gaps.flatMap((gap) => gapButtons(gap, texts.desk));
  return [{ cause: 'digest', text, begins: weekHeading(endsOn), buttons }];
}

async function weekBetween({ records, library }: NoticeDeps, start: Date, end: Date): Promise<Week> {
  const asked = await records.endedBetween(start, end);
  const used = await records.usageSince(usageDay(start));
  const [first, last] = [qaIdAt(start), qaIdAt(end)];
  const retracted = await library.retracted();
  const learned = (await library.rawEntries()).filter(
    ({ qaId }) => compareQaIds(qaId, first) >= 0 && compareQaIds(qaId, last) < 0 && !retracted.has(qaId),
  );
  return {
    records: asked,
    votes: await records.votesOn(asked.map(({ messageId }) => messageId)),
    costUsd: used.filter(({ day }) => day < usageDay(end)).reduce((sum, { costUsd }) => sum + costUsd, 0),
    learned: learned.length,
  };
}

const qaIdAt = (time: Date) => qaIdFromTimestamp(timestampFromDate(time));
