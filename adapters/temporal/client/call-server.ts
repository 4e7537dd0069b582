import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { PortError } from '../../../domain/ports/errors.ts';
import { NamespaceNotFoundError } from '@temporalio/common';

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
export async function callServer<T>(
  client: Client,
  work: () => Promise<T>,
  timeoutMilliseconds = callMilliseconds,
): Promise<T> {
  try {
    return await client.connection.withDeadline(Date.now() + timeoutMilliseconds, work);
  } catch (error) {
    const code = grpcCodeOf(error);
    if (code === null) throw error;
    throw callFailed(transient.has(code) ? 'transient' : 'final', describeGrpcFailure(error), error);
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
  callServer(client, () => unlessGone(client.workflow.getHandle(workflowId, runId).describe()));

/** A paused run is open, too. */
export const isStillOpen = (run: WorkflowExecutionDescription | null): boolean =>
  run?.status.name === 'RUNNING' || run?.status.name === 'PAUSED';

export const callFailed = (kind: PortError['kind'], reason: string, cause: unknown): PortError =>
  new PortError({
    kind,
    code: 'temporal_call_failed',
    message: `A call to Temporal failed: ${reason}.`,
    cause,
  });

/** The gRPC status codes that Steward distinguishes. */
export const grpcCode = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** The gRPC status of an error or one of its causes, because the SDK wraps only some errors; null if there is none. */
export function grpcCodeOf(error: unknown): number | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof NamespaceNotFoundError) return grpcCode.notFound;
    if ('code' in at && typeof at.code === 'number') return at.code;
  }
  return null;
}

/** Codes with which the same call may succeed later: also `cancelled`, `unknown` and `internal`, as when the server dies. */
const transient: ReadonlySet<number> = new Set([
  grpcCode.cancelled,
  grpcCode.unknown,
  grpcCode.deadlineExceeded,
  grpcCode.resourceExhausted,
  grpcCode.aborted,
  grpcCode.internal,
  grpcCode.unavailable,
]);

/** Describes a failure in Steward's words, because a server's message may quote what it was sent. */
export function describeGrpcFailure(error: unknown): string {
  const code = grpcCodeOf(error);
  if (code === null) return 'it does not answer';
  return (
    {
      [grpcCode.cancelled]: 'it cancelled the call',
      [grpcCode.deadlineExceeded]: 'it does not answer in time',
      [grpcCode.notFound]: 'it does not know the namespace or the run',
      [grpcCode.permissionDenied]: 'it does not permit this',
      [grpcCode.resourceExhausted]: 'it gets too many requests',
      [grpcCode.unimplemented]: 'what answers there is no Temporal server',
      [grpcCode.unavailable]: 'it does not answer',
      [grpcCode.unauthenticated]: 'it does not accept the credentials',
    }[code] ?? `gRPC status ${code}`
  );
}
