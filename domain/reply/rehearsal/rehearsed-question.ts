import { batchText } from '../../intake/conversation.ts';
import type { Message } from '../../intake/message.ts';
import type { Snapshot } from '../../intake/snapshot.ts';
import type { Decision } from '../../models/decisions.ts';

/** What a person thinks of a rehearsed answer, or that there should have been none. */
export const rehearsalJudgements = ['right', 'wrong', 'silence'] as const;
export type RehearsalJudgement = (typeof rehearsalJudgements)[number];

/** How Steward's answer stands to the team's. */
export type TeamVerdict = Decision<'ComparisonDecision'>['verdict'];

/** How a rehearsed question ended. */
export interface RehearsedEnd {
  readonly status: 'answered' | 'silent' | 'failed';
  readonly reason: string;
  readonly answer: string | null;
  /** The sources that the answer cites. */
  readonly sourceIds: readonly string[];
  /** Null without an answer, or if the team gave none. */
  readonly verdict: TeamVerdict | null;
  readonly issues: readonly string[];
  /** US dollars for the answer, and for comparing it; null without a price. */
  readonly costUsd: number | null;
  readonly comparisonUsd: number | null;
}

/** What a run counts of a question. */
export interface RehearsedResult extends Pick<RehearsedEnd, 'status' | 'verdict'> {
  /** With the comparison. */
  readonly costUsd: number | null;
}

/** A member's question from the past of a channel, and what Steward would have done. */
export interface RehearsedQuestion {
  /** `<rehearsal>/<message id>`, which is the snapshot's id as well. */
  readonly id: string;
  readonly rehearsal: string;
  readonly snapshot: Snapshot;
  /** What the team answered, oldest first; empty if nobody did. */
  readonly team: readonly Message[];
  readonly end: RehearsedEnd | null;
  readonly judged: RehearsalJudgement | null;
}

/** When it was asked. Younger pairs of the team are hidden from it. */
export const askedAt = ({ snapshot }: RehearsedQuestion): string => snapshot.batch[0]?.createdAt ?? '';

export const teamText = ({ team }: Pick<RehearsedQuestion, 'team'>): string => batchText(team);

/** From the worst: an answer against the team's, another one than the team's, and none where the team had one. */
function badness({ end, team }: RehearsedQuestion): number {
  if (end?.verdict === 'contradicts') return 3;
  if (end?.verdict === 'differs') return 2;
  return end && end.status !== 'answered' && team.length > 0 ? 1 : 0;
}

/** All questions, the worst first; of equal ones the newest. */
export const worstFirst = (questions: readonly RehearsedQuestion[]): readonly RehearsedQuestion[] =>
  questions.toSorted((a, b) => badness(b) - badness(a) || (askedAt(a) < askedAt(b) ? 1 : -1));

/** The questions that a person should look at first. */
export const worstOf = (
  questions: readonly RehearsedQuestion[],
  most: number,
): readonly RehearsedQuestion[] =>
  worstFirst(questions)
    .filter((one) => badness(one) > 0)
    .slice(0, most);

/** A verdict in words. */
export function verdictText({ end, team }: RehearsedQuestion): string {
  if (!end) return 'not played yet';
  if (end.status !== 'answered') return team.length > 0 ? `${end.status}, the team answered` : end.status;
  if (end.verdict === null) return 'answered, the team did not';
  return verdictWords[end.verdict];
}

const verdictWords = {
  agrees: 'agrees with the team',
  contradicts: 'contradicts the team',
  better: "better than the team's",
  differs: "differs from the team's",
} as const;

/** What a month would cost: the answers' cost over the days that the questions cover. Null without a price or a day. */
export function costAMonth(
  questions: readonly RehearsedQuestion[],
  { from, to }: { readonly from: Date; readonly to: Date },
): number | null {
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  const costs = questions.flatMap(({ end }) => (end ? [end.costUsd] : []));
  if (days <= 0 || costs.length === 0) return null;
  const sum = costs.reduce((all, one) => (all === null || one === null ? null : all + one), 0);
  return sum === null ? null : (sum / days) * 30;
}
