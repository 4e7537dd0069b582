import { expect, it } from 'vitest';
import { inStep, openSteps, whileDeciding } from '../../test/support/steps/team-steps.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { fileQuestions } from './file-questions.ts';

const now = () => new Date('2026-02-04T12:00:00Z');
const askedAt = '2026-02-03T00:00:00.000Z';
const name = 'noor-haddad-elm-street';

it('a gap that is named after the words of a person does not come back when the person is forgotten while others file', async () => {
  const store = await openIn(testFolder(), { now });
  const { records, erasure } = store;
  const ask = (messageId: string, authorId: string, question: string) =>
    records.insertReplyRecord(
      replyRecord(messageId, {
        authorId,
        question,
        status: 'unanswered',
        reason: 'not_covered',
        post: null,
        answer: null,
        createdAt: askedAt,
      }),
    );
  await ask('12', 'noor', 'Why was Noor Haddad refused at Elm Street?');
  await records.fileQuestion({ messageId: '12', name, kind: 'uncovered', retrieved: null, askedAt });
  await ask('13', 'ben', 'Why is a visit refused?');
  const steps = openSteps({
    store,
    now,
    decide: ({ sections }) => {
      const isShown = sections.some(({ text }) => text.includes(name) || text.includes('Elm Street'));
      return { gap_name: isShown ? name : 'visits', kind: 'uncovered' };
    },
  });
  const model = whileDeciding(steps.model, () => erasure.erase({ userId: 'noor' }));
  const file = () =>
    records.unlessForgotten(() => inStep(() => fileQuestions({ ...steps, model }, { milliseconds: 60_000 })));
  await expect(file()).rejects.toMatchObject({ code: 'person_forgotten', kind: 'transient' });
  expect(await records.gaps()).toEqual([]);
  expect(await file()).toMatchObject({ filed: 1, left: 0 });
  expect((await records.gaps()).map((gap) => gap.name)).toEqual(['visits']);
});
