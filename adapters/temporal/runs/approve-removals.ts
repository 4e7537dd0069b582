import { WorkflowNotFoundError, WorkflowUpdateFailedError, type Client } from '@temporalio/client';
import { finalError } from '../../../domain/ports/errors.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { decideRemovals, removalsQuery } from '../../../workflows/contract/team.ts';
import { callServer } from '../client/call-server.ts';
import { grpcCode, grpcCodeOf } from '../client/grpc-failure.ts';

interface Approval {
  readonly client: Client;
  readonly workflowId: string;
  readonly approve: boolean;
}

/**
 * Gives a capture that waits an operator's yes or no to its removals, and returns the ids of the pairs concerned. Throws a final
 * `PortError` when the capture is not waiting, and a transient one when no worker answers.
 */
export const approveRemovals = (approval: Approval): Promise<readonly QaId[]> =>
  callServer({ client: approval.client, work: () => send(approval) });

async function send({ client, workflowId, approve }: Approval): Promise<readonly QaId[]> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const removals = await handle.query(removalsQuery);
    if (removals === null) throw nothingToDecide(workflowId);
    await handle.executeUpdate(decideRemovals, { args: [{ approve }] });
    return removals;
  } catch (error) {
    const isOver = error instanceof WorkflowUpdateFailedError || error instanceof WorkflowNotFoundError;
    // Temporal rejects an id that no run can have, and a run of another kind rejects the query.
    const isOther = grpcCodeOf(error) === grpcCode.invalidArgument;
    throw isOver || isOther ? nothingToDecide(workflowId) : error;
  }
}

/** The pairs that a waiting capture would remove; empty for any other, or when no worker answers. */
export async function removalsOf({
  client,
  workflowId,
}: Pick<Approval, 'client' | 'workflowId'>): Promise<readonly QaId[]> {
  const handle = client.workflow.getHandle(workflowId);
  const ask = () => client.connection.withDeadline(Date.now() + 2_000, () => handle.query(removalsQuery));
  return (await ask().catch(() => null)) ?? [];
}

const nothingToDecide = (workflowId: string) =>
  finalError(
    'nothing_to_decide',
    `${workflowId} is not waiting for a decision; \`npx steward captures list\` lists those that do.`,
  );
