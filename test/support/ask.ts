import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { askSnapshot } from '../../domain/intake/ask-snapshot.ts';
import { routedBatchOf } from '../../domain/intake/snapshot.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { quickTimings, type TestSteward } from './steward.ts';
import { uniqueId } from './temporal.ts';

interface Asking {
  readonly question: string;
}

/** Starts the reply to a question that is posted nowhere. */
export async function ask(steward: TestSteward, { question }: Asking) {
  const { client, config, storage } = steward;
  const requestId = uniqueId();
  const snapshot = askSnapshot({ requestId, question, now: new Date() });
  await storage.records.saveSnapshot(snapshot);
  const reply = { routed: routedBatchOf(snapshot), deliver: 'record', timings: quickTimings } as const;
  const run = await startOnce(client, startsOf(config.temporal.task_queue).reply(reply));
  return {
    handle: client.workflow.getHandle(run.workflowId, run.runId),
    row: () => storage.records.replyRecord(snapshot.id),
  };
}

/** Asks, and returns the row once the reply has ended. */
export async function answerTo(steward: TestSteward, asking: Asking): Promise<ReplyRecord> {
  const { handle, row } = await ask(steward, asking);
  await handle.result();
  const written = await row();
  if (!written) throw new Error('there is no row');
  return written;
}
