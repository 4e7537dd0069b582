import { expect, it } from 'vitest';
import { erasedAuthor } from '../../domain/team/erased-turns.ts';
import { inStep } from '../../test/support/steps/team-steps.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { openPosting } from '../../test/support/steps/posting.ts';
import { reviseReply } from './revise-reply.ts';

it.each([
  ['has been deleted', null],
  ['has been removed', 'removed'],
] as const)('a retry says like the first attempt that an answer is gone, if it %s', async (_, status) => {
  const { deps, ask } = await openPosting();
  const questionId = status ? await ask({}, { status, postedMessageIds: ['1'] }) : '1234';
  const revisionId = await ask();
  const revise = () => reviseReply(deps, { questionId, revisionId });
  expect([await revise(), await revise()]).toEqual(['gone', 'gone']);
});

it.each([
  ['somebody has removed', { status: 'removed' }],
  ['was of a person who was forgotten', { answer: null, post: null, authorId: erasedAuthor }],
] as const)('a correction leaves an answer alone that %s while it was made', async (_, row) => {
  const { deps, ask, discord, records, textsIn } = await openPosting();
  const questionId = await ask({}, { status: 'answered', postedMessageIds: ['1'], ...row });
  const revisionId = `${questionId}.1`;
  const snapshot = await records.snapshot(questionId);
  if (snapshot) await records.saveSnapshot({ ...snapshot, id: revisionId, revises: questionId });
  const rechecked = { at: '2026-02-01T00:00:00Z', holds: false };
  await records.insertReplyRecord(replyRecord(revisionId, { rechecked }));
  expect(await inStep(() => reviseReply(deps, { questionId, revisionId }))).toBe('gone');
  expect(discord.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  expect(textsIn(questionId)).toEqual([]);
  expect(await records.replyRecord(revisionId)).toBeNull();
});
