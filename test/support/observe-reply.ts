import type { Client } from '@temporalio/client';
import type { StatusStep } from '../../domain/reply/reply-status.ts';
import { replyStatusQuery } from '../../workflows/contract/reply.ts';
import { callServer } from '../../adapters/temporal/client/call-server.ts';
import { heartbeatOf } from '../../adapters/temporal/runs/show-run.ts';

/** The state of a reply; `node` is null unless the graph runs. */
export interface ObservedReply extends Pick<StatusStep, 'status' | 'reason'> {
  readonly node: string | null;
}

/** Reads the step's heartbeat while the graph runs, because it names the node, and otherwise asks the run itself. */
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
