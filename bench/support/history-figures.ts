import type { Client } from '@temporalio/client';
import type { StartedRun } from '../../domain/ports/runs.ts';

export interface HistoryFigures {
  readonly events: number;
  readonly bytes: number;
}

/** The server's figures for the histories of a run and of those that it continued as. */
export async function historyFigures(
  client: Client,
  { workflowId, runId }: StartedRun,
): Promise<HistoryFigures> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const { historySize: bytes = 0 } = await handle.describe();
  const { events = [] } = await handle.fetchHistory();
  const own = { events: events?.length ?? 0, bytes };
  const next = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  if (!next) return own;
  const rest = await historyFigures(client, { workflowId, runId: next });
  return { events: own.events + rest.events, bytes: own.bytes + rest.bytes };
}
