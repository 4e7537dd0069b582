import { defaultDataConverter } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import { replyStatuses, type ReplyStatus } from '../../domain/reply-status.ts';

/** What a reply that is being made said last in its heartbeat; null before and after. */
export async function runningStatus({
  client,
  workflowId,
}: {
  readonly client: Client;
  readonly workflowId: string;
}): Promise<ReplyStatus | null> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const [payload] = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads ?? [];
  if (!payload) return null;
  const moment = defaultDataConverter.payloadConverter.fromPayload<{ readonly status?: unknown } | null>(
    payload,
  );
  return replyStatuses.find((status) => status === moment?.status) ?? null;
}
