import type { Client } from '@temporalio/client';
import type { StartedRun } from '../adapters/temporal/start-runs.ts';

/** The histories of a run and of those that it went on as, as the server counts them. */
export async function historyBytes(client: Client, { workflowId, runId }: StartedRun): Promise<number> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const { historySize = 0 } = await handle.describe();
  const { events } = await handle.fetchHistory();
  const next = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  return historySize + (next ? await historyBytes(client, { workflowId, runId: next }) : 0);
}
