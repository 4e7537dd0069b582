import { WorkflowNotFoundError, type Client, type WorkflowExecutionInfo } from '@temporalio/client';
import { callServer } from '../client/call-server.ts';

/** A value inside a visibility query. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** The runs that a visibility query finds, newest first; all of them by default. */
export function listRuns({
  client,
  query,
  limit = Number.POSITIVE_INFINITY,
}: {
  readonly client: Client;
  readonly query: string;
  readonly limit?: number;
}): Promise<readonly WorkflowExecutionInfo[]> {
  const work = async () => {
    const found: WorkflowExecutionInfo[] = [];
    for await (const run of client.workflow.list({ query, pageSize: 100 })) {
      found.push(run);
      if (found.length === limit) break;
    }
    return found.toSorted((a, b) => b.startTime.getTime() - a.startTime.getTime());
  };
  return callServer({ client, work });
}

/**
 * Of the newest run of an id; null when Temporal has none. It is what holds now, where a visibility query is a moment behind.
 */
export async function stateOf(client: Client, workflowId: string) {
  const work = async () => {
    try {
      const { runId, status } = await client.workflow.getHandle(workflowId).describe();
      return { runId, isOpen: status.name === 'RUNNING' || status.name === 'PAUSED' };
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  };
  return callServer({ client, work });
}
