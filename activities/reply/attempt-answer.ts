import { writtenQuestion } from '../../domain/intake/call-for-help.ts';
import { renderOthers } from '../../domain/intake/conversation.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { Operation, SettledCall, CallAccount } from '../../domain/ports/usage.ts';
import type { ModelCallRecord } from '../../domain/reply/reply-record.ts';
import type { ReplyDeps } from '../deps.ts';
import { isRetry, stepRun } from '../heartbeat.ts';
import { findEarlierReply, readConversation } from './conversation/read-conversation.ts';
import { likelyLanguages } from './askers-language.ts';
import type { ReplyGraphs } from './graph/build-graph.ts';
import { loadingOnce } from './graph/load-sources.ts';
import { startTrace, type ReplyProgress } from './graph/trace.ts';
import { unlessUnsure } from './judge-answer.ts';
import { questionSources } from './scope/question-sources.ts';
import { limitTime, type RequestTime } from './request-time.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluator } from '../../domain/intake/ask-snapshot.ts';
import type { Model } from '../../domain/ports/model.ts';
import { chargedTo } from '../models/charged-model.ts';
import { profileNamed, type ProjectProfile } from '../../domain/models/project-profile.ts';
import type { Location } from '../../domain/intake/message.ts';

export type GraphDeps = ReplyDeps & { readonly graphs: ReplyGraphs };

interface Attempt {
  readonly snapshot: Snapshot;
  readonly generation: number;
  readonly linksRefreshed: boolean;
  readonly requestTime: RequestTime;
  /** Its model calls are booked to this; by default to `reply`, or to `eval` for the evaluator. */
  readonly operation?: Operation;
}

export type AttemptedAnswer = Awaited<ReturnType<typeof attemptAnswer>>;

/**
 * Runs the graph from its start on an admitted question, and withholds an answer that the model is not sure enough of. Throws a
 * `PortError` after a timeout: a transient one if this attempt took too long, a final one if the whole request did.
 */
export async function attemptAnswer(deps: GraphDeps, attempt: Attempt) {
  const { snapshot, generation, linksRefreshed, requestTime, operation } = attempt;
  const sources = await questionSources(deps, snapshot);
  const { records, config, channelFor } = deps;
  const name = channelFor(snapshot.location.channelId)?.graph ?? config.ai_response.graph;
  const time = limitTime(config.ai_response, requestTime);
  const { workedMilliseconds } = requestTime;
  const earlierCalls = isRetry() || linksRefreshed ? await records.callsOf(snapshot.id) : [];
  const calls = openCalls(deps, { snapshot, operation, earlierCalls });
  const { report } = stepRun<ReplyProgress>();
  const { end, ...recorder } = startTrace({ report, workedMilliseconds });
  const earlier = await findEarlierReply(records, snapshot);
  const run = {
    ...contextOf({ ...deps, sources }, snapshot),
    ...recorder,
    isFirstAttempt: earlierCalls.length === 0,
    signal: AbortSignal.any([time.signal, calls.signal]),
    generation,
    graph: name,
    earlier,
    model: calls.model,
    callsLeft: calls.left,
  };
  const result = await time
    .within(async () => {
      const read = await readConversation(deps, { snapshot, linksRefreshed, signal: run.signal });
      return deps.graphs[name].run({ ...run, ...read });
    })
    .catch(async (error: unknown) => {
      await calls.cutOff(error);
      throw error;
    });
  const sure = unlessUnsure(result, {
    howSure: channelFor(snapshot.location.channelId)?.how_sure ?? 0,
    askedDirectly: snapshot.askedDirectly,
  });
  return {
    result: sure,
    /** Those that may answer the question. */
    sources,
    graph: name,
    trace: end(sure.debug.reason),
    earlier,
    modelCalls: calls.made,
    /** The last model calls, which are settled when the row is written. */
    settled: calls.ended,
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
  written: writtenQuestion(snapshot.batch),
  projectProfile: findProjectProfile(deps, snapshot),
});

const graceMilliseconds = 200;

/**
 * The model calls of an attempt at an answer, which are charged to the question's account with its own limit. When the graph
 * fails, other calls may still be open: each gets a moment to fail for a reason of its own, and is then aborted.
 */
function openCalls(
  { config, records, ...deps }: Pick<ReplyDeps, 'config' | 'records' | 'model'>,
  {
    snapshot: { id, author },
    operation = author.id === evaluator.id ? 'eval' : 'reply',
    earlierCalls,
  }: {
    readonly snapshot: Snapshot;
    readonly operation: Operation | undefined;
    /** The calls of earlier attempts. */
    readonly earlierCalls: readonly ModelCallRecord[];
  },
) {
  const question: NonNullable<CallAccount['question']> = {
    id,
    maxCalls: config.ai_response.max_calls_per_question,
    booked: earlierCalls.length,
    calls: [...earlierCalls],
  };
  const ended: SettledCall[] = [];
  const model = chargedTo(deps.model, { operation, ended, question });
  const open = new Set<Promise<unknown>>();
  const failed = new AbortController();
  return {
    /** The calls of all attempts. */
    made: question.calls,
    /** Ended calls that no later booking has settled yet. */
    ended,
    /** How many more calls the question may make. */
    left: (): number => question.maxCalls - question.booked,
    /** Aborted when the graph has failed. */
    signal: failed.signal,
    model: {
      modelFor: (decision) => model.modelFor(decision),
      decide: (request) => {
        const call = model.decide(request);
        open.add(call);
        return call.finally(() => open.delete(call));
      },
    } satisfies Model,
    /** Ends the open calls and settles all, as far as the store allows. */
    async cutOff(cause: unknown): Promise<void> {
      await Promise.race([Promise.allSettled(open), sleep(graceMilliseconds)]);
      failed.abort(cause);
      await Promise.allSettled(open);
      if (ended.length > 0) await records.settleUsage(ended).catch(() => {});
    },
  };
}

/** The project profile for the place where a question was asked: the channel's or the default one. */
export const findProjectProfile = (
  { config: { ai_response: ai }, channelFor }: Pick<ReplyDeps, 'config' | 'channelFor'>,
  { location }: { readonly location: Pick<Location, 'channelId'> },
): ProjectProfile => profileNamed(ai, channelFor(location.channelId)?.profile ?? ai.profile);
