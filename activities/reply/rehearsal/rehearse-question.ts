import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import { isOnlyUnreadFiles, writtenQuestion } from '../../../domain/intake/call-for-help.ts';
import { cutQuestion } from '../../../domain/intake/conversation.ts';
import { maskCredentials } from '../../../domain/intake/mask-credentials.ts';
import { isDroppedUnread } from '../../../domain/intake/question-gate.ts';
import { isAskedDirectly, isLeftUnasked } from '../../../domain/intake/routing.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import { usageOf } from '../../../domain/operations/model-usage.ts';
import { finalError, isFinal } from '../../../domain/ports/errors.ts';
import type { Model } from '../../../domain/ports/model.ts';
import {
  askedAt,
  teamText,
  type RehearsedEnd,
  type RehearsedQuestion,
  type RehearsedResult,
} from '../../../domain/reply/rehearsal/rehearsed-question.ts';
import { stepRun } from '../../heartbeat.ts';
import { askBeside } from '../../models/system-message.ts';
import { courtesyPost, refuseShort } from '../admission.ts';
import { attemptAnswer, findProjectProfile, type GraphDeps } from '../attempt-answer.ts';
import { requestTimeOf } from '../request-time.ts';
import { sourcesBefore } from '../scope/sources-within.ts';

/**
 * Plays one question of the past: the gates and the graph as they are, the team's pairs as they stood before it. Saves what would have
 * been answered beside what the team said, and nothing else: no row, no recall, no share of anybody's limits. Runs at least once: a
 * question that has ended is not asked again.
 */
export async function rehearseQuestion(
  deps: GraphDeps,
  {
    id,
    mostUsd,
  }: {
    readonly id: string;
    /** What it may cost; null if nobody knows prices. */
    readonly mostUsd: number | null;
  },
): Promise<RehearsedResult | null> {
  const question = await deps.records.rehearsed(id);
  // Its asker was forgotten.
  if (!question) return null;
  const end = question.end ?? (await play(deps, question, mostUsd));
  if (!question.end) await deps.records.endRehearsed(id, end);
  const { status, verdict, costUsd, comparisonUsd } = end;
  const isPriced = costUsd !== null && comparisonUsd !== null;
  return { status, verdict, costUsd: isPriced ? costUsd + comparisonUsd : null };
}

async function play(
  deps: GraphDeps,
  question: RehearsedQuestion,
  mostUsd: number | null,
): Promise<RehearsedEnd> {
  const { snapshot } = question;
  const reason = leftBecause(deps, snapshot);
  if (reason !== null) return { ...nothing, status: 'silent', reason };
  try {
    const spentUsd = usageOf(await deps.records.callsOf(snapshot.id)).costUsd ?? 0;
    const usdLeft = mostUsd === null ? Number.POSITIVE_INFINITY : mostUsd - spentUsd;
    return await ask({ ...deps, model: cappedModel(deps.model, usdLeft) }, question);
  } catch (error) {
    if (!isFinal(error)) throw error;
    // What it has cost until then counts.
    const { costUsd } = usageOf(await deps.records.callsOf(snapshot.id));
    return { ...nothing, status: 'failed', reason: error.code, costUsd };
  }
}

const nothing = {
  answer: null,
  sourceIds: [],
  verdict: null,
  issues: [],
  costUsd: 0,
  comparisonUsd: 0,
} as const;

async function ask(deps: GraphDeps, question: RehearsedQuestion): Promise<RehearsedEnd> {
  const { snapshot } = question;
  const { result, modelCalls, settled } = await attemptAnswer(asThen(deps, askedAt(question)), {
    snapshot,
    generation: await deps.library.liveGeneration(),
    // A file whose link has expired is left out.
    linksRefreshed: true,
    requestTime: requestTimeOf(deps.config.ai_response),
    operation: 'rehearsal',
  });
  await deps.records.settleUsage(settled);
  const { costUsd } = usageOf(modelCalls);
  const { should_reply: replies, reply_text: text, debug } = result;
  const answer = replies ? text : null;
  const { reason } = debug;
  if (answer === null) return { ...nothing, status: 'silent', reason, costUsd };
  const sourceIds = [...new Set(result.citations.map(({ sourceId }) => sourceId))];
  const answered = { ...nothing, status: 'answered' as const, reason, answer, sourceIds, costUsd };
  const team = maskCredentials(teamText(question));
  if (team === '') return answered;
  const { value, call } = await compare(deps, snapshot, answer, team);
  return { ...answered, ...value, comparisonUsd: call.costUsd };
}

/** Has a model compare an answer with the team's. */
function compare(deps: GraphDeps, snapshot: Snapshot, answer: string, team: string) {
  const { token_budgets: budgets } = deps.config.ai_response;
  const sections: readonly PromptSection[] = [
    { name: 'question', id: null, text: cutQuestion(writtenQuestion(snapshot.batch), budgets) },
    { name: 'draft', id: null, text: answer },
    { name: 'source', id: null, text: cutQuestion(team, budgets), from: 'team' },
  ];
  return askBeside(deps, {
    decision: 'ComparisonDecision',
    sections,
    about: findProjectProfile(deps, snapshot).project_introduction,
    account: { operation: 'rehearsal' },
    signal: stepRun().signal,
  });
}

/** Refuses a call once those before it leave no room for another like the dearest of them. */
function cappedModel(model: Model, mostUsd: number): Model {
  let [spentUsd, dearestUsd] = [0, 0];
  return {
    modelFor: (decision) => model.modelFor(decision),
    decide: async (request) => {
      if (spentUsd + dearestUsd > mostUsd)
        throw finalError('budget_spent', 'Another call might cost more than the rehearsal may.');
      const answer = await model.decide(request);
      const { costUsd } = answer.call;
      spentUsd += costUsd ?? 0;
      dearestUsd = Math.max(dearestUsd, costUsd ?? 0);
      return answer;
    },
  };
}

/** What an answer of that time could have rested on. */
const asThen = (deps: GraphDeps, time: string): GraphDeps => ({
  ...deps,
  sources: sourcesBefore(deps.sources, time),
  records: {
    ...deps.records,
    helpfulAnswers: async (request) =>
      (await deps.records.helpfulAnswers(request)).filter(({ record }) => record.createdAt < time),
  },
  now: () => new Date(time),
});

/** Why a live message would not reach the graph, as far as its words and the channel's settings decide. */
function leftBecause(deps: GraphDeps, snapshot: Snapshot): string | null {
  const { batch, location } = snapshot;
  if (location.guildId === outsideGuilds) return null;
  const channel = deps.channelFor(location.channelId);
  if (!channel) return 'channel_not_listed';
  const readsImages = deps.config.ai_response.llm_enable_image;
  if (isLeftUnasked(channel.mode, batch)) return 'not_mentioned';
  if (isOnlyUnreadFiles(batch, readsImages) && !isAskedDirectly(batch)) return 'unread_file';
  if (isDroppedUnread(channel.gate, batch, readsImages)) return 'chatter';
  return courtesyPost(deps, snapshot)?.reason ?? refuseShort(snapshot, readsImages);
}
