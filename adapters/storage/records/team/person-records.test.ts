import { expect, it } from 'vitest';
import { insert, list } from '../../database/rows.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { scrubRecords } from './person-records.ts';

it('a person is found in every reply, however many there are, and few are read at a time', async () => {
  const db = await testDatabase();
  const createdAt = '2026-02-01T00:00:00.000Z';
  const rows = Array.from({ length: 1_001 }, (_, at) => {
    const authorId = at % 500 === 0 ? 'ben' : 'maya';
    const record = replyRecord(String(at), { authorId, createdAt });
    const status = { status: record.status, reason: record.reason, createdAt, changedAt: createdAt };
    return { messageId: String(at), authorId, ...status, body: JSON.stringify(record) };
  });
  await db.write(() =>
    insert(
      'reply_records',
      rows.map((row) => ({ ...row, askedThreadId: null, postedThreadId: null })),
    ),
  );
  const line = { userId: 'ben', erasedAt: '2026-02-02T00:00:00Z', entries: [], topics: [] };
  const section = scrubRecords(line);
  const sizes: number[] = [];
  await db.write(function* () {
    let step = section.next();
    while (!step.done) {
      const outcome = yield step.value;
      sizes.push(outcome.rows.length);
      step = section.next(outcome);
    }
  });
  expect(Math.max(...sizes)).toBeLessThan(rows.length);
  const left = await db.read(() => list('reply_records', { authorId: 'ben' }, ['messageId']));
  const erased = (await db.read(() => list('reply_records', {}, ['body']))).filter(({ body }) =>
    body.includes('[forgotten]'),
  );
  expect({ left, erased: erased.length }).toEqual({ left: [], erased: 3 });
});
