import { describe, expect, it } from 'vitest';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';
import { openIn, testFolder, testNow } from '../../../../test/support/storage/test-store.ts';

const start = new Date('2026-02-01T00:00:00Z');
const asked = { status: 'unanswered', reason: 'not_covered' } as const;

async function openGaps() {
  const { records, erasure, library } = await openIn(testFolder(), { now: () => testNow });
  const ask = (messageId: string, over: Partial<ReplyRecord> = {}) =>
    records.insertReplyRecord(replyRecord(messageId, { ...asked, question: `How ${messageId}?`, ...over }));
  const file = (messageId: string, name: string, retrieved: string | null = 'hash') =>
    records.fileQuestion({ messageId, name, kind: 'uncovered', retrieved, askedAt: start.toISOString() });
  return { records, erasure, library, ask, file };
}

describe('a question without an answer', () => {
  it('is to be filed until it is in a gap, and is in one gap for good', async () => {
    const { records, ask, file } = await openGaps();
    await ask('11');
    await ask('12', { question: 'thank you' });
    await ask('13', { status: 'answered' });
    const unfiled = async () => (await records.unfiledQuestions(start)).map(({ messageId }) => messageId);
    expect(await unfiled()).toEqual(['11']);
    await file('11', 'ports');
    await file('11', 'refunds');
    expect(await unfiled()).toEqual([]);
    expect((await records.gaps()).map(({ name, questions }) => [name, questions.length])).toEqual([
      ['ports', 1],
    ]);
  });

  it('joins the gap of its name, whose id is that of the first question', async () => {
    const { records, ask, file } = await openGaps();
    await ask('11');
    await ask('12', { authorId: 'ben', nearest: [{ sourceId: 'kb:a.md', title: 'A', url: null }] });
    await Promise.all([file('11', 'ports'), file('12', 'ports')]);
    const [gap, ...others] = await records.gaps();
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ name: 'ports', kind: 'uncovered', state: 'open', askers: 2 });
    expect(['11', '12']).toContain(gap?.id);
    expect(gap?.questions.map(({ question, link }) => [question, link])).toEqual([
      ['How 11?', 'https://discord.com/channels/guild/help/11'],
      ['How 12?', 'https://discord.com/channels/guild/help/12'],
    ]);
    expect(gap?.pages).toEqual([{ sourceId: 'kb:a.md', title: 'A', url: null }]);
  });

  it('that nobody has recorded is not filed', async () => {
    const { records, file } = await openGaps();
    await file('11', 'ports');
    expect(await records.gaps()).toEqual([]);
  });
});

describe('a gap', () => {
  it('closes when its questions were asked again and have an answer, and opens when they have none', async () => {
    const { records, ask, file } = await openGaps();
    await ask('11');
    await file('11', 'ports', null);
    const state = async () => (await records.gaps()).map((gap) => [gap.state, gap.kind]);
    const answer = (answeredBy: 'documents' | 'team' | null) =>
      records.saveAskedAgain({
        messageId: '11',
        answeredBy,
        retrieved: 'new',
        askedAt: testNow.toISOString(),
      });
    expect(await records.filedQuestions(10)).toMatchObject([{ messageId: '11', retrieved: null }]);
    await answer('team');
    expect(await state()).toEqual([['closed', 'team']]);
    expect(await records.filedQuestions(10)).toMatchObject([{ messageId: '11', retrieved: 'new' }]);
    await answer(null);
    expect(await state()).toEqual([['open', 'uncovered']]);
  });

  it('that was dismissed is left, and its questions are asked no more', async () => {
    const { records, ask, file } = await openGaps();
    for (const id of ['11', '12']) await ask(id);
    await file('11', 'ports');
    await file('12', 'refunds');
    expect(await records.resolveGap({ gapId: '11', resolution: 'dismissed', now: testNow })).toBe(true);
    expect(await records.resolveGap({ gapId: '99', resolution: 'dismissed', now: testNow })).toBe(false);
    expect((await records.filedQuestions(10)).map(({ messageId }) => messageId)).toEqual(['12']);
    expect((await records.gaps()).find(({ id }) => id === '11')?.state).toBe('dismissed');
  });

  it('takes in the questions of another that is the same', async () => {
    const { records, ask, file } = await openGaps();
    for (const id of ['11', '12']) await ask(id);
    await file('11', 'ports');
    await file('12', 'listening');
    for (const [gapId, into] of [
      ['12', 'nothing'],
      ['99', 'ports'],
      ['11', 'ports'],
    ] as const)
      expect(await records.mergeGaps({ gapId, into })).toBe(false);
    expect(await records.mergeGaps({ gapId: '12', into: 'ports' })).toBe(true);
    expect((await records.gaps()).map(({ name, questions }) => [name, questions.length])).toEqual([
      ['ports', 2],
    ]);
  });

  it('asks first again what has no answer', async () => {
    const { records, ask, file } = await openGaps();
    for (const id of ['11', '12', '13']) {
      await ask(id);
      await file(id, 'ports');
    }
    const askedAt = testNow.toISOString();
    await records.saveAskedAgain({ messageId: '12', answeredBy: 'team', retrieved: 'new', askedAt });
    expect((await records.filedQuestions(2)).map(({ messageId }) => messageId)).toEqual(['11', '13']);
  });

  it('goes with a person who is erased, since its name may hold their words; what others asked is filed again', async () => {
    const { records, erasure, ask, file } = await openGaps();
    await ask('11', { question: 'Where is my cat Mimi?', createdAt: start.toISOString() });
    await ask('12', { authorId: 'ben' });
    await ask('13', { authorId: 'ben' });
    await file('11', 'cat-mimi');
    await file('12', 'cat-mimi');
    await file('13', 'ports');
    await erasure.erase({ userId: 'anna' });
    expect((await records.gaps()).map(({ name }) => name)).toEqual(['ports']);
    expect((await records.unfiledQuestions(start)).map(({ messageId }) => messageId)).toEqual(['12']);
    await file('11', 'cat-mimi');
    expect((await records.gaps()).map(({ name }) => name)).toEqual(['ports']);
  });
});
