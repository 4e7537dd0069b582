import type { TeamVerdict, RehearsedResult } from './rehearsed-question.ts';

/** The id of a rehearsal: its start and the channel. A later one sorts behind an earlier one. */
export const rehearsalId = (start: string, channelId: string): string => `${start}-${channelId}`;

/** The id of a question in a rehearsal, by its last message. */
export const rehearsedId = (rehearsal: string, messageId: string): string => `${rehearsal}/${messageId}`;

/** Numbers of questions, unless the name says otherwise. */
export interface RehearsalProgress extends Readonly<Record<TeamVerdict, number>> {
  readonly rehearsal: string;
  readonly messages: number;
  readonly found: number;
  readonly played: number;
  readonly answered: number;
  readonly silent: number;
  readonly failed: number;
  /** US dollars; null if a model has no price. */
  readonly costUsd: number | null;
  /** The dearest question's cost. */
  readonly dearestUsd: number;
  /** Whether it ended because the next question would have passed `usd`. */
  readonly isSpent: boolean;
  readonly workedMilliseconds: number;
  /** Estimated from the pace so far; null until a question is played. */
  readonly millisecondsLeft: number | null;
}

export const nothingPlayed: Omit<RehearsalProgress, 'rehearsal'> = {
  messages: 0,
  found: 0,
  played: 0,
  answered: 0,
  silent: 0,
  failed: 0,
  agrees: 0,
  contradicts: 0,
  better: 0,
  differs: 0,
  costUsd: 0,
  dearestUsd: 0,
  isSpent: false,
  workedMilliseconds: 0,
  millisecondsLeft: null,
};

/** A question whose asker was forgotten counts as played and as nothing else. */
export function counted(before: RehearsalProgress, result: RehearsedResult | null): RehearsalProgress {
  const played = before.played + 1;
  if (!result) return { ...before, played };
  const { status, verdict, costUsd } = result;
  return {
    ...before,
    played,
    [status]: before[status] + 1,
    ...(verdict !== null && { [verdict]: before[verdict] + 1 }),
    costUsd: before.costUsd === null || costUsd === null ? null : before.costUsd + costUsd,
    dearestUsd: Math.max(before.dearestUsd, costUsd ?? 0),
  };
}
