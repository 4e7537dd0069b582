import type { Client } from '@temporalio/client';
import type { StartedRun } from '../../domain/ports/runs.ts';

export interface HistoryFigures {
  readonly events: number;
  readonly bytes: number;
  /** The largest input, result or detail of an event. */
  readonly largestPayloadBytes: number;
}

/** The server's figures for the histories of a run and of those that it continued as. */
export async function historyFigures(
  client: Client,
  { workflowId, runId }: StartedRun,
): Promise<HistoryFigures> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const { historySize: bytes = 0 } = await handle.describe();
  const { events = [] } = await handle.fetchHistory();
  const own = { events: events?.length ?? 0, bytes, largestPayloadBytes: largestBytes(events) };
  const next = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  if (!next) return own;
  const rest = await historyFigures(client, { workflowId, runId: next });
  return {
    events: own.events + rest.events,
    bytes: own.bytes + rest.bytes,
    largestPayloadBytes: Math.max(own.largestPayloadBytes, rest.largestPayloadBytes),
  };
}

/** The largest byte field anywhere below. Only payloads are long. */
function largestBytes(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((most, inner) => Math.max(most, largestBytes(inner)), 0);
}
