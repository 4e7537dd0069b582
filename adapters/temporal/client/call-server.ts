import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { PortError } from '../../../domain/ports/errors.ts';
import { describeGrpcFailure, grpcCodeOf, isTransientGrpc } from './grpc-failure.ts';

/** Identifies one Steward on a server. */
export interface OfSteward {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}

const callMilliseconds = 10_000;

/** For calls about schedules: the server keeps each in a workflow of its own, which waits for its turn when the server is busy. */
export const scheduleCallMilliseconds = 60_000;

/**
 * Calls the server, by default for ten seconds, and a last pause between two tries of up to five. The SDK's connection retries transient
 * failures with growing pauses and the same request id, so a call that arrives twice takes effect once. Throws a `PortError` for failures of the server or network.
 */
export async function callServer<T>(call: {
  readonly client: Client;
  readonly work: () => Promise<T>;
  readonly timeoutMilliseconds?: number;
}): Promise<T> {
  const { client, work, timeoutMilliseconds = callMilliseconds } = call;
  try {
    return await client.connection.withDeadline(Date.now() + timeoutMilliseconds, work);
  } catch (error) {
    if (grpcCodeOf(error) === null) throw error;
    throw callFailed({
      kind: isTransientGrpc(error) ? 'transient' : 'final',
      reason: describeGrpcFailure(error),
      cause: error,
    });
  }
}

/** Returns null when Temporal does not know the run, or when the call needs an open run and it has ended. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Describes a run, by default the newest of its id; null when there is none. */
export const describeRun = (
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<WorkflowExecutionDescription | null> =>
  callServer({ client, work: () => unlessGone(client.workflow.getHandle(workflowId, runId).describe()) });

/** A paused run is open, too. */
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
