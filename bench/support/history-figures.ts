import type { Client } from '@temporalio/client';
import type { StartedRun } from '../../domain/ports/runs.ts';

export interface HistoryFigures {
  readonly events: number;
  readonly bytes: number;
  /** The largest input, result or detail that any event carries. */
  readonly largestPayloadBytes: number;
}

/** The histories of a run and of those that it went on as, as the server counts them. */
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

/** Of the byte fields anywhere below: payloads are the only long ones. */
function largestBytes(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((most, inner) => Math.max(most, largestBytes(inner)), 0);
}
