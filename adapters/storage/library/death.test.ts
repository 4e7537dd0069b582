import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { author, message } from '../../../test/support/values/messages.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import type { Storage } from '../open-storage.ts';
import { deathStep, dyingAt } from '../../../test/support/storage/dying-at.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { copyFolder, tablesHolding } from '../../../test/support/storage/test-store.ts';
import { entry, openIn, pair, testFolder, testNow } from '../../../test/support/storage/test-store.ts';

const marker = 'xylophone';
const [anna, maya] = ['4001', '4003'];
const later = new Date('2026-02-05T12:00:00.000Z');
const open = (folder: string) => openIn(folder, { now: () => later });

const asks = (second: number, question: string): RawEntry =>
  entry(second, {
    turns: [
      { label: 'User', text: question },
      { label: 'Team', text: 'Restring it' },
    ],
  });

/** Anna asks twice, the second time in a topic named for her words; somebody else asks in between. */
async function prepared(): Promise<string> {
  const folder = testFolder();
  const storage = await open(folder);
  const { library, records } = storage;
  for (const [given, slug] of [
    [asks(1, `My ${marker} breaks`), 'gpu'],
    [asks(2, 'My drum breaks'), 'gpu'],
    [asks(3, `Another ${marker}`), `tuning-a-${marker}`],
  ] as const) {
    const written = await library.appendRaw(given, testNow);
    const authorIds = [given.conversationId === 'thread_2' ? '4002' : anna, maya];
    await records.savePairOrigin({
      qaId: written.qaId,
      link: null,
      correctedSourceIds: [],
      snapshotId: null,
      authorIds,
    });
    await addPair(library, written, { slug });
  }
  await records.saveMessage(
    message(1, { author: author(anna), text: `My ${marker} breaks`, createdAt: '2026-02-03T10:00:00.000Z' }),
    new Date('2026-12-31T00:00:00Z'),
  );
  await storage.close();
  return folder;
}

const standing = async ({ library }: Storage) =>
  (await library.topics(1)).flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId));

/** Files of the store whose bytes hold the marker, the database and its log included. */
const filesWithMarker = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const isFile = statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
    return isFile && readFileSync(join(folder, path)).includes(marker);
  });

/** Dies at the first operation of `work`, the second and so on, and lets `expected` look at what the next start makes of it. */
async function atEachDeath(
  work: (storage: Storage) => Promise<unknown>,
  expected: (again: Storage, folder: string) => Promise<void>,
): Promise<number> {
  const before = await prepared();
  const folder = testFolder();
  for (let n = 1; ; n += deathStep) {
    await copyFolder(before, folder);
    const dying = await open(folder);
    const reached = await dyingAt(n, async () => void (await work(dying)));
    await dying.close();
    const again = await open(folder);
    await expected(again, folder);
    await work(again);
    await expected(again, folder);
    await again.close();
    if (reached < n) return n - 1;
  }
}

it('a retraction that dies anywhere is whole or has not begun', async () => {
  const deaths = await atEachDeath(
    ({ library }) => library.retract({ qaIds: [pair(2).qaId], now: later }),
    async (again, folder) => {
      const isDone = (await again.library.retracted()).size > 0;
      const stands = (await standing(again)).includes(pair(2).qaId);
      const topic = readFileSync(join(folder, 'data/team-knowledge/topics/gpu.txt'), 'utf8');
      const index = readFileSync(join(folder, 'data/team-knowledge/index-team.txt'), 'utf8');
      expect([stands, topic.includes('drum'), index.includes('drum')]).toEqual([!isDone, !isDone, !isDone]);
    },
  );
  expect(deaths).toBeGreaterThan(30);
});

it('forgetting that dies anywhere is done by the next start, in every byte of every file, or has not begun', async () => {
  const deaths = await atEachDeath(
    ({ erasure }) => erasure.erase({ userId: anna }),
    async (again, folder) => {
      const isBegun = (await again.library.erasedSince()).size > 0;
      expect(filesWithMarker(folder).length + (await tablesHolding(folder, marker)).length > 0).toBe(
        !isBegun,
      );
      expect((await again.library.rawEntries()).length).toBe(3);
    },
  );
  expect(deaths).toBeGreaterThan(60);
});
