import type { ReplyRecords } from '../ports/reply-records.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';

/** Records contain whole answers and all decisions, so reading all of them at once would need too much memory. */
const readAtOnce = 1_000;

/** What is counted of every question since a time, newest first; of the newest 50,000 if there are more. */
export async function figuresSince<Figures>({
  records,
  since,
  figuresOf,
}: {
  readonly records: Pick<ReplyRecords, 'replyRecordsWhere'>;
  readonly since: Date;
  readonly figuresOf: (record: ReplyRecord) => Figures;
}): Promise<readonly Figures[]> {
  // A Map by id, because a new question shifts the pages and shows a record twice.
  const figures = new Map<string, Figures>();
  for (let offset = 0; offset < 50_000; offset += readAtOnce) {
    const read = await records.replyRecordsWhere({ since, limit: readAtOnce, offset });
    for (const record of read) figures.set(record.messageId, figuresOf(record));
    if (read.length < readAtOnce) break;
  }
  return [...figures.values()];
}
