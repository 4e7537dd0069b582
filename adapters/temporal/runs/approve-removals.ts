import { WorkflowNotFoundError, WorkflowUpdateFailedError, type Client } from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { decideRemovals, removalsQuery } from '../../../workflows/contract/team.ts';
import { callServer } from '../client/call-server.ts';

/** Gives a run somebody's decision. Returns false when the run has ended, accepts no decision now, or already has one. */
export function decide<Decision>(
  client: Client,
  workflowId: string,
  update: UpdateDefinition<void, [Decision]>,
  decision: Decision,
): Promise<boolean> {
  const work = async () => {
    try {
      await client.workflow.getHandle(workflowId).executeUpdate(update, { args: [decision] });
      return true;
    } catch (error) {
      const isSettled = error instanceof WorkflowUpdateFailedError || error instanceof WorkflowNotFoundError;
      if (!isSettled) throw error;
      return false;
    }
  };
  return callServer(client, work);
}

/** Gives a run that waits an operator's yes or no to its removals, see `decide`. */
export const approveRemovals = (client: Client, workflowId: string, approve: boolean) =>
  decide(client, workflowId, decideRemovals, { approve });

/** The pairs that a waiting run would remove; empty for any other, or when no worker answers. */
export async function removalsOf(client: Client, workflowId: string): Promise<readonly QaId[]> {
  const handle = client.workflow.getHandle(workflowId);
  const ask = () => client.connection.withDeadline(Date.now() + 2_000, () => handle.query(removalsQuery));
  return (await ask().catch(() => null)) ?? [];
}
