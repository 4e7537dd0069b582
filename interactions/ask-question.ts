import { askSnapshot } from '../domain/intake/ask-snapshot.ts';
import { batchText } from '../domain/intake/conversation.ts';
import { routedBatchOf } from '../domain/intake/snapshot.ts';
import type { AskedRun } from '../domain/ports/interactions.ts';
import { PortError } from '../domain/ports/errors.ts';
import type { Records } from '../domain/ports/records.ts';
import type { Runs, RunStarts } from '../domain/ports/runs.ts';
import type { ReplyRecord } from '../domain/reply/reply-record.ts';

export interface AskDeps {
  readonly records: Pick<Records, 'claim' | 'snapshot' | 'replyRecord'>;
  readonly runs: Pick<RunStarts, 'startReply'> & Pick<Runs, 'replyStatus' | 'ended'>;
  readonly now: () => Date;
}

export type AskedQuestion = Omit<Parameters<typeof askSnapshot>[0], 'now'> & {
  /** `record`, the default: the answer stays in its row. `respond`: it answers the command that the question came by. */
  readonly deliver?: 'record' | 'respond';
};

/**
 * A question that comes by a call or a command: answered by a run like any other, which outlives the caller. The same
 * request id finds the same run, for as long as its row is kept. Throws a final `PortError` when the id belongs to another
 * question.
 */
export async function askQuestion(
  { records, runs, now }: AskDeps,
  { deliver = 'record', ...asked }: AskedQuestion,
): Promise<AskedRun> {
  const snapshot = askSnapshot({ ...asked, now: now() });
  const { id } = snapshot;
  if (!(await records.claim({ runChain: id, messageIds: [id], snapshot, reason: 'asked' }))) {
    const former = await records.snapshot(id);
    if (former && batchText(former.batch) !== batchText(snapshot.batch)) throw taken();
  }
  const record = await records.replyRecord(id);
  if (record) return { status: async () => null, row: async () => record };
  const run = await runs.startReply({ routed: routedBatchOf(snapshot), deliver });
  return {
    status: () => runs.replyStatus(run),
    async row() {
      await runs.ended(run);
      return (await records.replyRecord(id)) ?? noRow();
    },
  };
}

const taken = () =>
  new PortError({
    kind: 'final',
    code: 'request_id_taken',
    message: 'This request id belongs to another question',
  });

function noRow(): ReplyRecord {
  throw new PortError({ kind: 'final', code: 'no_record', message: 'A run has left no record' });
}
