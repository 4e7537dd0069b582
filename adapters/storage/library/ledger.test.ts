import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addPair, firstOf, skipped } from '../testing-library.ts';
import { openIn, pair, testFolder, testPaths } from '../testing.ts';

const ledgerIn = (folder: string) => join(testPaths(folder).libraryDir, 'generations/1/settled.txt');

it('keeps the first outcome of an entry', async () => {
  const { library } = openIn(testFolder());
  await library.settle(1, [skipped(pair(1))]);
  await library.settle(1, [{ ...skipped(pair(1)), outcome: 'superseded' }]);
  expect((await library.settled(1)).get(pair(1).qaId)?.outcome).toBe('skipped');
});

it('is followed by the cursor, the highest id', async () => {
  const folder = testFolder();
  const { library } = openIn(folder);
  for (const second of [5, 3]) await library.settle(1, [skipped(pair(second))]);
  expect(JSON.parse(readFileSync(testPaths(folder).teamStateLink, 'utf8'))).toEqual({
    last_processed_qa_id: pair(5).qaId,
  });
});

it('may be lost: pairs that stand in topics count as integrated', async () => {
  const folder = testFolder();
  const { library } = openIn(folder);
  await addPair(library, pair(1));
  rmSync(ledgerIn(folder));
  expect((await library.settled(1)).get(pair(1).qaId)).toEqual(firstOf('gpu', pair(1)).settle);
  openIn(folder);
  expect(existsSync(ledgerIn(folder))).toBe(true);
});

it('loses no line and repeats none when a death falls into the middle of one', async () => {
  const folder = testFolder();
  const { library } = openIn(folder);
  for (const second of [1, 2]) await addPair(library, pair(second));
  const whole = readFileSync(ledgerIn(folder), 'utf8');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (cut) => {
      writeFileSync(ledgerIn(folder), whole);
      truncateSync(ledgerIn(folder), whole.length - cut);
      openIn(folder);
      expect(readFileSync(ledgerIn(folder), 'utf8')).toBe(whole);
    }),
    { numRuns: 10 },
  );
});
