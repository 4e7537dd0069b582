import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newSource, type KnownSource } from '../../../../domain/documents/known-sources.ts';
import { prepareFolder } from '../../../../test/support/storage/prepare-folder.ts';

/** Found, and not described yet. */
const unread: KnownSource = {
  ...newSource({ sourceId: 'kb:guide.md', kind: 'file', origin: 'docs' }),
  task: 'describe',
  foundBy: 'run',
};

const worst = async (steward: Awaited<ReturnType<typeof prepareFolder>>) => {
  const { lines, status } = steward('doctor', '--json');
  const found = lines.map((line) => JSON.parse(line) as Record<'check' | 'severity' | 'message', string>);
  return {
    status,
    of: (check: string) => found.filter((one) => one.check === check).map(({ message }) => message),
  };
};

it('takes a store that is gone for no new one, and says what to do', async () => {
  const steward = await prepareFolder();
  const data = join(steward.dir, 'data');
  rmSync(join(data, 'steward.sqlite'));
  expect((await worst(steward)).of('data folder')).toEqual([expect.stringContaining('nothing yet')]);
  mkdirSync(join(data, 'temporal'));
  writeFileSync(join(data, 'temporal', 'temporal.sqlite'), '');
  const { status, of } = await worst(steward);
  expect(of('data folder')).toEqual([expect.stringMatching(/steward\.sqlite is gone.*restore FILE/u)]);
  expect(status).toBe(1);
});

it('counts the documents that answer, and names those that do not', async () => {
  const steward = await prepareFolder(async ({ knownSources }) => {
    await knownSources.save([unread, { ...unread, sourceId: 'kb:bad.md', error: 'It is empty.' }], 'run');
  });
  expect((await worst(steward)).of('documents')).toEqual([
    expect.stringMatching(/^no question can be answered, because the index is empty; .* is missing/u),
    expect.stringContaining('no answer comes from 1 document yet'),
    expect.stringContaining('1 document cannot be read (kb:bad.md)'),
  ]);
});
