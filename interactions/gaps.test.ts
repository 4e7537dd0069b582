import { expect, it } from 'vitest';
import { addPair, skipped } from '../test/support/storage/add-pair.ts';
import { entry, openIn, testFolder, testNow } from '../test/support/storage/test-store.ts';
import { replyRecord } from '../test/support/values/messages.ts';
import { draftGap } from './gaps.ts';

it('a draft quotes only pairs that stand in the live library, neither a corrected one nor one without an outcome', async () => {
  const store = await openIn(testFolder());
  const { records, library } = store;
  const question = 'How long do refunds take?';
  const createdAt = new Date().toISOString();
  await records.insertReplyRecord(
    replyRecord('12', { question, createdAt, status: 'unanswered', reason: 'not_covered' }),
  );
  const said = (second: number, text: string) =>
    entry(second, {
      messageIds: ['12', String(12 + second)],
      turns: [
        { label: 'User', text: question },
        { label: 'Team', text },
      ],
    });
  const [wrong, right, covered, waiting] = [
    said(1, 'Thirty days.'),
    said(2, 'Fourteen days.'),
    said(3, 'Two weeks.'),
    said(4, 'A fortnight.'),
  ];
  for (const one of [wrong, right, covered, waiting]) await library.appendRaw(one, testNow);
  const quoted = async () =>
    (await draftGap(store, '12'))?.text.split('\n').filter((line) => line.startsWith('>'));
  await addPair(library, wrong);
  expect(await quoted()).toEqual(['> Thirty days.']);
  await addPair(library, right, { replaces: [wrong.qaId] });
  await library.settle(1, [skipped(covered)]);
  expect(await quoted()).toEqual(['> Fourteen days.']);
  expect(await draftGap(store, '99')).toBeNull();
});
