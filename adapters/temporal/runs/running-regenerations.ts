import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { pauseRegeneration, resumeRegeneration } from '../../../workflows/contract/regenerate.ts';
import { callServer } from '../client/call-server.ts';
import { quoted } from './visibility-query.ts';

interface Target {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}

export interface RunningRegeneration {
  readonly workflowId: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
}

/** The regenerations of one Steward that are open, by whatever id they were started. Oldest first. */
export function runningRegenerations({ client, taskQueue }: Target): Promise<readonly RunningRegeneration[]> {
  const query =
    `WorkflowType = 'regenerateWorkflow' AND TaskQueue = ${quoted(taskQueue)} ` +
    "AND ExecutionStatus = 'Running'";
  const work = async () => {
    const found: RunningRegeneration[] = [];
    for await (const { workflowId, startTime } of client.workflow.list({ query, pageSize: 100 })) {
      found.push({ workflowId, startedAt: startTime.toISOString() });
    }
    return found.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  };
  return callServer({ client, work });
}

export type RegenerationOrder = 'pause' | 'resume' | 'cancel';

/** Tells every open regeneration what to do, and returns those that took it. */
export async function orderRegenerations({
  order,
  ...target
}: Target & { readonly order: RegenerationOrder }): Promise<readonly RunningRegeneration[]> {
  const { client } = target;
  const taken: RunningRegeneration[] = [];
  for (const run of await runningRegenerations(target)) {
    const handle = client.workflow.getHandle(run.workflowId);
    const work = async () => {
      if (order === 'cancel') await handle.cancel();
      else await handle.signal(order === 'pause' ? pauseRegeneration : resumeRegeneration);
    };
    try {
      await callServer({ client, work });
      taken.push(run);
    } catch (error) {
      // It ended between the two calls.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return taken;
}
