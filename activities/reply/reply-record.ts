import type { AIResult } from '../../domain/reply/ai-result.ts';
import { reader } from '../../domain/documents/known-sources.ts';
import { isHttpAsker, outsideGuilds } from '../../domain/intake/ask-snapshot.ts';
import { writtenQuestion } from '../../domain/intake/call-for-help.ts';
import type { ModelCallRecord, ReplyRecord, PlannedPost } from '../../domain/reply/reply-record.ts';
import {
  endStatus,
  isAnswer,
  type ReplyRecordStatus,
  type ReplyReason,
} from '../../domain/reply/reply-record-status.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';
import { traceWithoutGraph, type Trace } from './graph/trace.ts';

/** The result of `generateReply` and `closeReply` for the workflow. */
export interface GenerateResult {
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
  /** Whether there is something to post. */
  readonly post: boolean;
  /** The question may not be answered yet; ask again after this time. Nothing is decided or stored until then. */
  readonly waitMilliseconds?: number;
}

export const resultOf = ({ status, reason, post }: ReplyRecord): GenerateResult => ({
  status,
  reason,
  post: post !== null && status === 'generated',
});

export interface ReplyOutcome {
  readonly reason: ReplyReason;
  readonly status?: ReplyRecordStatus;
  readonly post?: PlannedPost | null;
  readonly nearest?: ReplyRecord['nearest'];
  readonly vector?: ReplyRecord['vector'] | undefined;
  readonly result?: AIResult;
  /** How the answer was made; absent for a question that never reached the graph. */
  readonly trace?: Trace;
  readonly modelCalls?: readonly ModelCallRecord[];
  readonly graph?: string;
  readonly generation?: number;
  readonly deliver?: 'post' | 'record';
}

export function replyRecordOf(
  deps: Pick<ReplyDeps, 'now' | 'config' | 'channelFor'>,
  snapshot: Snapshot,
  {
    reason,
    result,
    trace = traceWithoutGraph(reason),
    modelCalls = [],
    graph = deps.channelFor(snapshot.location.channelId)?.graph ?? deps.config.ai_response.graph,
    generation = 0,
    deliver = 'post',
    ...outcome
  }: ReplyOutcome,
): ReplyRecord {
  const { location, author, askedDirectly, id } = snapshot;
  const planned = outcome.post ?? null;
  const question = result?.debug.written ?? writtenQuestion(snapshot.batch);
  return {
    messageId: id,
    guildId: location.guildId,
    channelId: location.channelId,
    threadId: location.thread?.id ?? null,
    authorId: author.id,
    askedDirectly,
    question,
    status:
      outcome.status ??
      (planned && deliver === 'post'
        ? waitingStatus(deps, snapshot, reason)
        : endStatus(reason, planned !== null)),
    reason,
    post: planned,
    answer: result?.reply_text ?? null,
    sourceIds: result?.debug.nearest.map(({ sourceId }) => sourceId) ?? [],
    citations: result?.citations ?? [],
    ...(outcome.nearest && { nearest: outcome.nearest }),
    ...(outcome.vector && { vector: outcome.vector }),
    ...(result && result.debug.restsOn.length > 0 && { restsOn: { reader, sources: result.debug.restsOn } }),
    libraryGeneration: generation,
    graph,
    topic: result?.debug.topic ?? null,
    answerType: result?.debug.answerType ?? null,
    confidence: result?.debug.confidence ?? null,
    moderation: result?.debug.moderation ?? [],
    language: result?.debug.language ?? null,
    translatedQuestion: result?.debug.translatedQuestion ?? null,
    untranslatedAnswer: result?.debug.untranslatedAnswer ?? null,
    ...trace,
    modelCalls,
    createdAt: deps.now().toISOString(),
    postedThreadId: null,
    postedMessageIds: [],
  };
}

/** The first fields of every log line about a question. */
export const replyFields = ({ messageId, guildId, channelId, threadId, status, reason }: ReplyRecord) => ({
  platform: guildId !== outsideGuilds ? 'discord' : isHttpAsker(channelId) ? 'http' : 'terminal',
  message_id: messageId,
  guild_id: guildId,
  channel_id: channelId,
  thread_id: threadId,
  status,
  reason,
});

/** In a channel with a preview, an answer waits for the team; fixed sentences do not. */
const waitingStatus = (
  { channelFor }: Pick<ReplyDeps, 'channelFor'>,
  { location }: Snapshot,
  reason: ReplyReason,
): ReplyRecordStatus => (isAnswer(reason) && channelFor(location.channelId)?.preview ? 'held' : 'generated');
