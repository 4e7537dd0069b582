import { expect, it } from 'vitest';
import { prepareLibrary } from '../test/support/storage/printed-files.ts';
import { pair, testNow } from '../test/support/storage/test-store.ts';
import { correctPair } from './correct-entry.ts';

it('a pair is corrected from the raw archive however old it is, once, and not after it was retracted', async () => {
  const { storage } = await prepareLibrary();
  const { qaId } = pair(1);
  const former = await storage.library.rawEntry(qaId);
  const typed = { memberId: '77', text: 'Use 9090.', now: testNow };
  const corrected = await correctPair(storage, { qaId, messageId: '900', ...typed });
  expect(corrected && (await storage.library.rawEntry(corrected))).toMatchObject({
    conversationId: former?.conversationId,
    messageIds: [...(former?.messageIds ?? []), '900'],
    turns: [
      former?.turns[0],
      { label: 'Team', text: `> ${former?.turns[1]?.text}` },
      { label: 'Team', text: 'Use 9090.' },
    ],
  });
  expect(await correctPair(storage, { qaId, messageId: '900', ...typed })).toBe(corrected);
  expect(await correctPair(storage, { qaId: 'qa_20200101_000000', messageId: '901', ...typed })).toBeNull();
  await storage.library.retract({ qaIds: [qaId], now: testNow });
  expect(await correctPair(storage, { qaId, messageId: '902', ...typed })).toBeNull();
});
