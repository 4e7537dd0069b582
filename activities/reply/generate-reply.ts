import { evaluationChannel } from '../../domain/intake/ask-snapshot.ts';
import { batchText, renderConversation } from '../../domain/intake/conversation.ts';
import type { Citation } from '../../domain/reply/reply-record.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import type { Admission } from '../../domain/ports/admission.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { chargedTo } from '../models/charged-model.ts';
import type { ReplyDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { admit, refusalPost } from './admission.ts';
import { findEarlierReply, readConversation } from './conversation/read-conversation.ts';
import { findProjectProfile } from './find-project-profile.ts';
import type { ReplyGraph } from './graph/build-graph.ts';
import { isEvaluatedLater, unlessUnsure } from './judge-answer.ts';
import { decisionOf, replyRecordOf, type Outcome, type ReplyDecision } from './reply-record.ts';
import { saveAnswer } from './save-answer.ts';
import { startTrace } from './graph/trace.ts';

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
    late = null,
  }: {
    readonly snapshotId: string;
    readonly deliver?: 'post' | 'record';
    /** The links to the conversation's files were fetched anew for this attempt. */
    readonly linksRefreshed?: boolean;
    /** What was found after a wait: why there is no reply any more. */
    readonly late?: string | null;
  },
): Promise<ReplyDecision> {
  const { request_timeout_seconds: requestTimeoutSeconds, graph_timeout_seconds: graphTimeoutSeconds } =
    deps.config.ai_response;
  const requestDeadline = AbortSignal.timeout(requestTimeoutSeconds * 1000);
  const existing = await deps.records.replyRecord(snapshotId);
  if (existing) return { ...decisionOf(existing), evaluate: isEvaluatedLater(deps, existing) };
  const snapshot = await requireSnapshot(deps, snapshotId);
  if (late !== null) return leave(deps, snapshot, { reason: late });
  const generation = await deps.library.liveGeneration();
  const admission = await admit(deps, snapshot);
  if (admission.outcome === 'decided') return generateReply(deps, { snapshotId });
  if (admission.outcome === 'wait') return waitOf(admission);
  if (admission.outcome === 'refused') {
    const post = await refusalPost(deps, { reason: admission.reason, snapshot, generation });
    return leave(deps, snapshot, { reason: admission.reason, post, deliver });
  }
  const graphDeadline = AbortSignal.timeout(graphTimeoutSeconds * 1000);
  const { signal, report } = stepRun();
  const trace = startTrace({ report });
  const { name, graph } = graphOf(deps, snapshot);
  const model = chargedTo(deps.model, {
    operation: snapshot.location.channelId === evaluationChannel ? 'eval' : 'reply',
    guildId: snapshot.location.guildId,
    userId: snapshot.author.id,
  });
  const stops = AbortSignal.any([signal, requestDeadline, graphDeadline]);
  const [earlier, projectProfile] = [
    await findEarlierReply(deps.records, snapshot),
    findProjectProfile(deps, snapshot),
  ];
  const run = readConversation(deps, { snapshot, linksRefreshed, signal: stops }).then((read) =>
    graph.run({
      ...read,
      snapshot,
      others: maskCredentials(renderConversation(snapshot.others)),
      written: maskCredentials(batchText(snapshot.batch)),
      earlier,
      projectProfile,
      graph: name,
      generation,
      model,
      sources: deps.sources,
      records: deps.records,
      pages: deps.pages,
      config: deps.config,
      now: deps.now,
      log: deps.log,
      signal: stops,
      ...trace,
    }),
  );
  const result = await run.catch((error: unknown) => {
    if (signal.aborted) throw error;
    if (graphDeadline.aborted) throw timedOut('graph_timeout_seconds', graphTimeoutSeconds);
    throw requestDeadline.aborted ? timedOut('request_timeout_seconds', requestTimeoutSeconds) : error;
  });
  const sure = unlessUnsure(result, {
    howSure: deps.channelFor(snapshot.location.channelId)?.how_sure ?? 0,
    askedDirectly: snapshot.askedDirectly,
  });
  const { reason } = sure.debug;
  const linked = { ...sure, citations: await withPairLinks(deps, result.citations) };
  const record = await deps.records.insertReplyRecord(
    replyRecordOf(deps, snapshot, {
      result: linked,
      trace: trace.end(reason),
      generation,
      graph: name,
      reason,
      deliver,
    }),
  );
  await saveAnswer(deps, { record, usedSources: sure.debug.usedSources, snapshot, last: earlier.last });
  const { status, modelCalls } = record;
  deps.log.info(
    {
      message_id: snapshotId,
      channel_id: record.channelId,
      thread_id: record.threadId,
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
  return { ...decisionOf(record), evaluate: isEvaluatedLater(deps, record) };
}

/** Records that a question goes no further, and what the member reads, if anything. */
async function leave(
  deps: ReplyDeps,
  snapshot: Snapshot,
  outcome: Pick<Outcome, 'reason' | 'post' | 'deliver'>,
): Promise<ReplyDecision> {
  const record = await deps.records.insertReplyRecord(replyRecordOf(deps, snapshot, outcome));
  deps.log.info(
    { message_id: record.messageId, status: record.status, reason: record.reason },
    'question_left',
  );
  return decisionOf(record);
}

const waitOf = ({ reason, milliseconds }: Admission & { readonly outcome: 'wait' }): ReplyDecision => ({
  status: 'skipped',
  reason,
  post: false,
  waitMilliseconds: milliseconds,
});

/** The set of steps that the channel names, else the one for all. */
function graphOf(
  { graphs, config, channelFor }: ReplyDeps & { readonly graphs: ReadonlyMap<string, ReplyGraph> },
  { location }: Snapshot,
): { readonly name: string; readonly graph: ReplyGraph } {
  const name = channelFor(location.channelId)?.graph ?? config.ai_response.graph;
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

const timedOut = (setting: 'graph_timeout_seconds' | 'request_timeout_seconds', seconds: number) =>
  new PortError({
    kind: 'transient',
    code: 'model_graph_timed_out',
    message: `A reply took longer than ai_response.${setting} (${seconds} s)`,
  });
