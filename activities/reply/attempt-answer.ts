import { evaluator } from '../../domain/intake/ask-snapshot.ts';
import { batchText, renderConversation } from '../../domain/intake/conversation.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { SettledCall } from '../../domain/ports/usage.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { ReplyDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { chargedTo } from '../models/charged-model.ts';
import { findEarlierReply, readConversation, type EarlierReply } from './conversation/read-conversation.ts';
import { likelyLanguages } from './askers-language.ts';
import { findProjectProfile } from './find-project-profile.ts';
import type { ReplyGraph } from './graph/build-graph.ts';
import { startTrace, type Trace } from './graph/trace.ts';
import { unlessUnsure } from './judge-answer.ts';

type GraphDeps = ReplyDeps & { readonly graphs: ReadonlyMap<string, ReplyGraph> };

export interface AttemptedAnswer {
  readonly result: AIResult;
  /** The name of the set of nodes that ran. */
  readonly graph: string;
  readonly trace: Trace;
  readonly earlier: EarlierReply;
  /** Its last model calls, which the commit of its row settles. */
  readonly settled: readonly SettledCall[];
}

/**
 * Runs the graph on an admitted question, and says nothing that the model is not sure enough of. Throws a transient `PortError` when the time for that
 * is over.
 */
export async function attemptAnswer(
  deps: GraphDeps,
  {
    snapshot,
    generation,
    linksRefreshed,
    requestDeadline,
  }: {
    readonly snapshot: Snapshot;
    readonly generation: number;
    readonly linksRefreshed: boolean;
    /** Of the whole request, admission included. */
    readonly requestDeadline: AbortSignal;
  },
): Promise<AttemptedAnswer> {
  const { name, graph } = graphOf(deps, snapshot);
  const { sources, countTokens, records, pages, config, channelFor, now, log } = deps;
  const time = timeFor(config.ai_response, requestDeadline);
  const trace = startTrace(stepRun());
  const earlier = await findEarlierReply(records, snapshot);
  const ended: SettledCall[] = [];
  const run = {
    sources,
    countTokens,
    records,
    pages,
    config,
    now,
    log,
    ...trace,
    signal: time.signal,
    snapshot,
    generation,
    graph: name,
    earlier,
    likelyLanguages: likelyLanguages(deps, snapshot),
    gateIsOff: deps.channelFor(snapshot.location.channelId)?.gate === 'off',
    others: maskCredentials(renderConversation(snapshot.others)),
    written: maskCredentials(batchText(snapshot.batch)),
    projectProfile: findProjectProfile(deps, snapshot),
    model: chargedTo(deps.model, {
      operation: snapshot.author.id === evaluator.id ? 'eval' : 'reply',
      guildId: snapshot.location.guildId,
      userId: snapshot.author.id,
      ended,
    }),
  };
  const result = await time
    .within(async () => {
      const read = await readConversation(deps, { snapshot, linksRefreshed, signal: time.signal });
      return graph.run({ ...run, ...read });
    })
    .catch(async (error: unknown) => {
      if (ended.length > 0) await records.settleUsage(ended).catch(() => {});
      throw error;
    });
  const sure = unlessUnsure(result, {
    howSure: channelFor(snapshot.location.channelId)?.how_sure ?? 0,
    askedDirectly: snapshot.askedDirectly,
  });
  return { result: sure, graph: name, trace: trace.end(sure.debug.reason), earlier, settled: ended };
}

/** The set of nodes that the channel names, else the one for all. */
function graphOf(
  { graphs, config, channelFor }: GraphDeps,
  { location }: Snapshot,
): { readonly name: string; readonly graph: ReplyGraph } {
  const name = channelFor(location.channelId)?.graph ?? config.ai_response.graph;
  const graph = graphs.get(name);
  if (!graph) throw new Error('A set of steps that the config names was not compiled');
  return { name, graph };
}

/** Stops work when its step is cancelled, and when one of two deadlines has passed: then the failure names its setting. */
function timeFor(
  limits: Pick<ReplyDeps['config']['ai_response'], 'request_timeout_seconds' | 'graph_timeout_seconds'>,
  requestDeadline: AbortSignal,
) {
  const { signal: cancelled } = stepRun();
  const graphDeadline = AbortSignal.timeout(limits.graph_timeout_seconds * 1000);
  return {
    signal: AbortSignal.any([cancelled, requestDeadline, graphDeadline]),
    within: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        if (cancelled.aborted) throw error;
        if (graphDeadline.aborted) throw timedOut('graph_timeout_seconds', limits.graph_timeout_seconds);
        if (!requestDeadline.aborted) throw error;
        throw timedOut('request_timeout_seconds', limits.request_timeout_seconds);
      }
    },
  };
}

const timedOut = (setting: 'graph_timeout_seconds' | 'request_timeout_seconds', seconds: number) =>
  new PortError({
    kind: 'transient',
    code: 'model_graph_timed_out',
    message: `A reply took longer than ai_response.${setting} (${seconds} s)`,
  });
