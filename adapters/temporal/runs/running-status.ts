import { defaultPayloadConverter } from '@temporalio/common';
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { replyStatuses, type ReplyStatus } from '../../../domain/reply/reply-status.ts';

/** What the step that makes a reply said last in its heartbeat; null before and after. `node`: of the graph. */
export function heartbeatOf({
  raw,
  status: run,
}: WorkflowExecutionDescription): { readonly status: ReplyStatus; readonly node: string | null } | null {
  const pending = run.name === 'RUNNING' ? raw.pendingActivities : [];
  const step = pending?.find(({ activityType }) => activityType?.name === 'generateReply');
  const [detail] = step?.heartbeatDetails?.payloads ?? [];
  const reported = detail
    ? defaultPayloadConverter.fromPayload<{ readonly status?: unknown; readonly node?: string } | null>(
        detail,
      )
    : null;
  const status = replyStatuses.find((known) => known === reported?.status);
  return status ? { status, node: reported?.node ?? null } : null;
}

/** What a reply that is being made is at; null before and after. */
export async function runningStatus({
  client,
  workflowId,
}: {
  readonly client: Client;
  readonly workflowId: string;
}): Promise<ReplyStatus | null> {
  return heartbeatOf(await client.workflow.getHandle(workflowId).describe())?.status ?? null;
}
