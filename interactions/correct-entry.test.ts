import { expect, it } from 'vitest';
import { prepareLibrary } from '../test/support/storage/printed-files.ts';
import { entry, openIn, pair, testFolder, testNow } from '../test/support/storage/test-store.ts';
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

it('brings back no words of a person who is forgotten while it reads them', async () => {
  const storage = await openIn(testFolder());
  const { library, records, erasure } = storage;
  const turns = [
    { label: 'User', text: 'I am Noor of Elm Street. Which port?' },
    { label: 'Team', text: 'Port 1.' },
  ] as const;
  const { qaId } = await library.appendRaw(entry(1, { turns, messageIds: ['11', '12'] }), testNow);
  const origin = { link: null, correctedSourceIds: [], snapshotId: null };
  await records.savePairOrigin({ ...origin, qaId, authorIds: ['noor', 'tina'] });
  const retracted: typeof library.retracted = async () => {
    const before = await library.retracted();
    await erasure.erase({ userId: 'noor' });
    return before;
  };
  const late = { records, library: { ...library, retracted } };
  const typed = { messageId: '900', memberId: 'tina', text: 'Port 2.', now: testNow };
  await expect(correctPair(late, { qaId, ...typed })).rejects.toMatchObject({ code: 'person_forgotten' });
  expect(JSON.stringify(await library.rawEntries())).not.toContain('Noor');
});
