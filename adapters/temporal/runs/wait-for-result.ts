import { WorkflowFailedError, type Client } from '@temporalio/client';
import type { QueryDefinition } from '@temporalio/common';
import { PortError } from '../../../domain/ports/errors.ts';
import { describeGrpcFailure } from '../client/call-server.ts';

export interface NamedRun {
  readonly client: Client;
  readonly workflowId: string;
  /** The newest run of the id by default. */
  readonly runId?: string;
}

/**
 * Waits, without a time limit, for the end of a run and of those that it continues as. `Result` is the type that the contract
 * names for the workflow. Throws a final `PortError` when the run fails, is cancelled or terminated.
 */
export async function waitForResult<Result>({ client, workflowId, runId }: NamedRun): Promise<Result> {
  try {
    return (await client.workflow.getHandle(workflowId, runId).result()) as Result;
  } catch (error) {
    const failed = error instanceof WorkflowFailedError;
    throw new PortError({
      kind: failed ? 'final' : 'transient',
      code: failed ? 'run_failed' : 'temporal_call_failed',
      message: failed
        ? `${workflowId} has failed: ${failureMessages(error).join(': ')}`
        : `Steward cannot wait for the end of ${workflowId}: ${describeGrpcFailure(error)}.`,
      cause: error,
    });
  }
}

/** Does the same, and shows the run's progress every two seconds. */
export async function waitShowing<Result, Progress>({
  query,
  show,
  ...run
}: NamedRun & {
  readonly query: QueryDefinition<Progress>;
  readonly show: (progress: Progress) => void;
}): Promise<Result> {
  // Without a run id, to reach the newest of the runs that it continues as.
  const handle = run.client.workflow.getHandle(run.workflowId);
  let isOver = false;
  const timer = setInterval(() => {
    handle.query(query).then(
      (progress) => isOver || show(progress),
      () => {},
    );
  }, showMilliseconds);
  try {
    return await waitForResult<Result>(run);
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}

const showMilliseconds = 2_000;

/** The messages of a run's failure and its causes, outermost first, without those that only say that something inside failed. */
export function failureMessages(error: unknown): readonly string[] {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const wraps = at instanceof WorkflowFailedError || at.name === 'ActivityFailure';
    if ((!wraps || !at.cause) && !messages.includes(at.message)) messages.push(at.message);
  }
  return messages;
}
