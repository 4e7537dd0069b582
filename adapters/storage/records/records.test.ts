import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Records } from '../../../domain/ports/records.ts';
import { snapshotExpiry, type Snapshot } from '../../../domain/intake/snapshot.ts';
import { author, channel, replyRecord, message } from '../../../test/support/values/messages.ts';
import { testDatabase } from '../../../test/support/storage/test-store.ts';
import { createRecords } from './records.ts';

const start = new Date('2026-02-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** Records at a clock that the test moves. */
async function open() {
  const clock = { now: start };
  const db = await testDatabase();
  return { db, clock, records: createRecords(db, () => clock.now) };
}

const snapshot = (id: string): Snapshot => ({
  id,
  route: 'reply',
  location: channel(),
  author: author('anna'),
  askedDirectly: false,
  batch: [message(1)],
  history: [],
  others: [],
  conversationId: 'thread_1',
  correctsAnswerTo: null,
});

describe('claims', () => {
  const claim = (records: Records, owner: string, messageIds: string[], of: Snapshot | null = null) =>
    records.claim({ owner, messageIds, snapshot: of, reason: 'chatter' });

  it('say where each message went', async () => {
    const { records } = await open();
    await claim(records, 'a', ['1', '2'], snapshot('2'));
    await claim(records, 'b', ['3']);
    expect(await records.routingOf(['1', '3', '4'])).toEqual([
      { messageId: '1', state: 'handed_over', owner: 'a', snapshotId: '2', route: 'reply' },
      { messageId: '3', state: 'ignored', reason: 'chatter' },
      { messageId: '4', state: 'unhandled' },
    ]);
    expect(await records.snapshot('2')).toEqual(snapshot('2'));
  });

  it('write nothing when one message is claimed already', async () => {
    const { records } = await open();
    await claim(records, 'a', ['1']);
    expect(await claim(records, 'b', ['2', '1'], snapshot('2'))).toBe(false);
    expect(await records.routingOf(['2'])).toEqual([{ messageId: '2', state: 'unhandled' }]);
    expect(await records.snapshot('2')).toBeNull();
  });

  it('give each message to one window, however windows overlap', async () => {
    const windows = fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    const { records } = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(windows, async (ids) => {
        run += 1;
        const own = ids.map((window) => window.map((id) => `${run}-${id}`));
        const won = await Promise.all(own.map((window, at) => claim(records, `${at}`, window)));
        const handled = own.filter((_, at) => won[at]).flat();
        expect(new Set(handled).size).toBe(handled.length);
      }),
      { numRuns: 30 },
    );
  });

  it('outlive their snapshot: a message that comes again late is handled all the same', async () => {
    const { records, clock } = await open();
    await claim(records, 'a', ['1'], snapshot('1'));
    const expiry = snapshotExpiry(clock.now).getTime();
    clock.now = new Date(expiry - 1);
    expect(await records.snapshot('1')).toEqual(snapshot('1'));
    clock.now = new Date(expiry);
    expect(await records.snapshot('1')).toBeNull();
    await claim(records, 'a', ['5']);
    expect(await records.routingOf(['1'])).toMatchObject([{ state: 'handed_over' }]);
  });
});

describe('reply_records', () => {
  it('are written once: the first row counts', async () => {
    const { records } = await open();
    const first = replyRecord('1');
    expect(await records.insertReplyRecord(first)).toEqual(first);
    expect(await records.insertReplyRecord(replyRecord('1', { answer: 'else' }))).toEqual(first);
    expect(await records.replyRecord('1')).toEqual(first);
  });

  it.each(['answered', 'failed'] as const)('never leave %s', async (end) => {
    const { records } = await open();
    await records.insertReplyRecord(replyRecord('1'));
    await records.setStatus('1', { status: end, reason: 'not_covered', now: later(1) });
    await records.setStatus('1', { status: 'skipped', reason: 'too_short', now: later(2) });
    expect(await records.replyRecord('1')).toMatchObject({ status: end, reason: 'not_covered' });
  });

  it('may go on from unanswered', async () => {
    const { records } = await open();
    await records.insertReplyRecord(replyRecord('1', { status: 'unanswered' }));
    await records.setStatus('1', { status: 'answered', reason: 'answered', now: later(1) });
    expect(await records.replyRecord('1')).toMatchObject({ status: 'answered', reason: 'answered' });
  });

  it('remember thread and parts, the first message of each part, and are found by them', async () => {
    const { records } = await open();
    await records.insertReplyRecord(replyRecord('1'));
    await records.rememberThread('1', '77');
    await records.rememberPart('1', 1, '501');
    await records.rememberPart('1', 0, '500');
    await records.rememberPart('1', 0, '999');
    const record = await records.replyRecord('1');
    expect(record).toMatchObject({ postedThreadId: '77', postedMessageIds: ['500', '501'] });
    expect(await records.replyRecordOfPost('501')).toEqual(record);
    expect(await records.replyRecordOfPost('999')).toBeNull();
  });

  it('are listed since a time, newest first', async () => {
    const { records } = await open();
    for (const id of ['1', '2', '3']) {
      await records.insertReplyRecord(replyRecord(id, { createdAt: later(Number(id)).toISOString() }));
    }
    expect(
      (await records.replyRecordsWhere({ since: later(2), limit: 100 })).map(({ messageId }) => messageId),
    ).toEqual(['3', '2']);
  });

  it('are found by what people read, in any case, and not by the names of their fields', async () => {
    const { records } = await open();
    const found = async (text: string) =>
      (await records.replyRecordsWhere({ text, limit: 100 })).map(({ messageId }) => messageId);
    const guide = { sourceId: 'kb:guides/a.md', title: 'Der Überblick' };
    const [cited, near] = [
      { ...guide, url: null, qaIds: [] },
      { ...guide, url: null },
    ];
    await records.insertReplyRecord(
      replyRecord('1', { question: 'Welcher "ПОРТ"?', answer: 'Port 80,\n100 % sure' }),
    );
    await records.insertReplyRecord(replyRecord('2', { question: 'The status page?', citations: [cited] }));
    for (const text of ['status', 'STATUS PAGE', 'kb:guides/'])
      expect([text, await found(text)]).toEqual([text, ['2']]);
    for (const text of ['порт', '"пОрТ"', '80,\n100 %'])
      expect([text, await found(text)]).toEqual([text, ['1']]);
    for (const text of ['messageId', 'graph', 'null']) expect([text, await found(text)]).toEqual([text, []]);
    for (const text of ['_', '8_', '8%,', '\\', '\0', '* OR', '%'.repeat(200)])
      expect([text, await found(text)]).toEqual([text, []]);
    expect(await found('%')).toEqual(['1']);
    await records.insertReplyRecord(replyRecord('4', { question: String.raw`C:\new_dir` + '\0after' }));
    for (const text of [String.raw`c:\new`, 'w_d', '\0after'])
      expect([text, await found(text)]).toEqual([text, ['4']]);
    await records.insertReplyRecord(
      replyRecord('3', { question: 'Backups?', nearest: [near], status: 'held' }),
    );
    expect(await found('überblick')).toEqual(['3', '2']);
    await records.revise('3', () => ({ answer: 'Every night', post: null }));
    expect(await found('every NIGHT')).toEqual(['3']);
  });

  it('must exist before anything is remembered of them', async () => {
    const { records } = await open();
    await expect(records.rememberPart('1', 0, '5')).rejects.toMatchObject({ code: 'reply_record_unknown' });
  });
});

describe('decisions', () => {
  it('are found by their key, the latest one', async () => {
    const { records } = await open();
    await records.cacheDecision('key', '{"a":1}');
    await records.cacheDecision('key', '{"a":2}');
    expect(await records.cachedDecisions(['other', 'key'])).toEqual([null, '{"a":2}']);
  });
});

describe('pair origins', () => {
  it('are kept by qa_id, and empty for entries without one', async () => {
    const { records } = await open();
    const origin = {
      qaId: 'qa_20260201_000001',
      link: 'chat://1',
      correctedSourceIds: ['team:a.txt'],
      authorIds: ['1', '2'],
      snapshotId: '3',
      isTyped: true,
      channelId: '4',
    } as const;
    await records.savePairOrigin(origin);
    expect(await records.channelsOfPairs()).toEqual(new Map([[origin.qaId, '4']]));
    expect(await records.pairOrigin(origin.qaId)).toEqual(origin);
    expect(await records.pairOrigin('qa_20260201_000002')).toMatchObject({
      link: null,
      correctedSourceIds: [],
    });
  });
});

describe('leases', () => {
  const ask = (records: Records, owner: string, now: Date, closedOwners: string[] = []) =>
    records.acquire({ name: 'regeneration', owner, now, closedOwners });

  it('have one holder, who keeps it by renewing', async () => {
    const { records } = await open();
    await ask(records, 'a', start);
    expect(await ask(records, 'a', later(50))).toMatchObject({ since: start.toISOString() });
    expect(await ask(records, 'b', later(100))).toMatchObject({ owner: 'a' });
  });

  it('are taken over when the holder is known to be closed', async () => {
    const { records } = await open();
    await ask(records, 'a', start);
    const taken = await ask(records, 'b', later(1), ['x', 'a']);
    expect(taken).toMatchObject({ owner: 'b', since: later(1).toISOString() });
  });

  it('are released by their holder alone', async () => {
    const { records } = await open();
    await ask(records, 'a', start);
    await records.release('regeneration', 'b');
    expect(await ask(records, 'b', later(1))).toMatchObject({ owner: 'a' });
    await records.release('regeneration', 'a');
    expect(await ask(records, 'b', later(2))).toMatchObject({ owner: 'b' });
  });
});
