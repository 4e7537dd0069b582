import { expect, it } from 'vitest';
import { replyRecord } from '../../../test/support/values/messages.ts';
import { prepareFolder } from '../../../test/support/storage/prepare-folder.ts';

it('gaps are listed by the number of people, in text and as JSON, and each can be drafted by its id', async () => {
  const steward = await prepareFolder(async ({ records }) => {
    const asked = ['Which port?', 'How do refunds work?', 'How do refunds work?', 'Is there a theme?'];
    for (const [at, question] of asked.entries())
      await records.insertReplyRecord(
        replyRecord(String(11 + at), {
          question,
          status: 'unanswered',
          reason: 'not_covered',
          authorId: `member ${at}`,
          createdAt: new Date(Date.now() - 1_000 * (9 - at)).toISOString(),
        }),
      );
    await records.resolveGap({ gapId: '14', resolution: 'dismissed' });
  });
  expect(steward('gaps').lines.filter((line) => line.includes('asker'))).toEqual([
    'How do refunds work?  open: 2 askers, 2 questions (12)',
    'Which port?  open: 1 asker, 1 question (11)',
  ]);
  const gaps = steward('gaps', '--all', '--json').lines.map((line) => JSON.parse(line) as object);
  expect(gaps).toMatchObject([
    { id: '12', title: 'How do refunds work?', askers: 2, questions: [{ message_id: '12' }, {}] },
    { id: '14', state: 'dismissed' },
    { id: '11', state: 'open' },
  ]);
  expect(steward('gaps', '--draft', '13').lines[0]).toBe('## How do refunds work?');
  expect(steward('gaps', '--draft', '99')).toMatchObject({ status: 2 });
});
