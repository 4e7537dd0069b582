import { expect, it } from 'vitest';
import { prepareLibrary } from '../test/support/storage/printed-files.ts';
import { entry, openIn, pair, testFolder, testNow } from '../test/support/storage/test-store.ts';
import { captureMasks } from '../domain/team/form-pair.ts';
import { deduplicate } from '../domain/team/related-entries.ts';
import type { QaId } from '../domain/values/qa-id.ts';
import { correctPair } from './correct-entry.ts';

it('a pair is corrected from the raw archive however old it is, once, and not after it was retracted', async () => {
  const { storage } = await prepareLibrary();
  const { qaId } = pair(1);
  const former = await storage.library.rawEntry(qaId);
  const typed = { memberId: '77', text: 'Use 9090.', mask: captureMasks.secrets, now: testNow };
  const corrected = await correctPair(storage, { qaId, messageId: '900', ...typed });
  expect(await storage.library.rawEntry(corrected as QaId)).toMatchObject({
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

it('of a pair that was corrected before replaces every capture of its conversation, and a secret replaces none', async () => {
  const { storage } = await prepareLibrary();
  const { qaId } = pair(1);
  const typed = { memberId: '77', mask: captureMasks.secrets, now: testNow };
  const correct = (id: QaId, messageId: string, text: string) =>
    correctPair(storage, { qaId: id, messageId, text, ...typed });
  const first = (await correct(qaId, '900', 'Use 9090.')) as QaId;
  await correct(first, '901', 'Use 9191.');
  const last = await correct(qaId, '902', 'Use 9292.');
  const { conversationId } = (await storage.library.rawEntry(qaId)) ?? {};
  const captures = (await storage.library.rawEntries()).filter(
    (one) => one.conversationId === conversationId,
  );
  expect(deduplicate(captures).kept.map((one) => one.qaId)).toEqual([last]);
  expect(await correct(qaId, '903', `sk-proj-${'a1B2'.repeat(12)}`)).toBe('masked');
  expect(await storage.library.rawEntries()).toHaveLength(captures.length + 2);
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
  const typed = {
    messageId: '900',
    memberId: 'tina',
    text: 'Port 2.',
    mask: captureMasks.secrets,
    now: testNow,
  };
  await expect(correctPair(late, { qaId, ...typed })).rejects.toMatchObject({ code: 'person_forgotten' });
  expect(JSON.stringify(await library.rawEntries())).not.toContain('Noor');
});
