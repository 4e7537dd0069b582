import { decisions, type Decision } from '../models/decisions.ts';
import type { ReplyRecord } from './reply-record.ts';
import { isVisitor } from '../intake/ask-snapshot.ts';
import type { Snapshot } from '../intake/snapshot.ts';

/** What someone thought of an answer. */
export interface AnswerVote {
  /** Of the interaction: the question's message. */
  readonly messageId: string;
  readonly userId: string;
  readonly helpful: boolean;
  /** The voter is a team member: one such vote approves an answer or takes it out of recall. */
  readonly byTeam: boolean;
}

/** A source as it was when an answer was made from it. */
export interface UsedSource {
  readonly sourceId: string;
  readonly contentHash: string;
}

/** What is kept beside an answer that may be given again. */
export interface RecallableAnswer {
  /** ISO 639-3, of the answer's text; null: not known. */
  readonly language: string | null;
  readonly sources: readonly UsedSource[];
}

/** An answer that was kept for recall, with what decides whether it may be given again. */
export interface EarlierAnswer {
  readonly record: ReplyRecord;
  /** ISO 639-3, of the answer's text; null: not known. */
  readonly language: string | null;
  readonly sources: readonly UsedSource[];
  readonly votes: readonly AnswerVote[];
}

/** What decides whether an earlier answer may be given again, to this question and now. */
export interface RecallContext {
  readonly now: Date;
  /** The asker's, in ISO 639-3. */
  readonly language: string;
  /** Whether an answer in another language is put into the asker's. */
  readonly translates: boolean;
  /** Sources as they are now, without those that can no longer be read. */
  readonly sources: readonly UsedSource[];
}

const maxAgeDays = 90;
/** Of members other than the asker (visitors of a page are none), who together count as much as one of the team. */
const fewestHelpful = 3;

/** Answers from before this are not looked at. */
export const recalledSince = (now: Date): Date => new Date(now.getTime() - maxAgeDays * 86_400_000);

/** Stands where it was posted, is not too old, was approved, rests on what its sources still say, and can be read. */
export function mayBeRecalled(earlier: EarlierAnswer, context: RecallContext): boolean {
  const { record, language, sources } = earlier;
  return (
    isGivenAnswer(record) &&
    new Date(record.createdAt) >= recalledSince(context.now) &&
    isApproved(earlier) &&
    sources.length > 0 &&
    sources.every((used) => isUnchanged(used, context.sources)) &&
    (language === context.language || context.translates)
  );
}

/** A person may have taken it away, and an answer that was itself recalled is not recalled again: the first one is. */
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
 * Whether a question can be told from its words alone: nothing hangs on it, nothing that Steward said comes before it, and
 * nobody tries out a draft of a profile or has changed it since it was answered.
 */
export const standsAlone = (
  { batch, revises, projectProfile }: Snapshot,
  last: ReplyRecord | null,
): boolean =>
  last === null &&
  revises === undefined &&
  projectProfile === undefined &&
  batch.every(({ attachments }) => attachments.length === 0);

/** What two questions have to agree in for one answer to serve both. */
const checks = [
  'numbers',
  'dates_and_times',
  'negation',
  'entities',
  'quantifiers',
  'conditions',
  'connectives',
  'modifiers',
] as const satisfies readonly (keyof Decision<'RecallDecision'>)[];

/** The earlier answer that the model chose, if it has confirmed all eight checks. One that is missing has failed. */
export const confirmedCandidate = (decision: Decision<'RecallDecision'>): string | null =>
  checks.every((check) => decision[check] === true) ? decision.candidate : null;

/** The rows that what is said of an answer is said of: its own, and that of the answer that it repeats. */
export function answersBehind({ messageId, reason, decisions: made }: ReplyRecord): readonly string[] {
  if (reason !== 'recalled') return [messageId];
  const value = made.find(({ decision }) => decision === 'RecallDecision')?.value;
  const candidate = decisions.RecallDecision.safeParse(value).data?.candidate ?? null;
  return candidate === null ? [messageId] : [messageId, candidate];
}
