import { expect, it } from 'vitest';
import { entry, openIn, testFolder, testNow } from '../../../../test/support/storage/test-store.ts';
import { firstOf } from '../../../../test/support/storage/add-pair.ts';

const message = { messageId: '12', channelId: '20', threadId: null };

it('a captured message is to be marked once it is settled, until it was, for a day at most', async () => {
  const clock = { now: testNow };
  const { library, records } = await openIn(testFolder(), { now: () => clock.now });
  for (const second of [1, 2]) await library.appendRaw(entry(second), testNow);
  await library.insert({ ...firstOf('one', entry(1)), reactTo: message });
  const other = { ...message, messageId: '22', threadId: '21' };
  await library.insert({ ...firstOf('two', entry(2)), reactTo: other });
  expect(await records.dueReactions(10)).toEqual([message, other]);
  await records.endReaction('12');
  expect(await records.dueReactions(10)).toEqual([other]);
  clock.now = new Date(testNow.getTime() + 86_400_000);
  expect(await records.dueReactions(10)).toEqual([]);
});

it('an insertion that conflicts leaves nothing to mark', async () => {
  const { library, records } = await openIn(testFolder(), { now: () => testNow });
  await library.appendRaw(entry(1), testNow);
  expect(await library.insert({ ...firstOf('one', entry(1), { captured: 5 }), reactTo: message })).toBe(
    'conflict',
  );
  expect(await records.dueReactions(10)).toEqual([]);
});
