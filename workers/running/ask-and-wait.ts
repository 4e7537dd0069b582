import { randomUUID } from 'node:crypto';
import { startAsk } from '../../adapters/temporal/runs/start-ask.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { askSnapshot } from '../../domain/intake/ask-snapshot.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import type { Steward } from '../wiring/wiring.ts';

const keptDays = 30;

/** Asks one question as a member who asks directly, through a run like any other, and waits for its row. Posts nothing. */
export async function askAndWait({
  steward: { client, storage },
  taskQueue,
  question,
  channelId,
  projectProfile,
}: {
  readonly steward: Pick<Steward, 'client' | 'storage'>;
  readonly taskQueue: string;
  readonly question: string;
} & Pick<Parameters<typeof askSnapshot>[0], 'channelId' | 'projectProfile'>): Promise<{
  readonly record: ReplyRecord;
  readonly workflowId: string;
}> {
  const requestId = randomUUID();
  const snapshot = askSnapshot({ requestId, question, now: new Date(), channelId, projectProfile });
  await storage.records.claim({
    runChain: requestId,
    messageIds: [snapshot.id],
    snapshot,
    reason: 'asked',
    expiresAt: new Date(Date.now() + keptDays * 86_400_000),
  });
  const run = await startAsk({ client, taskQueue, requestId, snapshotId: snapshot.id });
  await waitForResult({ client, ...run });
  const record = await storage.records.replyRecord(snapshot.id);
  if (!record) throw new Error('the run left no record');
  return { record, workflowId: run.workflowId };
}
