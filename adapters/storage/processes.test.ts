import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseRaw } from '../../domain/team/qa-blocks.ts';
import { isQaId } from '../../domain/values/qa-id.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { entry, openIn, testFolder, testLog, testPaths } from '../../test/support/storage/test-store.ts';

const fixture = fileURLToPath(new URL('../../test/support/processes/capture-entries.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  /** What it has said when it ended, a line each. */
  readonly said: Promise<readonly string[]>;
}

function start(folder: string, entries: readonly RawEntry[]): Running {
  const child = spawn(process.execPath, [fixture, join(folder, 'data')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // A child that is killed before it has read everything breaks the pipe.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(entries));
  return { child, said: text(child.stdout).then((all) => all.split('\n').filter((line) => line !== '')) };
}

const after = (lines: readonly string[], word: string) =>
  lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));

/** Large enough that one write takes several pages, which a death can fall between. */
const long = (second: number, over: Partial<RawEntry> = {}): RawEntry =>
  entry(second, {
    turns: [
      { label: 'User', text: `Question ${second}\n${'why? '.repeat(3000)}` },
      { label: 'Team', text: `Answer ${second}\n\nTeam: so.` },
    ],
    ...over,
  });

it('lets processes that start at once share a new folder, and lose or double nothing', async () => {
  const folder = testFolder();
  const shared = Array.from({ length: 8 }, (_, at) => entry(at));
  // The same conversations everywhere, and others that want the same ids.
  const own = (process: number) =>
    shared.map((_, at) => entry(at, { conversationId: `thread_${process}00${at}` }));
  const running = [1, 2, 3].map((process) => start(folder, [...shared, ...own(process)]));
  const said = await Promise.all(running.map((one) => one.said));
  expect(said.map((lines) => lines.at(-1))).toEqual(['done', 'done', 'done']);

  const { library } = await openIn(folder);
  const raw = await library.rawEntries();
  const conversations = [shared, ...[1, 2, 3].map(own)].flat().map(({ conversationId }) => conversationId);
  expect(raw.map(({ conversationId }) => conversationId).toSorted()).toEqual(conversations.toSorted());
  const standing = (await library.topic(1, 'gpu'))?.pairs.map(({ qaId }) => qaId);
  expect(standing).toEqual(raw.map(({ qaId }) => qaId));
  expect([...(await library.ledger(1)).settled.keys()].toSorted()).toEqual(standing?.toSorted());
  // Each message id was claimed by one process, although all of them asked.
  expect(said.flatMap((lines) => after(lines, 'claim')).length).toBe(8);
});

it('keeps everything that was said to be done through kill -9 at any moment', async () => {
  const folder = testFolder();
  const done = { raw: new Set<string>(), pair: new Set<string>() };
  let kills = 0;
  for (let round = 0; round < 10; round += 1) {
    const entries = Array.from({ length: 40 }, (_, at) => long(round * 40 + at));
    const { child, said } = start(folder, entries);
    await once(child.stdout ?? child, 'data');
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 120);
    const lines = await said;
    if (lines.at(-1) !== 'done') kills += 1;
    for (const word of ['raw', 'pair'] as const) for (const id of after(lines, word)) done[word].add(id);
  }
  expect(kills).toBeGreaterThan(3);

  const log = testLog();
  const { library } = await openIn(folder, { log });
  const raw = await library.rawEntries();
  const conversations = raw.map(({ conversationId }) => conversationId);
  expect(conversations).toEqual(expect.arrayContaining([...done.raw]));
  expect(new Set(conversations).size).toBe(conversations.length);
  for (const { conversationId, turns } of raw) {
    expect(turns).toEqual(long(Number(conversationId.slice('thread_'.length))).turns);
  }
  const pairs = (await library.topic(1, 'gpu'))?.pairs ?? [];
  expect(pairs.map(({ qaId }) => qaId)).toEqual(expect.arrayContaining([...done.pair].filter(isQaId)));
  expect([...(await library.ledger(1)).settled.keys()].toSorted()).toEqual(
    pairs.map(({ qaId }) => qaId).toSorted(),
  );
  const { rawDir } = testPaths(folder);
  for (const name of readdirSync(rawDir).filter((file) => file.endsWith('.txt'))) {
    expect(parseRaw(readFileSync(join(rawDir, name), 'utf8')).problems).toEqual([]);
  }
  expect(readdirSync(rawDir).filter((name) => name.endsWith('.torn'))).toEqual([]);
});

it('frees the lock of a process that was stopped inside it', async () => {
  const folder = testFolder();
  const { child, said } = start(
    folder,
    Array.from({ length: 400 }, (_, at) => entry(at)),
  );
  await once(child.stdout ?? child, 'data');
  child.kill('SIGKILL');
  await said;
  const { library } = await openIn(folder);
  await expect(library.appendRaw(entry(1000), new Date())).resolves.toMatchObject({
    conversationId: 'thread_1000',
  });
});
