import { setTimeout as sleep } from 'node:timers/promises';
import { evaluator } from '../../domain/intake/ask-snapshot.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { CallAccount, Operation, SettledCall } from '../../domain/ports/usage.ts';
import type { ModelCallRecord } from '../../domain/reply/reply-record.ts';
import type { ReplyDeps } from '../deps.ts';
import { chargedTo } from '../models/charged-model.ts';

const graceMilliseconds = 200;

/**
 * The model calls of an attempt at an answer, which are charged to the question's account with its own limit. When the graph
 * fails, other calls may still be open: each gets a moment to fail for a reason of its own, and is then aborted.
 */
export function openCalls(
  { config, records, ...deps }: Pick<ReplyDeps, 'config' | 'records' | 'model'>,
  {
    snapshot: { id, author },
    operation = author.id === evaluator.id ? 'eval' : 'reply',
    former,
  }: {
    readonly snapshot: Snapshot;
    readonly operation: Operation | undefined;
    /** The calls of earlier attempts. */
    readonly former: readonly ModelCallRecord[];
  },
) {
  const question: NonNullable<CallAccount['question']> = {
    id,
    maxCalls: config.ai_response.max_calls_per_question,
    booked: former.length,
    calls: [...former],
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
