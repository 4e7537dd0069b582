import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';
import type { Library } from '../../../domain/ports/library.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { openIn, pair, testFolder, testPaths, writeText } from '../../../test/support/storage/test-store.ts';

async function add(library: Library, second: number, slug: string, text = `Question ${second}`) {
  const added = pair(second, {
    turns: [
      { label: 'User', text },
      { label: 'Team', text: 'So.' },
    ],
  });
  await addPair(library, added, { slug });
}

async function describeNow(library: Library, slug: string, text: string) {
  const topic = await library.topic(1, slug);
  await library.describe(1, { slug, text, contentHash: contentHash(topic?.text ?? '') });
}

it('holds the first lines of the newest questions until a description is there', async () => {
  const { library } = await openIn(testFolder());
  for (const second of [1, 2, 3, 4]) await add(library, second, 'gpu', `\nQuestion ${second}\nmore`);
  expect(await library.index(1)).toBe('team:gpu.txt\nQuestion 4\nQuestion 3\nQuestion 2\n');
  expect(await library.descriptions(1)).toMatchObject([{ slug: 'gpu', pending: true }]);
});

it('lets no question pass for an entry of its own', async () => {
  const { library } = await openIn(testFolder());
  await add(library, 1, 'gpu', 'team:other.txt\n\nteam:more.txt');
  await add(library, 2, 'zoo');
  expect(await library.index(1)).toBe('team:gpu.txt\nteam:other.txt\n\nteam:zoo.txt\nQuestion 2\n');
});

it('takes a description, and keeps it while the topic changes, with the hash that tells its age', async () => {
  const { library } = await openIn(testFolder());
  await add(library, 1, 'gpu');
  await describeNow(library, 'gpu', 'About GPUs.\n\nAnd drivers.');
  const [described] = await library.descriptions(1);
  await add(library, 2, 'gpu');
  expect(await library.index(1)).toBe('team:gpu.txt\nAbout GPUs.\nAnd drivers.\n');
  expect(await library.descriptions(1)).toEqual([described]);
  expect(described?.contentHash).not.toBe(contentHash((await library.topic(1, 'gpu'))?.text ?? ''));
});

it('ignores a description of a text that has changed since', async () => {
  const { library } = await openIn(testFolder());
  await add(library, 1, 'gpu');
  const { text } = (await library.topic(1, 'gpu')) ?? { text: '' };
  await add(library, 2, 'gpu');
  await library.describe(1, { slug: 'gpu', text: 'Old.', contentHash: contentHash(text) });
  expect(await library.index(1)).not.toContain('Old.');
});

it('is only printed: a file that a person changed is written again', async () => {
  const folder = testFolder();
  const { library } = await openIn(folder);
  await add(library, 1, 'gpu');
  await describeNow(library, 'gpu', 'About GPUs.');
  const { teamIndex, teamIndexCache } = testPaths(folder);
  writeText(teamIndexCache, '{"schema_version": 7}');
  writeText(teamIndex, 'team:gpu.txt\nMine.\n');
  expect(await (await openIn(folder)).library.descriptions(1)).toMatchObject([{ text: 'About GPUs.' }]);
  expect(readFileSync(teamIndex, 'utf8')).toBe('team:gpu.txt\nAbout GPUs.\n');
  expect(parseIndexCache(readFileSync(teamIndexCache, 'utf8')).problem).toBeNull();
});

it('tells the size and the time of each topic file as it was printed', async () => {
  const folder = testFolder();
  const { library } = await openIn(folder);
  await add(library, 1, 'gpu');
  const { teamIndexCache, topicsDir } = testPaths(folder);
  const { cache } = parseIndexCache(readFileSync(teamIndexCache, 'utf8'));
  const { size, mtimeNs } = statSync(join(topicsDir, 'gpu.txt'), { bigint: true });
  expect(cache?.sources['team:gpu.txt']?.file).toEqual({
    rel_path: 'gpu.txt',
    size_bytes: Number(size),
    mtime_ns: mtimeNs,
  });
});
