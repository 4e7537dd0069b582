import { runningStatus } from '../../adapters/temporal/runs/running-status.ts';
import { startAsk } from '../../adapters/temporal/runs/start-ask.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { askSnapshot } from '../../domain/intake/ask-snapshot.ts';
import { batchText } from '../../domain/intake/conversation.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import type { AskedRun, Asking } from '../../domain/ports/interactions.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Steward } from '../wiring/wiring.ts';

const keptDays = 30;

/** Questions from outside any channel, each a run of its own under the id that who asked has chosen. */
export function createAsking({
  steward: { client, storage },
  taskQueue,
}: {
  readonly steward: Pick<Steward, 'client' | 'storage'>;
  readonly taskQueue: string;
}): Asking {
  const { records } = storage;
  return {
    async ask({ requestId, askedBy, question }) {
      const author = { id: askedBy, kind: 'community_user', name: askedBy } as const;
      const snapshot = askSnapshot({ requestId, question, author, now: new Date() });
      const expiresAt = new Date(Date.now() + keptDays * 86_400_000);
      const claim = { runChain: requestId, messageIds: [snapshot.id], snapshot, reason: 'asked', expiresAt };
      if (!(await records.claim(claim))) {
        const former = await records.snapshot(snapshot.id);
        if (former && batchText(former.batch) !== batchText(snapshot.batch)) return null;
      }
      const record = await records.replyRecord(snapshot.id);
      if (record) return ended(record);
      const run = await startAsk({ client, taskQueue, requestId, snapshotId: snapshot.id });
      const { workflowId } = run;
      return {
        status: () => runningStatus({ client, workflowId }),
        row: waitForResult({ client, ...run }).then(() => requireRow(snapshot.id)),
      };
    },
  };

  async function requireRow(id: string): Promise<ReplyRecord> {
    const record = await records.replyRecord(id);
    if (record) return record;
    throw new PortError({ kind: 'final', code: 'no_record', message: 'A run has left no record' });
  }
}

const ended = (record: ReplyRecord): AskedRun => ({ status: async () => null, row: Promise.resolve(record) });
