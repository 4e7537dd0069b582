import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { sql } from 'kysely';
import { storableText } from '../../../../domain/values/text.ts';
import { insertNew, list, values } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

/*
 * Searches of questions by their words. They read what people read, and not the whole rows, which are ten times as long and hold
 * the names of their fields. JavaScript makes the lower case, because the engines have different ones.
 */

const filledAtOnce = 1_000;

const missingAfter = (trx: Transaction, messageId: string) =>
  trx
    .selectFrom('reply_records')
    .select('messageId')
    .where('messageId', '>', messageId)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('reply_texts')
            .select('reply_texts.messageId')
            .whereRef('reply_texts.messageId', '=', 'reply_records.messageId'),
        ),
      ),
    )
    .orderBy('messageId')
    .limit(filledAtOnce);

/** Makes the texts of the rows that came or changed since the last search. */
export async function fillTexts(database: Database): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const after: string = last;
    const messageIds = await database.read((trx) => values(missingAfter(trx, after)));
    // Alone among all writers, so no row changes meanwhile.
    if (messageIds.length > 0) await database.write((trx) => fill(trx, messageIds));
    last = messageIds.at(-1);
  }
}

async function fill(trx: Transaction, messageIds: readonly string[]): Promise<void> {
  const rows = await list(trx, 'reply_records', { messageId: messageIds }, ['messageId', 'body']);
  await insertNew(
    trx,
    'reply_texts',
    rows.map(({ messageId, body }) => ({ messageId, text: textOf(JSON.parse(body) as ReplyRecord) })),
  );
}

function textOf({ question, answer, sourceIds, citations, nearest = [] }: ReplyRecord): string {
  const sources = [...citations, ...nearest].flatMap(({ title, sourceId }) => [title, sourceId]);
  return storableText([question, answer ?? '', ...sources, ...sourceIds].join('\n').toLowerCase());
}

/** Selects the questions with a text, whose every character stands for itself. */
export function withText(trx: Transaction, text: string) {
  // To SQLite's LIKE a text ends at its first NUL.
  const exactly = storableText(text.toLowerCase()).replaceAll(/[\\%_]/gu, String.raw`\$&`);
  return trx
    .selectFrom('reply_texts')
    .select('messageId')
    .where((row) => sql<boolean>`${row.ref('text')} LIKE ${`%${exactly}%`} ESCAPE '\\'`);
}
