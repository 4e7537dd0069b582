import { plainOrigin } from '../../domain/documents/source-origins.ts';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commitOn } from '../../test/support/commit-on.ts';
import { testFolder, writeText } from '../../test/support/storage/test-store.ts';
import { openRefresh } from '../../test/support/steps/open-refresh.ts';

it('each folder is an entry of its own; a default folder that is missing is no failure where there are others, and keeps nothing that is deleted from those', async () => {
  const folder = testFolder();
  const [main, more] = [join(folder, 'data', 'knowledge-base', 'sources'), join(folder, 'more')];
  const origin = { include: [], exclude: [], ...plainOrigin };
  const folders = [
    { ...origin, name: '', folder: main },
    { ...origin, name: 'more', folder: more },
  ];
  const { refresh, index, errors, deps } = await openRefresh({}, { folder, origins: { folders } });
  writeText(join(main, 'a.md'), 'A');
  for (const name of ['b.md', 'c.md']) writeText(join(more, name), name);
  await refresh();
  const entriesOf = async () =>
    (await deps.knownSources.all()).map(({ sourceId, origin }) => `${origin}: ${sourceId}`);
  expect(await entriesOf()).toEqual([': kb:a.md', 'more: kb:more/b.md', 'more: kb:more/c.md']);
  rmSync(main, { recursive: true });
  rmSync(join(more, 'c.md'));
  expect(await refresh()).toMatchObject({ rejected: 0 });
  expect(await errors()).toEqual({});
  // The folder may come back.
  expect((await index()).match(/^kb:.*/gmu)).toEqual(['kb:a.md', 'kb:more/b.md']);
});

it('a reason for leaving a file out is logged once, and again when it is another one', async () => {
  const { refresh, root, deps, errors } = await openRefresh({ 'a.md': 'A', 'picture.png': 'x' });
  const link = join(root, 'link.md');
  symlinkSync('/nowhere', link);
  const told: unknown[] = [];
  deps.log.warn = (fields) => void told.push(fields);
  await refresh();
  await refresh();
  const first = { source_id: 'kb:link.md', reason: 'The link leads nowhere.' };
  expect(told).toEqual([expect.objectContaining({ source_id: 'kb:**/*.png' }), first]);
  expect(await errors()).toMatchObject({ 'kb:link.md': first.reason });
  rmSync(link);
  symlinkSync('/', link);
  await refresh();
  expect(told.slice(2)).toEqual([{ ...first, reason: 'The link leads out of the folder of documents.' }]);
});

it('a file is as old as its last commit, unless it names a day itself', async () => {
  const { refresh, root, sources } = await openRefresh({});
  const texts = { 'a.md': 'A', 'b.md': 'B', 'd.md': '---\ndate: 2023-01-01\n---\nD' };
  for (const [at, [name, text]] of Object.entries(texts).entries()) {
    writeText(join(root, name), text);
    commitOn(`2024-03-0${at + 1}`, root);
  }
  writeText(join(root, 'c.md'), 'C');
  await refresh();
  const days = ['a', 'b', 'c', 'd'].map(async (name) => (await sources.load(`kb:${name}.md`, 0)).date);
  expect(await Promise.all(days)).toEqual(['2024-03-01', '2024-03-02', undefined, '2023-01-01']);
});
