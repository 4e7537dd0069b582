import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { StatusStep } from '../../domain/reply/reply-status.ts';
import { replyStatusQuery } from '../../workflows/contract/reply.ts';
import { callServer } from '../../adapters/temporal/client/call-server.ts';

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
  return callServer(client, work);
}

/** The last heartbeat of the `generateReply` step, with the graph's node; null while the step is not running. */
function heartbeatOf({
  raw,
  status,
}: WorkflowExecutionDescription): Pick<ObservedReply, 'status' | 'node'> | null {
  const pending = status.name === 'RUNNING' ? raw.pendingActivities : [];
  const step = pending?.find(({ activityType }) => activityType?.name === 'generateReply');
  const [detail] = step?.heartbeatDetails?.payloads ?? [];
  if (!detail) return null;
  const reported = defaultPayloadConverter.fromPayload<Pick<ObservedReply, 'status' | 'node'>>(detail);
  return { status: reported.status, node: reported.node ?? null };
}
