import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseRemovalApprovals } from '../../../domain/team/removal-files.ts';
import { formatRawEntry, formatTopic } from '../../../domain/team/qa-blocks.ts';
import type { Storage } from '../open-storage.ts';
import {
  capture,
  idsOf,
  prepareView,
  topicFile,
  weekFile,
} from '../../../test/support/storage/printed-view.ts';
import { addPair, skipped } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testNow,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';

const conflictsIn = (folder: string) => {
  const copies = join(testPaths(folder).libraryDir, 'conflicts');
  return existsSync(copies)
    ? readdirSync(copies).map((name) => readFileSync(join(copies, name), 'utf8'))
    : [];
};
const answered = (second: number, answer: string) =>
  pair(second, {
    turns: [
      { label: 'User', text: `Question ${second}` },
      { label: 'Team', text: answer },
    ],
  });

/** Builds the library anew, each entry in `gpu`. */
async function rebuild({ library }: Storage) {
  const generation = await library.openGeneration('run');
  for (const raw of await library.unsettled(generation)) await addPair(library, raw, { generation });
  expect(await library.publish(generation)).toEqual([]);
}

describe('an archive that a person writes in', () => {
  it('takes in what is added behind and between, word for word, and keeps all else to the byte', async () => {
    const { folder, storage } = await prepareView();
    const [first = '', ...rest] = readFileSync(weekFile(folder), 'utf8').split(/(?=--- QA)/u);
    const mistyped = '--- QA ---\nid: mistyped\nUser: kept?\n\n';
    const between = `# a note\n\n${first}${mistyped}${formatRawEntry(entry(7))}\n${rest.join('')}`;
    writeText(weekFile(folder), between);
    expect(await idsOf(storage)).toEqual([1, 2, 3, 7].map((second) => pair(second).qaId));
    await storage.library.appendRaw(entry(9), testNow);
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(`${between}\n${formatRawEntry(entry(9))}`);
    expect(conflictsIn(folder)).toEqual([]);
  });

  it('keeps an entry as it is that was changed, and a copy of the file for its person', async () => {
    const { folder, storage, log } = await prepareView();
    const text = readFileSync(weekFile(folder), 'utf8');
    const edited = text.replace('Answer 2', 'Another answer');
    writeText(weekFile(folder), edited + `\n${formatRawEntry(entry(8))}`);
    expect(await idsOf(storage)).toEqual([1, 2, 3, 8].map((second) => pair(second).qaId));
    expect((await storage.library.rawEntry(pair(2).qaId))?.turns[1]?.text).toBe('Answer 2');
    expect(readFileSync(weekFile(folder), 'utf8')).toContain('Answer 2');
    expect(conflictsIn(folder)).toEqual([edited + `\n${formatRawEntry(entry(8))}`]);
    expect(log.warnings.join()).toContain('view_conflict');
  });

  it.each([
    ['a file', (folder: string) => rmSync(weekFile(folder))],
    ['a folder', (folder: string) => rmSync(testPaths(folder).rawDir, { recursive: true })],
    [
      'the end of a file',
      (folder: string) => writeText(weekFile(folder), readFileSync(weekFile(folder), 'utf8').slice(0, 40)),
    ],
  ])('takes nothing back where %s is gone: it is named and printed again', async (_, remove) => {
    const { folder, storage, log } = await prepareView();
    const before = readFileSync(weekFile(folder), 'utf8');
    remove(folder);
    expect((await idsOf(storage)).length).toBe(3);
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(before);
    expect(log.warnings.join()).toMatch(/printed again/u);
  });

  it('completes a torn end before it goes on, and cuts nothing off', async () => {
    const { folder, storage } = await prepareView();
    const torn = `\n${formatRawEntry(entry(5)).slice(0, -12)}`;
    appendFileSync(weekFile(folder), torn);
    const before = readFileSync(weekFile(folder), 'utf8');
    await storage.library.appendRaw(entry(9), testNow);
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(`${before}\n\n${formatRawEntry(entry(9))}`);
    expect(await idsOf(storage)).toEqual([1, 2, 3, 9].map((second) => pair(second).qaId));
  });
});

describe('a topic that a person writes in', () => {
  it('keeps the words that a person gave a pair, through every rebuild', async () => {
    const { folder, storage } = await prepareView();
    const { library } = storage;
    writeText(topicFile(folder), formatTopic([answered(1, 'By hand'), pair(2)]));
    await rebuild(storage);
    const text = (await library.topic(await library.liveGeneration(), 'gpu'))?.text;
    expect(text).toContain('By hand');
    expect(text).not.toContain('Answer 1\n');
    expect(readFileSync(topicFile(folder), 'utf8')).toBe(text);
  });

  it('takes in a pair that is added, one that is moved, and no second one of the same id', async () => {
    const { folder, storage } = await prepareView();
    const { library } = storage;
    writeText(topicFile(folder), formatTopic([pair(2), pair(5)]));
    writeText(topicFile(folder, 'fans'), formatTopic([pair(1), pair(3)]));
    const topics = (await library.topics(1)).map(({ slug, pairs }) => [slug, pairs.map(({ qaId }) => qaId)]);
    expect(topics).toEqual([
      ['disk', [pair(3).qaId]],
      ['fans', [pair(1).qaId]],
      ['gpu', [pair(2).qaId, pair(5).qaId]],
    ]);
    expect((await library.ledger(1)).settled.get(pair(5).qaId)?.topic).toBe('gpu');
    expect(conflictsIn(folder)).toEqual([formatTopic([pair(1), pair(3)])]);
    const message = expect.stringMatching(
      /^1 edit of text files could not be taken in: .*conflicts/u,
    ) as string;
    expect(await storage.inspect()).toEqual([{ severity: 'warning', message }]);
    rmSync(join(testPaths(folder).libraryDir, 'conflicts'), { recursive: true });
    await capture(storage, 9);
    expect(await storage.inspect()).toEqual([]);
  });

  it('takes in the first of two blocks of one id, keeps a copy of the other, and goes on', async () => {
    const { folder, storage } = await prepareView();
    const { library } = storage;
    const twice = (second: number) =>
      [pair(second), answered(second, 'Again')].map((one) => formatTopic([one]));
    const [added, edited] = [twice(7).join('\n'), [...twice(1), formatTopic([pair(2)])].join('\n')];
    writeText(topicFile(folder, 'new'), added);
    writeText(topicFile(folder), edited);
    await capture(storage, 9);
    const pairs = (await library.topics(1)).flatMap((topic) => topic.pairs);
    expect(pairs).toEqual([pair(3), pair(1), pair(2), pair(9), pair(7)]);
    expect(readFileSync(topicFile(folder), 'utf8')).toBe(formatTopic([pair(1), pair(2), pair(9)]));
    expect(conflictsIn(folder).toSorted()).toEqual([added, edited].toSorted());
  });

  it('takes nothing back where a block or the file is gone', async () => {
    const { folder, storage, log } = await prepareView();
    writeText(topicFile(folder), formatTopic([pair(2)]));
    rmSync(topicFile(folder, 'disk'));
    expect((await storage.library.topics(1)).flatMap(({ pairs }) => pairs)).toHaveLength(3);
    expect(readFileSync(topicFile(folder), 'utf8')).toBe(formatTopic([pair(1), pair(2)]));
    expect(existsSync(topicFile(folder, 'disk'))).toBe(true);
    expect(log.warnings.join()).toContain('view_block_missing');
  });

  it('loses against a row that has changed as well, and keeps the copy', async () => {
    const { folder, storage } = await prepareView();
    const { library } = storage;
    // The library goes on in another process that prints nothing, and the person saves meanwhile.
    const other = await openIn(folder, { view: 'off' });
    await addPair(other.library, answered(9, 'Newer'), { replaces: [pair(1).qaId] });
    const mine = formatTopic([answered(1, 'By hand'), pair(2)]);
    writeText(topicFile(folder), mine);
    const standing = (await library.topics(1)).find(({ slug }) => slug === 'gpu');
    expect(standing?.pairs).toEqual([pair(2), answered(9, 'Newer')]);
    expect(conflictsIn(folder)).toEqual([mine]);
  });
});

it('takes in retractions that a person writes, in every generation', async () => {
  const { folder, storage } = await prepareView();
  await rebuild(storage);
  appendFileSync(
    join(testPaths(folder).libraryDir, 'retractions.txt'),
    `${pair(2).qaId}\t2026-02-01T00:00:00Z\n`,
  );
  for (const generation of [1, 2]) {
    const topics = await storage.library.topics(generation);
    expect(topics.flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId))).not.toContain(pair(2).qaId);
  }
  expect(readFileSync(topicFile(folder), 'utf8')).not.toContain('Question 2');
});

it('fills an empty store from the text files alone, equal to the one before', async () => {
  const { folder, storage } = await prepareView();
  const { library } = storage;
  await library.appendRaw(entry(4), testNow);
  await library.settle(1, [skipped(pair(4))]);
  await library.retract({ qaIds: [pair(2).qaId], now: testNow });
  await library.saveRemovalApproval({
    qaId: pair(3).qaId,
    approved: true,
    removals: [pair(1).qaId],
    decidedAt: '2026-02-01T00:00:00.000000Z',
  });
  const decisions = readFileSync(join(testPaths(folder).libraryDir, 'decisions.txt'), 'utf8');
  expect(parseRemovalApprovals(decisions).approvals.size).toBe(1);
  const files = () =>
    readdirSync(testPaths(folder).libraryDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.txt') || name === 'state.json')
      .map((name) => [name, readFileSync(join(testPaths(folder).libraryDir, name), 'utf8')]);
  const state = async ({ library: from }: Storage) => [
    await from.rawEntries(),
    await from.topics(1),
    await from.index(1),
    [...(await from.ledger(1)).settled],
    await from.removalApproval(pair(3).qaId),
    await from.retracted(),
  ];
  const before = [files(), await state(storage), storage.id];
  await storage.close();
  for (const end of ['', '-wal', '-shm']) rmSync(testPaths(folder).database + end, { force: true });
  const again = await openIn(folder);
  expect([files(), await state(again), again.id]).toEqual(before);
});

it('refuses the folder of another store in a sentence that names both', async () => {
  const { folder, storage } = await prepareView();
  const other = await openIn(testFolder(), { view: 'off' });
  await other.close();
  await storage.close();
  writeText(join(testPaths(folder).libraryDir, '.store'), other.id);
  const open = () => openIn(folder);
  await expect(open()).rejects.toThrow(storage.id);
  await expect(open()).rejects.toThrow(other.id);
});

it('prints nothing when it is off', async () => {
  const folder = testFolder();
  const storage = await openIn(folder, { view: 'off' });
  await capture(storage, 1);
  expect(existsSync(topicFile(folder))).toBe(false);
  expect((await storage.library.topics(1)).length).toBe(1);
});

it('loses no save of a person who edits while it prints, in whatever way an editor saves', async () => {
  const folder = testFolder();
  const { library } = await openIn(folder);
  await library.appendRaw(entry(0), testNow);
  const script = fileURLToPath(new URL('../../../test/support/processes/edit-files.ts', import.meta.url));
  const saves = 150;
  const editor = spawn(process.execPath, [script, weekFile(folder), String(saves)], { stdio: 'inherit' });
  let appended = 0;
  while (editor.exitCode === null && editor.signalCode === null) {
    appended += 1;
    await library.appendRaw(entry(10_000 + appended), testNow);
  }
  const found = new Set((await library.rawEntries()).map(({ conversationId }) => conversationId));
  for (let at = 1; at <= saves; at += 1) expect(found).toContain(`thread_${at}`);
  for (let at = 1; at <= appended; at += 1) expect(found).toContain(`thread_${10_000 + at}`);
  expect(readdirSync(testPaths(folder).rawDir).filter((name) => name.startsWith('.'))).toEqual([]);
});
