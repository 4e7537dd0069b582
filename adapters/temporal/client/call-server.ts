import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { PortError } from '../../../domain/ports/errors.ts';
import { describeGrpcFailure, grpcCode, grpcCodeOf, isTransientGrpc } from './grpc-failure.ts';

/** One Steward's runs on a server. */
export interface OfSteward {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}

const callMilliseconds = 10_000;

/**
 * Calls the server within ten seconds in total. The SDK's connection tries transient failures again by itself, with
 * growing pauses and the same request id, so that what arrived twice counts once. Throws `PortError` for what the server or
 * the way to it is to blame for.
 */
export async function callServer<T>(call: {
  readonly client: Client;
  readonly work: () => Promise<T>;
  readonly timeoutMilliseconds?: number;
}): Promise<T> {
  const { client, work, timeoutMilliseconds = callMilliseconds } = call;
  const ended = new AbortController();
  try {
    return await Promise.race([
      client.connection.withDeadline(Date.now() + timeoutMilliseconds, work),
      deadline(timeoutMilliseconds, ended.signal),
    ]);
  } catch (error) {
    if (grpcCodeOf(error) === null) throw error;
    throw callFailed({
      kind: isTransientGrpc(error) ? 'transient' : 'final',
      reason: describeGrpcFailure(error),
      cause: error,
    });
  } finally {
    ended.abort();
  }
}

/** Null for a run that Temporal does not know, and for what only an open run takes. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** What Temporal says of a run, by default the newest of its id; null when it has none. */
export const describeRun = (
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<WorkflowExecutionDescription | null> =>
  callServer({ client, work: () => unlessGone(client.workflow.getHandle(workflowId, runId).describe()) });

/** Whether a run goes on: a paused one does. */
export const isStillOpen = (run: WorkflowExecutionDescription | null): boolean =>
  run?.status.name === 'RUNNING' || run?.status.name === 'PAUSED';

export const callFailed = ({
  kind,
  reason,
  cause,
}: Pick<PortError, 'kind' | 'cause'> & { readonly reason: string }): PortError =>
  new PortError({
    kind,
    code: 'temporal_call_failed',
    message: `A call to Temporal failed: ${reason}.`,
    cause,
  });

/** A pause of the SDK's that is in progress at the deadline would go on for up to five seconds. */
async function deadline(milliseconds: number, signal: AbortSignal): Promise<never> {
  await sleep(milliseconds, undefined, { signal });
  throw Object.assign(new Error('deadline'), { code: grpcCode.deadlineExceeded });
}
