import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatRawEntry } from '../../../domain/team/qa-blocks.ts';
import type { RawEntry, Turn } from '../../../domain/team/qa-pair.ts';
import { entry, openIn, testFolder, testNow, writeText } from '../../../test/support/storage/test-store.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';

/** An entry with a turn of Steward's own, as an earlier version and the Python original archived them. */
const turns: readonly Turn[] = [
  { label: 'User', text: 'How many?' },
  { label: 'You', text: 'Seven.' },
  { label: 'Team', text: 'Eight.' },
];
const spoken: RawEntry = { ...entry(1), turns };
const block = (labels: readonly string[]) =>
  [
    '--- QA ---',
    `id: ${spoken.qaId}`,
    `timestamp: ${spoken.timestamp}`,
    ...turns.filter(({ label }) => labels.includes(label)).map(({ label, text }) => `${label}: ${text}`),
    '',
  ].join('\n');
const withOwn = block(['User', 'You', 'Team']);
const without = block(['User', 'Team']);

it('topics of a Python original lose what its bot said, and its archive stays word for word', async () => {
  const folder = testFolder();
  const original = testFolder();
  writeText(join(original, 'raw', '2026-W05.txt'), formatRawEntry(spoken));
  writeText(join(original, 'topics', 'counts.txt'), withOwn);
  const storage = await openIn(folder, { prints: 'off', adopts: true });
  await storage.adopt(original);
  const { library } = storage;
  expect((await library.topic(1, 'counts'))?.text).toBe(without);
  expect(await library.rawEntries()).toEqual([spoken]);
});

it("a person's words leave the topic of an entry that holds Steward's own turns", async () => {
  const { library, records, erasure } = await openIn(testFolder());
  const said = [...turns, { label: 'Team', text: 'Nine, I think.' } as const];
  const written = await library.appendRaw(
    { ...spoken, turns: said, messageIds: ['1', '2', '3', '4'] },
    testNow,
  );
  const authorIds = ['anna', 'steward', 'maya', 'noor'];
  const origin = { link: null, correctedSourceIds: [], snapshotId: null };
  await records.savePairOrigin({ ...origin, qaId: written.qaId, authorIds });
  const kept = said.filter(({ label }) => label !== 'You');
  await addPair(library, { ...written, turns: kept }, { slug: 'counts', generation: 1 });
  await erasure.erase({ userId: 'noor' });
  expect((await library.rawEntry(written.qaId))?.turns).toEqual(turns);
  expect((await library.topics(1))[0]?.pairs[0]?.turns.map(({ text }) => text)).toEqual([
    'How many?',
    'Eight.',
  ]);
});
