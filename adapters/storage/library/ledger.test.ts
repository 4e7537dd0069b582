import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addPair, firstOf, skipped } from '../../../test/support/storage/add-pair.ts';
import {
  openIn,
  pair,
  testFolder,
  testLog,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';

const ledgerIn = (folder: string) => join(testPaths(folder).libraryDir, 'settled.txt');

it('keeps the first outcome of an entry', async () => {
  const { library } = await openIn(testFolder());
  await library.settle(1, [skipped(pair(1))]);
  await library.settle(1, [{ ...skipped(pair(1)), outcome: 'superseded' }]);
  expect((await library.ledger(1)).settled.get(pair(1).qaId)?.outcome).toBe('skipped');
});

it('is followed by the cursor, the highest id', async () => {
  const folder = testFolder();
  const { library } = await openIn(folder);
  for (const second of [5, 3]) await library.settle(1, [skipped(pair(second))]);
  expect(JSON.parse(readFileSync(testPaths(folder).teamState, 'utf8'))).toEqual({
    last_processed_qa_id: pair(5).qaId,
  });
});

it('is only printed: a file that is lost or changed is written again, and takes nothing back', async () => {
  const folder = testFolder();
  const log = testLog();
  const { library } = await openIn(folder, { log });
  await addPair(library, pair(1));
  const whole = readFileSync(ledgerIn(folder), 'utf8');
  rmSync(ledgerIn(folder));
  expect((await library.ledger(1)).settled.get(pair(1).qaId)).toEqual(firstOf('gpu', pair(1)).settle);
  expect(readFileSync(ledgerIn(folder), 'utf8')).toBe(whole);
  expect(log.warnings.join()).toContain('settled.txt is gone');
  writeText(ledgerIn(folder), whole.slice(0, -7));
  await openIn(folder);
  expect(readFileSync(ledgerIn(folder), 'utf8')).toBe(whole);
  expect(existsSync(join(testPaths(folder).libraryDir, 'conflicts'))).toBe(false);
});
