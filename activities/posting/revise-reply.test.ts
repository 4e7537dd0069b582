import { expect, it } from 'vitest';
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
