import { setTimeout as sleep } from 'node:timers/promises';
import { evaluator } from '../../domain/intake/ask-snapshot.ts';
import { batchText, renderOthers } from '../../domain/intake/conversation.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { CallAccount, Operation, SettledCall } from '../../domain/ports/usage.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { ModelCallRecord } from '../../domain/reply/reply-record.ts';
import type { ReplyDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { chargedTo } from '../models/charged-model.ts';
import { findEarlierReply, readConversation, type EarlierReply } from './conversation/read-conversation.ts';
import { likelyLanguages } from './askers-language.ts';
import { findProjectProfile } from './find-project-profile.ts';
import type { ReplyGraph } from './graph/build-graph.ts';
import { loadingOnce } from './graph/load-sources.ts';
import type { FinishedNodes } from './graph/run-context.ts';
import { startTrace, type ReplyProgress, type Trace } from './graph/trace.ts';
import { unlessUnsure } from './judge-answer.ts';
import { limitTime, type RequestTime } from './request-time.ts';
import { savedProgress } from './saved-progress.ts';

type GraphDeps = ReplyDeps & { readonly graphs: ReadonlyMap<string, ReplyGraph> };

interface Attempt {
  readonly snapshot: Snapshot;
  readonly generation: number;
  readonly linksRefreshed: boolean;
  readonly requestTime: RequestTime;
  /** Its model calls are booked to this; by default to `reply`, or to `eval` for the evaluator. */
  readonly operation?: Operation;
}

export interface AttemptedAnswer {
  readonly result: AIResult;
  /** The name of the set of nodes that ran. */
  readonly graph: string;
  readonly trace: Trace;
  readonly earlier: EarlierReply;
  /** The calls of all attempts. */
  readonly modelCalls: readonly ModelCallRecord[];
  /** The last model calls, which are settled when the row is written. */
  readonly settled: readonly SettledCall[];
}

/**
 * Runs the graph on an admitted question, and withholds an answer that the model is not sure enough of. Throws a
 * `PortError` after a timeout: a transient one if this attempt took too long, a final one if the whole request did.
 */
export async function attemptAnswer(deps: GraphDeps, attempt: Attempt): Promise<AttemptedAnswer> {
  const { snapshot, generation, linksRefreshed, requestTime } = attempt;
  const { name, graph } = graphOf(deps, snapshot);
  const { records, config, channelFor } = deps;
  const time = limitTime(config.ai_response, requestTime);
  const { workedMilliseconds } = requestTime;
  const saved = await savedProgress(deps, { snapshot, graph: name, generation, linksRefreshed });
  const { calls, finished, former, toSave } = saved;
  const account = accountOf(deps, attempt, calls);
  const { question, ended } = account;
  const { report } = stepRun<ReplyProgress>();
  const { soFar, end, ...recorder } = startTrace({ report, workedMilliseconds, former });
  const earlier = await findEarlierReply(records, snapshot);
  const calling = openCalls(chargedTo(deps.model, account));
  const run = {
    ...contextOf(deps, snapshot),
    ...recorder,
    isFirstAttempt: calls.length === 0,
    finished,
    nodesFinished: (nodes: FinishedNodes) => {
      // Before the first decision there is nothing worth saving.
      if (question.calls.length > 0) question.unsaved = toSave({ ...nodes, trace: soFar });
    },
    signal: AbortSignal.any([time.signal, calling.signal]),
    generation,
    graph: name,
    earlier,
    model: calling.model,
  };
  const result = await time
    .within(async () => {
      const read = await readConversation(deps, { snapshot, linksRefreshed, signal: run.signal });
      return graph.run({ ...run, ...read });
    })
    .catch(async (error: unknown) => {
      await calling.cutOff(error);
      if (ended.length > 0) await records.settleUsage(ended).catch(() => {});
      if (question.unsaved) await records.saveProgress(snapshot.id, question.unsaved).catch(() => {});
      throw error;
    });
  const sure = unlessUnsure(result, {
    howSure: channelFor(snapshot.location.channelId)?.how_sure ?? 0,
    askedDirectly: snapshot.askedDirectly,
  });
  return {
    result: sure,
    graph: name,
    trace: end(sure.debug.reason),
    earlier,
    modelCalls: question.calls,
    settled: ended,
  };
}

/** The account that the calls are charged to, with the question's own limit. */
function accountOf({ config }: GraphDeps, attempt: Attempt, calls: readonly ModelCallRecord[]) {
  const { snapshot, operation = snapshot.author.id === evaluator.id ? 'eval' : 'reply' } = attempt;
  const question: NonNullable<CallAccount['question']> = {
    id: snapshot.id,
    maxCalls: config.ai_response.max_calls_per_question,
    booked: calls.length,
    calls: [...calls],
    unsaved: null,
  };
  const ended: SettledCall[] = [];
  const userId = operation === 'gaps' ? null : snapshot.author.id;
  return { operation, guildId: snapshot.location.guildId, userId, ended, question };
}

const graceMilliseconds = 200;

/**
 * A model whose open calls can be cut off. When the graph fails, other calls may still be open: each gets a moment to
 * fail for a reason of its own, and is then aborted with the graph's.
 */
function openCalls(model: Model) {
  const open = new Set<Promise<unknown>>();
  const failed = new AbortController();
  return {
    signal: failed.signal,
    cutOff: async (cause: unknown) => {
      await Promise.race([Promise.allSettled(open), sleep(graceMilliseconds)]);
      failed.abort(cause);
      await Promise.allSettled(open);
    },
    model: {
      modelFor: (decision) => model.modelFor(decision),
      decide: (request) => {
        const call = model.decide(request);
        open.add(call);
        return call.finally(() => open.delete(call));
      },
    } satisfies Model,
  };
}

/** The part of the run's context that comes from the snapshot and the config. */
const contextOf = (deps: GraphDeps, snapshot: Snapshot) => ({
  sources: loadingOnce(deps.sources),
  countTokens: deps.countTokens,
  records: deps.records,
  pages: deps.pages,
  config: deps.config,
  now: deps.now,
  log: deps.log,
  snapshot,
  likelyLanguages: likelyLanguages(deps, snapshot),
  gateIsOff: deps.channelFor(snapshot.location.channelId)?.gate === 'off',
  others: maskCredentials(renderOthers(snapshot.others)),
  written: maskCredentials(batchText(snapshot.batch)),
  projectProfile: findProjectProfile(deps, snapshot),
});

/** The graph that the channel names, or the default one. */
function graphOf(
  { graphs, config, channelFor }: GraphDeps,
  { location }: Snapshot,
): { readonly name: string; readonly graph: ReplyGraph } {
  const name = channelFor(location.channelId)?.graph ?? config.ai_response.graph;
  const graph = graphs.get(name);
  if (!graph) throw new Error('A graph that the config names was not compiled');
  return { name, graph };
}
