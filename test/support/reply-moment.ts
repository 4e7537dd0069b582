import { defaultPayloadConverter } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import { replyStatuses, type StatusStep } from '../../domain/reply-status.ts';
import { replyStatusQuery } from '../../workflows/contract/reply.ts';
import { callServer } from './call-server.ts';

/** What a reply is at. `node`: of the graph, while it runs. */
export interface ReplyMoment extends Pick<StatusStep, 'status' | 'reason'> {
  readonly node: string | null;
}

/** Asks the step's heartbeat while the graph runs, which knows each node, and the run itself before and after. */
export function replyMoment({
  client,
  workflowId,
}: {
  readonly client: Client;
  readonly workflowId: string;
}): Promise<ReplyMoment> {
  const handle = client.workflow.getHandle(workflowId);
  const work = async (): Promise<ReplyMoment> => {
    const { raw, status: run } = await handle.describe();
    const pending = run.name === 'RUNNING' ? raw.pendingActivities : [];
    const step = pending?.find(({ activityType }) => activityType?.name === 'generateReply');
    const [detail] = step?.heartbeatDetails?.payloads ?? [];
    const beat = detail ? defaultPayloadConverter.fromPayload<Partial<ReplyMoment> | null>(detail) : null;
    const status = replyStatuses.find((known) => known === beat?.status);
    if (status) return { status, reason: null, node: beat?.node ?? null };
    return { ...(await handle.query(replyStatusQuery)), node: null };
  };
  return callServer({ client, work });
}
