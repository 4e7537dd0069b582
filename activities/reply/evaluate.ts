import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { Interaction, ModelCallRecord } from '../../domain/reply/interaction.ts';
import { isSampled } from '../../domain/reply/is-sampled.ts';
import type { Evaluation } from '../../domain/ports/evaluations.ts';
import type { Profile } from '../../domain/reply/profile.ts';
import { chargedTo } from '../models/charged-to.ts';
import type { ReplyDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { findProfile } from './find-profile.ts';
import { judgeAnswer } from './judge-answer.ts';

/** Whether an answer is judged once it stands there. The same for every attempt and every Reset. */
export const isEvaluatedLater = ({ reply }: Pick<ReplyDeps, 'reply'>, row: Interaction): boolean =>
  row.answer !== null &&
  !reply.evaluation.beforePosting &&
  isSampled(row.messageId, reply.evaluation.sampleRate);

/** Judges an answer that was given, and keeps the score. Runs at least once: a score that is there is returned. */
export async function evaluateReply(
  deps: ReplyDeps,
  { messageId }: { readonly messageId: string },
): Promise<{ readonly score: number | null }> {
  const known = await deps.records.evaluation(messageId);
  const row = known ? null : await deps.records.interaction(messageId);
  if (!row || row.answer === null) return { score: known?.score ?? null };
  const { guildId, authorId: userId } = row;
  const { score, call } = await judgeAnswer(
    { ...deps, model: chargedTo(deps.model, { operation: 'eval', guildId, userId }) },
    {
      question: row.translatedQuestion ?? row.question,
      answer: row.untranslatedAnswer ?? row.answer,
      sourceIds: row.sourceIds,
      generation: row.libraryGeneration,
      introduction: (await findProfile(deps, { place: row })).projectIntroduction,
      maxRetries: 0,
      signal: stepRun().signal,
    },
  );
  await keepScore(deps, { messageId, score, model: call.model, beforePosting: false });
  deps.log.info({ message_id: messageId, score }, 'reply_evaluated');
  return { score };
}

/**
 * An answer that the config wants judged before it is posted: below the mark it is none, like one that verification
 * rejects.
 */
export async function judgedBeforePosting(
  deps: ReplyDeps,
  result: AIResult,
  {
    messageId,
    generation,
    profile,
    recordCall,
    signal,
  }: {
    readonly messageId: string;
    readonly generation: number;
    readonly profile: Profile;
    readonly recordCall: (call: ModelCallRecord) => void;
    readonly signal: AbortSignal;
  },
): Promise<AIResult> {
  const { evaluation, maxRetries } = deps.reply;
  const { should_reply: answers, reply_text: answer, debug } = result;
  const judges = evaluation.beforePosting && isSampled(messageId, evaluation.sampleRate);
  if (!judges || !answers || answer === null) return result;
  const { score, call } = await judgeAnswer(deps, {
    question: debug.translatedQuestion ?? debug.written,
    answer: debug.untranslatedAnswer ?? answer,
    sourceIds: debug.nearest.map(({ sourceId }) => sourceId),
    generation,
    introduction: profile.projectIntroduction,
    maxRetries,
    signal,
  });
  recordCall({ decision: 'LLMEvaluationResult', ...call });
  await keepScore(deps, { messageId, score, model: call.model, beforePosting: true });
  if (score >= evaluation.minScore) return result;
  return {
    should_reply: false,
    reply_text: null,
    citations: [],
    debug: { ...debug, reason: 'evaluation_rejected' },
  };
}

const keepScore = (
  { records, now }: Pick<ReplyDeps, 'records' | 'now'>,
  scored: Omit<Evaluation, 'evaluatedAt'>,
): Promise<void> => records.keepEvaluation({ ...scored, evaluatedAt: now().toISOString() });
