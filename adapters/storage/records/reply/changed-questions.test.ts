import { describe, expect, it } from 'vitest';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { Records } from '../../../../domain/ports/records.ts';
import type { Snapshot } from '../../../../domain/intake/snapshot.ts';
import { author, channel, replyRecord, message } from '../../../../test/support/values/messages.ts';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { createRecords } from '../records.ts';

const start = new Date('2026-02-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const open = async () => createRecords(await testDatabase(), () => start);

const question = message(1);
const edited = message(1, { text: 'How so?', editedAt: '2026-02-01T00:00:05.000Z' });

const snapshot = (id: string, over: Partial<Snapshot> = {}): Snapshot => ({
  id,
  route: 'reply',
  location: channel(),
  author: author('anna'),
  askedDirectly: false,
  batch: [question],
  history: [],
  others: [],
  conversationId: 'thread_1',
  correctsAnswerTo: null,
  ...over,
});

const row = (messageId: string, answer: string): ReplyRecord =>
  replyRecord(messageId, {
    answer,
    post: { style: 'thread', title: 'How?', parts: [answer] },
    sourceIds: [],
  });

describe('a claim', () => {
  const claim = (records: Records, batch: Snapshot['batch']) => {
    const messageIds = batch.map(({ id }) => id);
    return records.claim({ owner: 'a', messageIds, reason: '', snapshot: snapshot('1', { batch }) });
  };

  it('is refused when a message was edited since it was looked at, and holds with the edited one', async () => {
    const records = await open();
    await records.saveMessage(edited, later(60));
    expect(await claim(records, [question])).toBe(false);
    expect(await claim(records, [edited])).toBe(true);
  });

  it('is refused when a message was deleted since it was looked at', async () => {
    const records = await open();
    await records.saveMessage(question, later(60));
    await records.markDeleted(question.id);
    expect(await claim(records, [question])).toBe(false);
  });
});

describe('a revision', () => {
  it('takes the place of the first answer, and its own row and snapshot go', async () => {
    const records = await open();
    await records.saveSnapshot(snapshot('1'));
    await records.saveSnapshot(snapshot('1.5', { batch: [edited], revises: '1' }));
    await records.insertReplyRecord(row('1', 'So.'));
    for (const [part, id] of ['500', '501'].entries()) await records.rememberPart('1', part, id);
    await records.setStatus('1', { status: 'answered', reason: 'answered', now: later(1) });
    await records.insertReplyRecord(row('1.5', 'Better so.'));
    const adopted = { messageId: '1', revisionId: '1.5', status: 'answered' } as const;
    await records.adoptRevision({ ...adopted, postedMessageIds: ['500'] });
    // A second attempt finds no revision, and changes nothing.
    await records.adoptRevision({ ...adopted, postedMessageIds: ['never'] });
    expect(await records.replyRecord('1')).toMatchObject({ answer: 'Better so.', postedMessageIds: ['500'] });
    expect(await records.replyRecordOfPost('501')).toBeNull();
    expect(await records.replyRecord('1.5')).toBeNull();
    expect(await records.snapshot('1.5')).toBeNull();
    expect(await records.snapshot('1')).toEqual(snapshot('1', { batch: [edited] }));
  });
});
