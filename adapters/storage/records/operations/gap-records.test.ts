import { expect, it } from 'vitest';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';
import { openIn, testFolder, testNow } from '../../../../test/support/storage/test-store.ts';

const asked = {
  status: 'unanswered',
  reason: 'not_covered',
  question: 'Where is my cat Mimi?',
  createdAt: testNow.toISOString(),
} as const;

async function openGaps() {
  const { records, erasure } = await openIn(testFolder(), { now: () => testNow });
  const ask = (messageId: string, over: Partial<ReplyRecord> = {}) =>
    records.insertReplyRecord(replyRecord(messageId, { ...asked, ...over }));
  return { records, erasure, ask };
}

it('questions without an answer are gaps; thanks, answered ones and those that met a limit are none', async () => {
  const { records, ask } = await openGaps();
  await ask('11', { nearest: [{ sourceId: 'kb:a.md', title: 'A', url: null }] });
  await ask('12', { authorId: 'ben', status: 'failed', reason: 'model_timeout' });
  await ask('13', { question: 'thank you' });
  await ask('14', { question: 'Which port?', status: 'answered', reason: 'answered' });
  await ask('15', { question: 'Which host?', reason: 'asked_too_often' });
  const [gap, ...others] = await records.gaps();
  expect(others).toEqual([]);
  expect(gap).toMatchObject({ id: '11', title: asked.question, state: 'open', askers: 2 });
  expect(gap?.questions.map(({ link }) => link)).toEqual([
    'https://discord.com/channels/guild/help/11',
    'https://discord.com/channels/guild/help/12',
  ]);
  expect(gap?.pages).toEqual([{ sourceId: 'kb:a.md', title: 'A', url: null }]);
});

it('the vector of a question is kept with it', async () => {
  const { records, ask } = await openGaps();
  const vector = { model: 'm', values: [600, 800] };
  await ask('11', { vector });
  await ask('12', { vector, question: 'Has anybody seen a tabby?' });
  expect(await records.gaps()).toMatchObject([{ id: '11', questions: { length: 2 } }]);
});

it('what a person makes of a gap holds; one that is done opens with the next question', async () => {
  const { records, ask } = await openGaps();
  await ask('11');
  await ask('12');
  const resolve = (gapId: string, resolution: 'done' | 'dismissed') =>
    records.resolveGap({ gapId, resolution });
  const state = async () => (await records.gaps())[0]?.state;
  expect(await resolve('99', 'done')).toBe(false);
  expect(await resolve('12', 'done')).toBe(true);
  expect(await state()).toBe('closed');
  await ask('13');
  expect(await state()).toBe('open');
  expect(await resolve('11', 'dismissed')).toBe(true);
  await ask('14');
  expect(await state()).toBe('dismissed');
});

it('the questions of a person who is erased go; a gap that others asked about too stays as it was decided, under the next id', async () => {
  const { records, erasure, ask } = await openGaps();
  await ask('11', { vector: { model: 'm', values: [1, 0] } });
  await ask('12', { authorId: 'ben' });
  await ask('13', { question: 'Is Mimi a tabby?' });
  await records.resolveGap({ gapId: '11', resolution: 'dismissed' });
  await erasure.erase({ userId: 'anna' });
  expect(await records.gaps()).toMatchObject([
    { id: '12', state: 'dismissed', askers: 1, questions: { length: 1 } },
  ]);
  expect(await records.replyRecord('11')).toMatchObject({ vector: null });
});
