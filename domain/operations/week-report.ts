import { wasAnswered, isUncovered, type ReplyReason } from '../reply/reply-record-status.ts';
import type { AnswerVote } from '../reply/recall.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { StaleSource } from '../posting/stale-sources.ts';
import { plainTitle } from '../posting/answer-links.ts';
import { countOf } from '../values/text.ts';
import { daysBefore, usageDay } from '../values/time.ts';
import { gapLine, type Gap } from './gaps.ts';

/** Counts the helpful and unhelpful votes. */
function votesLine(votes: readonly AnswerVote[]): string {
  const helpful = votes.filter((vote) => vote.helpful).length;
  return `Votes: ${helpful} helpful, ${votes.length - helpful} not`;
}

/** A week's questions in numbers, without the members' words. */
export interface Week {
  /** Questions to Steward that came to an end. */
  readonly records: readonly Pick<ReplyRecord, 'reason' | 'status'>[];
  readonly votes: readonly AnswerVote[];
  /** US dollars, for calls that have a price. */
  readonly costUsd: number;
  /** Pairs captured from the team's replies. */
  readonly learned: number;
  /** Posted answers that no longer held when they were looked at again. */
  readonly outdated: number;
  /** Pages that are gone, and from which nothing is answered. */
  readonly gone: number;
  /** Old, and still what answers rest on. */
  readonly stale: readonly StaleSource[];
}

const reportedStale = 5;

const staleLine = ({ title, url, date, answers }: StaleSource): string =>
  `${plainTitle(title)} (${date}, ${countOf(answers, 'answer')})${url === null ? '' : `: <${url}>`}`;

/** The number of gaps in a report. */
export const reportedGaps = 3;

/** A message that begins like this is the report of the week before `endsOn`, whatever was counted since. */
export function weekHeading(endsOn: string): string {
  const [first, last] = [7, 1].map((days) => usageDay(daysBefore(new Date(endsOn), days)));
  return `**The week from ${first} to ${last}**`;
}

/** Returns null if nobody asked and nothing was captured. */
export function weekReport({
  endsOn,
  week,
  gaps,
}: {
  /** The Monday after the week, such as `2026-02-09`. */
  readonly endsOn: string;
  readonly week: Week;
  readonly gaps: readonly Gap[];
}): string | null {
  if (week.records.length + week.learned === 0) return null;
  const silent = week.records.filter((record) => !wasAnswered(record));
  const causes = [...Map.groupBy(silent, causeOf)].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    weekHeading(endsOn),
    `- Asked: ${week.records.length}, answered: ${week.records.length - silent.length}`,
    ...(causes.length > 0
      ? [`- Not answered: ${causes.map(([cause, some]) => `${some.length} ${cause}`).join(', ')}`]
      : []),
    `- ${votesLine(week.votes)}`,
    `- Models: $${week.costUsd.toFixed(2)}`,
    `- Learned from the team: ${countOf(week.learned, 'answer')}`,
    ...(week.outdated > 0 ? [`- Posted answers that no longer held: ${week.outdated}`] : []),
    ...(week.gone > 0
      ? [`- Pages that are gone, and answer nothing: ${week.gone} (\`npx steward sources --failed\`)`]
      : []),
    ...(week.stale.length > 0
      ? [
          '**Old and still used**',
          ...week.stale.slice(0, reportedStale).map((source) => `- ${staleLine(source)}`),
        ]
      : []),
    ...(gaps.length > 0
      ? ['**What the documents lack**', ...gaps.map((gap, at) => `${at + 1}. ${gapLine(gap)}`)]
      : []),
  ].join('\n');
}

const limits: readonly ReplyReason[] = ['asked_too_often', 'cooldown'];

function causeOf({ reason, status }: Week['records'][number]): string {
  if (isUncovered(reason)) return 'not covered';
  if (reason === 'not_confident') return 'not sure enough';
  if (reason === 'budget_spent') return 'over the budget';
  if (limits.includes(reason)) return 'over a limit';
  return status === 'failed' ? 'failed' : 'for other reasons';
}
