import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import type { Runs } from '../../../domain/ports/runs.ts';
import { callServer } from '../client/call-server.ts';
import { listCaptures } from './list-captures.ts';

/** What the steps may ask about other runs. Throws `PortError` when Temporal does not answer. */
export function createRuns({
  client,
  taskQueue,
}: {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}): Runs {
  const describe = (workflowId: string, runId?: string): Promise<WorkflowExecutionDescription | null> => {
    const work = async () => {
      try {
        return await client.workflow.getHandle(workflowId, runId).describe();
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return null;
        throw error;
      }
    };
    return callServer({ client, work });
  };
  return {
    failedCaptures: async () => (await listCaptures({ client, taskQueue, statuses: ['failed'] })).length,

    async stateOf(workflowId) {
      const found = await describe(workflowId);
      if (!found) return 'unknown';
      if (isOpen(found)) return 'open';
      return found.status.name === 'COMPLETED' ? 'completed' : 'unfinished';
    },
    async isClosed({ workflowId, runId }) {
      const run = await describe(workflowId, runId);
      if (run?.status.name !== 'CONTINUED_AS_NEW') return !isOpen(run);
      const newest = await describe(workflowId);
      return !isOpen(newest) || newest?.raw.workflowExecutionInfo?.firstRunId !== runId;
    },
  };
}

const openStatuses: ReadonlySet<string> = new Set(['RUNNING', 'PAUSED']);

const isOpen = (run: WorkflowExecutionDescription | null): boolean =>
  run !== null && openStatuses.has(run.status.name);
