import { decisions, type Decision } from '../models/decisions.ts';
import type { ReplyRecord } from './reply-record.ts';
import { isVisitor } from '../intake/ask-snapshot.ts';
import type { Snapshot } from '../intake/snapshot.ts';
import { daysBefore } from '../values/time.ts';

/** A person's vote on an answer. */
export interface AnswerVote {
  /** The question's message id. */
  readonly messageId: string;
  readonly userId: string;
  readonly helpful: boolean;
  /** True for a team member, whose single vote approves an answer or removes it from recall. */
  readonly byTeam: boolean;
  /** Why it was not helpful, in the person's words. A later vote without one keeps it. */
  readonly reason?: string | null;
}

/** A source, with its hash at the time when an answer was made from it. */
export interface UsedSource {
  readonly sourceId: string;
  readonly contentHash: string;
}

/** The data kept with an answer that may be given again. */
export interface RecallableAnswer {
  /** The language of the answer's text in ISO 639-3; null if unknown. */
  readonly language: string | null;
  readonly sources: readonly UsedSource[];
}

/** An answer that was kept for recall, with everything that decides whether it may be given again. */
export interface EarlierAnswer extends RecallableAnswer {
  readonly record: ReplyRecord;
  readonly votes: readonly AnswerVote[];
}

/** The present situation, which decides whether an earlier answer may be given to this question. */
export interface RecallContext {
  readonly now: Date;
  /** The sources with their present hashes, without those that can no longer be read. */
  readonly sources: readonly UsedSource[];
}

const maxAgeDays = 90;
/** How many members have to find an answer helpful to approve it. The asker and visitors of a page do not count. */
const fewestHelpful = 3;

/** The age limit of answers for recall. */
export const recalledSince = (now: Date): Date => daysBefore(now, maxAgeDays);

/** Whether an answer still stands, is recent, was approved, and has unchanged sources. */
export function mayBeRecalled(earlier: EarlierAnswer, context: RecallContext): boolean {
  const { record, sources } = earlier;
  return (
    isGivenAnswer(record) &&
    new Date(record.createdAt) >= recalledSince(context.now) &&
    isApproved(earlier) &&
    sources.length > 0 &&
    sources.every((used) => isUnchanged(used, context.sources))
  );
}

/** A person may have removed the answer. A recalled answer is not recalled again; its original is. */
const isGivenAnswer = ({ status, reason, answer }: ReplyRecord): boolean =>
  status === 'answered' && reason === 'answered' && answer !== null;

function isApproved({ record, votes }: EarlierAnswer): boolean {
  const [team, members] = [votes.filter(({ byTeam }) => byTeam), votes.filter(({ byTeam }) => !byTeam)];
  if (team.some(({ helpful }) => !helpful)) return false;
  const byOthers = ({ helpful, userId }: AnswerVote) =>
    helpful && userId !== record.authorId && !isVisitor(userId);
  return team.length > 0 || members.filter(byOthers).length >= fewestHelpful;
}

const isUnchanged = ({ sourceId, contentHash }: UsedSource, now: readonly UsedSource[]): boolean =>
  now.some((source) => source.sourceId === sourceId && source.contentHash === contentHash);

/**
 * Whether a question is understandable without context: no attachments, no answer of Steward before it, and no edit since
 * it was answered.
 */
export const standsAlone = ({ batch, revises }: Snapshot, last: ReplyRecord | null): boolean =>
  last === null && revises === undefined && batch.every(({ attachments }) => attachments.length === 0);

/** The points in which two questions have to agree for one answer to serve both. */
const checks = decisions.RecallDecision.omit({ candidate: true }).keyof().options;

/** The earlier answer that the model chose, if it confirmed all checks. */
export const confirmedCandidate = (decision: Decision<'RecallDecision'>): string | null =>
  checks.every((check) => decision[check] === true) ? decision.candidate : null;

/** The ids of the rows that a vote on an answer concerns: its own, and that of the answer that it repeats. */
export function answersBehind({ messageId, reason, decisions: made }: ReplyRecord): readonly string[] {
  if (reason !== 'recalled') return [messageId];
  const value = made.find(({ decision }) => decision === 'RecallDecision')?.value;
  const candidate = decisions.RecallDecision.safeParse(value).data?.candidate ?? null;
  return candidate === null ? [messageId] : [messageId, candidate];
}
