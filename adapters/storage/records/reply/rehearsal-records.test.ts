import { expect, it } from 'vitest';
import { author, message } from '../../../../test/support/values/messages.ts';
import { rehearsedEnd, rehearsedQuestion } from '../../../../test/support/values/rehearsed.ts';
import { openIn, testFolder } from '../../../../test/support/storage/test-store.ts';

const opened = async () => {
  const clock = { now: new Date('2026-02-02T00:00:00Z') };
  return { clock, ...(await openIn(testFolder(), { now: () => clock.now })) };
};

it('a question of a rehearsal keeps its end and its verdict, however often it is found', async () => {
  const { records } = await opened();
  const question = rehearsedQuestion(1);
  const end = rehearsedEnd({ verdict: 'agrees' });
  expect(await records.saveRehearsed(question)).toBe(true);
  await records.endRehearsed(question.id, end);
  expect(await records.judgeRehearsed(question.id, 'wrong')).toBe(true);
  expect(await records.saveRehearsed(question)).toBe(true);
  expect(await records.rehearsed(question.id)).toEqual({ ...question, end, judged: 'wrong' });
  expect(await records.judgeRehearsed('r/other', 'right')).toBe(false);
});

it('rehearsals are listed, the newest first, and their questions by time, for 30 days', async () => {
  const { records, clock } = await opened();
  for (const rehearsal of ['2026-02-01', '2026-02-02'])
    for (const at of [2, 1]) await records.saveRehearsed(rehearsedQuestion(at, { rehearsal }));
  expect(await records.rehearsals()).toEqual(['2026-02-02', '2026-02-01']);
  const ids = (await records.rehearsedIn('2026-02-01')).map(({ id }) => id);
  expect(ids).toEqual(['2026-02-01/1001', '2026-02-01/1002']);
  clock.now = new Date('2026-03-05T00:00:00Z');
  expect([await records.rehearsals(), await records.rehearsed('2026-02-01/1001')]).toEqual([[], null]);
});

it('forgetting a person removes each question in which they wrote, and none comes back', async () => {
  const { records, erasure } = await opened();
  const ofBen = (at: number) => message(at, { author: author('ben') });
  const team = rehearsedQuestion(1, { team: [ofBen(2)] });
  const other = rehearsedQuestion(3);
  for (const one of [team, other]) await records.saveRehearsed(one);
  expect(await erasure.erase({ userId: 'ben', dryRun: true })).toMatchObject({ isKnown: true });
  await erasure.erase({ userId: 'ben' });
  expect((await records.rehearsedIn('r')).map(({ id }) => id)).toEqual([other.id]);
  expect(await records.saveRehearsed(team)).toBe(false);
});
