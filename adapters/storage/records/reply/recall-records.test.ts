import { expect, it } from 'vitest';
import { finalError } from '../../../../domain/ports/errors.ts';
import type { Embeddings } from '../../../../domain/ports/model.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { createNearest } from '../../../embeddings/nearest.ts';
import { createRecords } from '../records.ts';

const asked = new Date('2026-02-01T00:00:00Z');

const row = (messageId: string, question: string, over: Partial<ReplyRecord> = {}): ReplyRecord =>
  replyRecord(messageId, {
    question,
    status: 'answered',
    post: null,
    answer: 'So.',
    answerType: 'answer',
    ...over,
  });

const sources = [{ sourceId: 'kb:a.md', contentHash: 'hash' }];

async function opened(questions: Readonly<Record<string, string>>, embeddings: Embeddings | null = null) {
  const db = await testDatabase();
  const records = createRecords(db, () => asked, createNearest(embeddings));
  for (const [messageId, question] of Object.entries(questions)) {
    await records.insertReplyRecord(row(messageId, question), { recall: { language: 'eng', sources } });
    await records.vote({ messageId, userId: 'eve', helpful: true, byTeam: false });
  }
  const alike = async (question: string, since = asked) => {
    const found = await records.helpfulAnswers({ question, since, limit: 10 });
    return found.map(({ record }) => record.messageId);
  };
  return { db, records, alike };
}

it('earlier answers are found by their questions, the most alike first', async () => {
  const { alike } = await opened({ 1: 'How do I set the port?', 2: 'Which port is set?', 3: 'A lamp?' });
  expect(await alike('setting ports, how do I do that')).toEqual(['1', '2']);
  expect(await alike('?')).toEqual([]);
  expect(await alike('port', new Date(asked.getTime() + 1))).toEqual([]);
});

it('an answer comes with its sources and the newest vote and reason of each person', async () => {
  const { records } = await opened({ 1: 'Which port?' });
  const vote = { messageId: '1', userId: 'ben', byTeam: false };
  await records.vote({ ...vote, helpful: true });
  for (const reason of ['too long', 'outdated', null])
    await records.vote({ ...vote, helpful: false, reason });
  await records.vote({ messageId: '1', userId: 'maya', helpful: true, byTeam: true });
  const [found] = await records.helpfulAnswers({ question: 'port', since: asked, limit: 1 });
  expect(found).toMatchObject({ language: 'eng', sources });
  expect(found?.votes).toMatchObject([
    { ...vote, helpful: false, reason: 'outdated' },
    { ...vote, userId: 'eve', helpful: true },
    { messageId: '1', userId: 'maya', helpful: true, byTeam: true },
  ]);
});

it('the votes on answers are told, of as many as are asked for', async () => {
  const { records } = await opened({ 1: 'How do I set the port?', 2: 'Which port is set?', 3: 'A lamp?' });
  const vote = { userId: 'ben', helpful: true, byTeam: false };
  for (const messageId of ['1', '2']) await records.vote({ ...vote, messageId });
  const [ben, eve] = [vote, { ...vote, userId: 'eve' }];
  expect(await records.votesOn(['2', '3'])).toMatchObject([
    { ...ben, messageId: '2' },
    { ...eve, messageId: '2' },
    { ...eve, messageId: '3' },
  ]);
  expect(await records.votesOn([])).toEqual([]);
});

it('a vote on nothing is refused', async () => {
  const { records } = await opened({});
  const vote = { messageId: '9', userId: 'ben', helpful: true, byTeam: false };
  await expect(records.vote(vote)).rejects.toMatchObject({ kind: 'final', code: 'reply_record_unknown' });
});

it('an answer that was dropped does not come back', async () => {
  const { records, alike } = await opened({ 1: 'Which port?' });
  await records.dropFromRecall('1');
  await records.insertReplyRecord(row('1', 'Which port?'), { recall: { language: 'eng', sources } });
  expect(await alike('port')).toEqual([]);
});

it('an answer that nobody found helpful is not among them', async () => {
  const { records, alike } = await opened({ 1: 'Which port?', 2: 'The port?' });
  await records.vote({ messageId: '1', userId: 'eve', helpful: false, byTeam: false });
  expect(await alike('port')).toEqual(['2']);
});

it('what has no answer is not kept', async () => {
  const { records, alike } = await opened({});
  const unanswered = row('1', 'Which port?', { answer: null });
  await records.insertReplyRecord(unanswered, { recall: { language: null, sources } });
  expect(await alike('port')).toEqual([]);
});

/** Three questions of one meaning, and one of another. What was embedded is noted. */
function meanings() {
  const texts: string[] = [];
  const embeddings: Embeddings = {
    name: 'meanings',
    textsAtOnce: 4,
    embed: async (asking) => {
      texts.push(...asking);
      return asking.map((text) => Float32Array.from(/lamp/u.test(text) ? [0, 1] : [1, 0]));
    },
  };
  return { embeddings, texts };
}

it('a question in other words is found by its vector, which is made once', async () => {
  const { embeddings, texts } = meanings();
  const { alike } = await opened({ 1: 'Mute alerts?', 2: 'A lamp?' }, embeddings);
  expect(await alike('silence notifications')).toEqual(['1']);
  expect(await alike('no more beeping')).toEqual(['1']);
  expect(texts).toEqual(['silence notifications', 'A lamp?', 'Mute alerts?', 'no more beeping']);
});

it('a text that cannot be embedded keeps no other from its vector, and is not tried again', async () => {
  const { embeddings, texts } = meanings();
  const embed: Embeddings['embed'] = async (asking) => {
    const made = await embeddings.embed(asking);
    if (asking.some((text) => text.includes('broken')))
      throw finalError('embeddings_unavailable', 'Refused.');
    return made;
  };
  const { alike } = await opened({ 1: 'Mute alerts?', 2: 'A broken lamp?' }, { ...embeddings, embed });
  expect(await alike('silence notifications')).toEqual(['1']);
  const tried = texts.length;
  expect(await alike('silence notifications')).toEqual(['1']);
  expect(texts.slice(tried)).toEqual(['silence notifications']);
});

it('without vectors earlier answers are found by words', async () => {
  const embed = () => Promise.reject(new Error('away'));
  const { alike } = await opened({ 1: 'Mute alerts?' }, { textsAtOnce: 4, name: 'none', embed });
  expect(await alike('alerts')).toEqual(['1']);
});
