import { PortError, type FailureKind } from '../../domain/ports/errors.ts';
import type { ReplyDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import type { ReplyProgress } from './graph/trace.ts';

export type RequestTime = ReturnType<typeof requestTimeOf>;

/**
 * The running time of a reply's attempts, which continues from where the previous one ended. Pauses between them and times without
 * a worker do not count.
 */
export function requestTimeOf({
  request_timeout_seconds: seconds,
}: Pick<ReplyDeps['config']['ai_response'], 'request_timeout_seconds'>) {
  const before = stepRun<ReplyProgress>().former?.workedMilliseconds ?? 0;
  const started = performance.now();
  return {
    /** Running time of all attempts so far. A crash loses at most half a second of it. */
    workedMilliseconds: (): number => Math.round(before + performance.now() - started),
    /** Aborts when the whole request, admission included, has run out of time. */
    deadline: AbortSignal.timeout(Math.max(0, seconds * 1000 - before)),
  };
}

/** Stops work when its step is cancelled or a deadline has passed. The error of a deadline names its setting. */
export function limitTime(
  limits: Pick<ReplyDeps['config']['ai_response'], 'request_timeout_seconds' | 'graph_timeout_seconds'>,
  { deadline: requestDeadline }: RequestTime,
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
        throw timedOut('request_timeout_seconds', limits.request_timeout_seconds, 'final');
      }
    },
  };
}

const timedOut = (
  setting: 'graph_timeout_seconds' | 'request_timeout_seconds',
  seconds: number,
  kind: FailureKind = 'transient',
) =>
  new PortError({
    kind,
    code: 'model_graph_timed_out',
    message: `A reply took longer than ai_response.${setting} (${seconds} s)`,
  });
