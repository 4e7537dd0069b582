import { evaluator } from '../intake/ask-snapshot.ts';
import type { AnswerVote } from '../reply/recall.ts';
import { countedStatuses, wasAnswered, uncountedReasons } from '../reply/reply-record-status.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import { mondayOf } from '../values/time.ts';
import { usageOf } from './model-usage.ts';

export interface Tally {
  readonly asked: number;
  readonly answered: number;
  readonly helpful: number;
  readonly notHelpful: number;
  /** The median of the times that answers took, in milliseconds; null if there are none. */
  readonly medianTime: number | null;
  /** US dollars; null if the cost of a call is unknown. */
  readonly costUsd: number | null;
}

/** The fields of a question's row that are counted. */
export const countedFields = [
  'messageId',
  'status',
  'authorId',
  'createdAt',
  'channelId',
  'reason',
  'nodeTimes',
  'modelCalls',
] as const satisfies readonly (keyof ReplyRecord)[];

export type CountedReply = Pick<ReplyRecord, (typeof countedFields)[number]>;

export interface ModeratorStatistics {
  readonly all: Tally;
  /** Oldest first, by their Mondays, such as `2026-02-09`. */
  readonly weeks: readonly (readonly [string, Tally])[];
  /** The channels with the most questions first. */
  readonly channels: readonly (readonly [string, Tally])[];
}

const listed = 15;

/** Figures about questions and their results. They count the same questions as the weekly report. */
export function moderatorStatistics(
  records: readonly CountedReply[],
  votes: readonly AnswerVote[],
): ModeratorStatistics {
  const questions = records.filter(
    ({ status, reason, authorId }) =>
      countedStatuses.includes(status) && !uncountedReasons.includes(reason) && authorId !== evaluator.id,
  );
  const votesOf = Map.groupBy(votes, ({ messageId }) => messageId);
  const by = (keyOf: (record: CountedReply) => string) =>
    [...Map.groupBy(questions, keyOf)].map(([key, some]) => [key, tallyOf(some, votesOf)] as const);
  return {
    all: tallyOf(questions, votesOf),
    weeks: by(({ createdAt }) => mondayOf(new Date(createdAt))).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    channels: by(({ channelId }) => channelId)
      .toSorted(([, a], [, b]) => b.asked - a.asked)
      .slice(0, listed),
  };
}

function tallyOf(
  records: readonly CountedReply[],
  votesOf: ReadonlyMap<string, readonly AnswerVote[]>,
): Tally {
  const answered = records.filter(wasAnswered);
  const votes = records.flatMap(({ messageId }) => votesOf.get(messageId) ?? []);
  const helpful = votes.filter((vote) => vote.helpful).length;
  const times = answered
    .map(({ nodeTimes }) => nodeTimes.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
    .toSorted((a, b) => a - b);
  return {
    asked: records.length,
    answered: answered.length,
    helpful,
    notHelpful: votes.length - helpful,
    medianTime: times[Math.floor(times.length / 2)] ?? null,
    costUsd: usageOf(records.map(({ modelCalls }) => usageOf(modelCalls))).costUsd,
  };
}
