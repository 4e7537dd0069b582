import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addPair, firstOf, skipped } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testLog,
  testNow,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';
import type { Storage } from '../open-storage.ts';

const ledgerIn = (folder: string) => join(testPaths(folder).libraryDir, 'settled.txt');

const outcomesIn = async ({ library }: Storage) =>
  [...(await library.ledger(1)).settled.values()].map(({ outcome }) => outcome);

it('keeps the first outcome of an entry', async () => {
  const { library } = await openIn(testFolder());
  await library.settle(1, [skipped(pair(1))]);
  await library.settle(1, [{ ...skipped(pair(1)), outcome: 'superseded' }]);
  expect((await library.ledger(1)).settled.get(pair(1).qaId)?.outcome).toBe('skipped');
});

it('says of a retracted entry that it is retracted, whatever a step settles it as later', async () => {
  const folder = testFolder();
  const { library } = await openIn(folder);
  for (const second of [1, 2]) await library.appendRaw(entry(second), testNow);
  await library.settle(1, [skipped(pair(2))]);
  const reader = await openIn(folder);
  expect(await outcomesIn(reader)).toEqual(['skipped']);
  await library.retract({ qaIds: [pair(1).qaId, pair(2).qaId], now: testNow });
  for (const storage of [reader, await openIn(folder)])
    expect(await outcomesIn(storage)).toEqual(['retracted', 'retracted']);
  await library.settle(1, [skipped(pair(1))]);
  for (const storage of [reader, await openIn(folder)])
    expect(await outcomesIn(storage)).toEqual(['retracted', 'retracted']);
});

it('in a rebuild leaves a failure to operators until the rebuild is published', async () => {
  const { library } = await openIn(testFolder());
  const { qaId } = await library.appendRaw(entry(1), testNow);
  const failed = { workflowId: 'steward/capture/1', qaId, cause: 'model_refused' };
  await library.saveFailedCapture({ ...failed, failedAt: testNow.toISOString() });
  const next = await library.openGeneration('run');
  await library.settle(next, [skipped(pair(1))]);
  expect(await library.failedCaptures()).toMatchObject([failed]);
  expect(await library.publish(next)).toEqual([]);
  expect(await library.failedCaptures()).toEqual([]);
});

it('in the live library takes a failure from operators once the entry is settled', async () => {
  const { library } = await openIn(testFolder());
  const { qaId } = await library.appendRaw(entry(1), testNow);
  const failure = { workflowId: 'steward/capture/1', qaId, cause: 'x', failedAt: testNow.toISOString() };
  await library.saveFailedCapture(failure);
  await library.settle(1, [{ qaId, outcome: 'failed', topic: null, cause: 'y' }]);
  expect(await library.failedCaptures()).toHaveLength(1);
  await library.settle(1, [skipped(pair(1))]);
  expect(await library.failedCaptures()).toEqual([]);
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
  await library.takeInArchive();
  expect((await library.ledger(1)).settled.get(pair(1).qaId)).toEqual(firstOf('gpu', pair(1)).settle);
  expect(readFileSync(ledgerIn(folder), 'utf8')).toBe(whole);
  expect(log.warnings.join()).toContain('settled.txt is gone');
  writeText(ledgerIn(folder), whole.slice(0, -7));
  await openIn(folder);
  expect(readFileSync(ledgerIn(folder), 'utf8')).toBe(whole);
});
