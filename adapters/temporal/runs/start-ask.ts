import type { Client } from '@temporalio/client';
import { workflowIds } from '../../../workflows/contract/names.ts';
import type { ReplyInput } from '../../../workflows/contract/reply.ts';
import { callServer } from '../client/call-server.ts';
import type { StartedRun } from './start-runs.ts';

/** Starts the reply to a question that is not posted anywhere. The same request id finds the same run. */
export function startAsk({
  client,
  taskQueue,
  requestId,
  snapshotId,
}: {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
  readonly requestId: string;
  readonly snapshotId: string;
}): Promise<StartedRun> {
  const input: ReplyInput = { snapshotId, deliver: 'record' };
  const work = async () => {
    const handle = await client.workflow.start('replyWorkflow', {
      workflowId: workflowIds.ask(requestId),
      taskQueue,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    return { workflowId: handle.workflowId, runId: handle.firstExecutionRunId };
  };
  return callServer({ client, work });
}
