import { composeAnswer, composeNotCovered, composeSentence } from '../../domain/compose-reply.ts';
import type { AIResult } from '../../domain/ai-result.ts';
import { batchText, renderConversation } from '../../domain/conversation.ts';
import {
  endStatus,
  isRefused,
  isUncovered,
  type Citation,
  type Interaction,
  type InteractionStatus,
  type PlannedPost,
} from '../../domain/interaction.ts';
import { maskCredentials } from '../../domain/mask-credentials.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import { chargedTo } from '../charged-to.ts';
import type { ReplyDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { refuseShort } from './admission.ts';
import type { ReplyGraph } from './graph.ts';
import { readConversation } from './read-conversation.ts';
import { startTrail, trailWithoutGraph, type Trail } from './trail.ts';

export interface ReplyDecision {
  readonly status: InteractionStatus;
  readonly reason: string;
  /** Whether there is something to post. */
  readonly post: boolean;
}

export const decisionOf = ({ status, reason, post }: Interaction): ReplyDecision => ({
  status,
  reason,
  post: post !== null && status === 'generated',
});

/**
 * Decides on one question and writes its row. Runs at least once: a row that exists is returned as it is, without a
 * model call, so that a retry or a Reset posts the same answer.
 */
export async function generateReply(
  deps: ReplyDeps & { readonly graphs: ReadonlyMap<string, ReplyGraph> },
  {
    snapshotId,
    deliver = 'post',
    linksRefreshed = false,
  }: {
    readonly snapshotId: string;
    readonly deliver?: 'post' | 'record';
    /** The links to the conversation's files were fetched anew for this attempt. */
    readonly linksRefreshed?: boolean;
  },
): Promise<ReplyDecision> {
  const existing = await deps.records.interaction(snapshotId);
  if (existing) return decisionOf(existing);
  const snapshot = await requireSnapshot(deps, snapshotId);
  const tooShort = refuseShort(snapshot);
  if (tooShort)
    return decisionOf(await deps.records.insertInteraction(rowOf(deps, snapshot, { reason: tooShort })));

  const generation = await deps.library.liveGeneration();
  const deadline = AbortSignal.timeout(deps.reply.graphTimeoutSeconds * 1000);
  const { signal, report } = stepRun();
  const trail = startTrail({ report });
  const { name, graph } = graphOf(deps, snapshot);
  const stops = AbortSignal.any([signal, deadline]);
  const run = readConversation(deps, { snapshot, linksRefreshed, signal: stops }).then((read) =>
    graph.run({
      ...read,
      snapshot,
      others: maskCredentials(renderConversation(snapshot.others)),
      written: maskCredentials(batchText(snapshot.batch)),
      graph: name,
      generation,
      model: chargedTo(deps.model, {
        operation: 'reply',
        guildId: snapshot.place.guildId,
        userId: snapshot.author.id,
      }),
      sources: deps.sources,
      settings: deps.reply,
      log: deps.log,
      signal: stops,
      ...trail,
    }),
  );
  const result = await run.catch((error: unknown) => {
    throw deadline.aborted ? timedOut(deps.reply.graphTimeoutSeconds) : error;
  });
  const { reason } = result.debug;
  const linked = { ...result, citations: await withPairLinks(deps, result.citations) };
  const row = await deps.records.insertInteraction(
    rowOf(deps, snapshot, {
      result: linked,
      trail: trail.end(reason),
      generation,
      graph: name,
      reason,
      deliver,
    }),
  );
  const { status, modelCalls } = row;
  deps.log.info(
    {
      message_id: snapshotId,
      channel_id: row.channelId,
      thread_id: row.threadId,
      status,
      reason,
      'selection.selected_sources_count': result.debug.selectedSourceIds.length,
      'loading.loaded_sources_count': result.debug.nearest.length,
      model_calls: modelCalls.length,
      input_tokens: modelCalls.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      output_tokens: modelCalls.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    },
    'reply_decided',
  );
  return decisionOf(row);
}

/** The set of steps that the channel names, else the one for all. */
function graphOf(
  { graphs, reply, conversation }: ReplyDeps & { readonly graphs: ReadonlyMap<string, ReplyGraph> },
  { place }: Snapshot,
): { readonly name: string; readonly graph: ReplyGraph } {
  const name = conversation.channel(place.channelId)?.graph ?? reply.graph;
  const graph = graphs.get(name);
  if (!graph) throw new Error('A set of steps that the config names was not compiled');
  return { name, graph };
}

/** A team source is read where its pairs were said, where everyone can: one citation for each such conversation. */
async function withPairLinks(
  { records }: ReplyDeps,
  citations: readonly Citation[],
): Promise<readonly Citation[]> {
  const linked = citations.map(async (citation) => {
    const origins = await Promise.all(citation.qaIds.map((qaId) => records.pairOrigin(qaId)));
    const readable = origins.filter(({ link }) => link !== null);
    if (readable.length === 0) return [citation];
    return readable.map(({ qaId, link }) => ({ ...citation, url: link, qaIds: [qaId] }));
  });
  return (await Promise.all(linked)).flat();
}

const timedOut = (seconds: number) =>
  new PortError({
    kind: 'transient',
    code: 'model_graph_timed_out',
    message: `A reply took longer than ai_response.graph_timeout_seconds (${seconds} s)`,
  });

interface Outcome {
  readonly reason: string;
  readonly status?: InteractionStatus;
  readonly post?: PlannedPost | null;
  readonly result?: AIResult;
  /** How it was made; nothing of it for a question that never came to the graph. */
  readonly trail?: Trail;
  readonly graph?: string;
  readonly generation?: number;
  readonly deliver?: 'post' | 'record';
}

/** The row of a question: what is known of it, what was decided, and what is to be posted. */
export function rowOf(
  deps: Pick<ReplyDeps, 'now' | 'reply' | 'conversation'>,
  snapshot: Snapshot,
  {
    reason,
    result,
    trail = trailWithoutGraph(reason),
    graph = deps.conversation.channel(snapshot.place.channelId)?.graph ?? deps.reply.graph,
    generation = 0,
    deliver = 'post',
    ...outcome
  }: Outcome,
): Interaction {
  const { place, author, askedDirectly, id } = snapshot;
  const planned = outcome.post ?? (result ? plannedPost(deps, snapshot, result) : null);
  const question = result?.debug.written ?? maskCredentials(batchText(snapshot.batch));
  return {
    messageId: id,
    guildId: place.guildId,
    channelId: place.channelId,
    threadId: place.thread?.id ?? null,
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
    libraryGeneration: generation,
    graph,
    topic: result?.debug.topic ?? null,
    answerType: result?.debug.answerType ?? null,
    confidence: result?.debug.confidence ?? null,
    moderation: result?.debug.moderation ?? [],
    language: result?.debug.language ?? null,
    translatedQuestion: result?.debug.translatedQuestion ?? null,
    untranslatedAnswer: result?.debug.untranslatedAnswer ?? null,
    ...trail,
    createdAt: deps.now().toISOString(),
    postedThreadId: null,
    postedMessageIds: [],
  };
}

/** An answer of a channel with a preview waits for the team; fixed sentences do not. */
const waitingStatus = (
  { conversation }: Pick<ReplyDeps, 'conversation'>,
  { place }: Snapshot,
  reason: string,
): InteractionStatus =>
  reason === 'answered' && conversation.channel(place.channelId)?.preview ? 'held' : 'generated';

function plannedPost(
  { reply, conversation }: Pick<ReplyDeps, 'reply' | 'conversation'>,
  { place, batch, askedDirectly }: Snapshot,
  { should_reply, reply_text, citations, debug }: AIResult,
): PlannedPost | null {
  const channel = conversation.channel(place.channelId);
  const texts = reply.textsFor(batchText(batch));
  const post = { style: channel?.replyStyle ?? 'thread', question: debug.written, texts } as const;
  if (should_reply && reply_text !== null) return composeAnswer({ ...post, answer: reply_text, citations });
  if (isRefused(debug.reason))
    return askedDirectly ? composeSentence({ ...post, sentence: texts.refused }) : null;
  const speaks =
    askedDirectly || (channel !== null && channel.whenUnknown !== 'silent' && isUncovered(debug.reason));
  return speaks ? composeNotCovered({ ...post, nearest: debug.nearest }) : null;
}
