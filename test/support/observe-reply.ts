import type { Client } from '@temporalio/client';
import type { StatusStep } from '../../domain/reply/reply-status.ts';
import { replyStatusQuery } from '../../workflows/contract/reply.ts';
import { callServer } from '../../adapters/temporal/client/call-server.ts';
import { heartbeatOf } from '../../adapters/temporal/runs/show-run.ts';

/** What a reply is at. `node`: of the graph, while it runs. */
export interface ObservedReply extends Pick<StatusStep, 'status' | 'reason'> {
  readonly node: string | null;
}

/** Asks the step's heartbeat while the graph runs, which knows each node, and the run itself before and after. */
export function observeReply({
  client,
  workflowId,
}: {
  readonly client: Client;
  readonly workflowId: string;
}): Promise<ObservedReply> {
  const handle = client.workflow.getHandle(workflowId);
  const work = async (): Promise<ObservedReply> => {
    const beat = heartbeatOf(await handle.describe());
    if (beat) return { ...beat, reason: null };
    return { ...(await handle.query(replyStatusQuery)), node: null };
  };
  return callServer({ client, work });
}
