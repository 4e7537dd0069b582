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

it('names a data folder that cannot be created', async () => {
  const steward = await prepareFolder();
  const data = join(steward.dir, 'data');
  rmSync(data, { recursive: true });
  writeFileSync(data, '');
  const { status, of } = await worst(steward);
  expect(of('data folder')).toEqual([expect.stringContaining(`${data}/: access failed with ENOTDIR.`)]);
  expect(status).toBe(1);
});

it('names a worker whose Temporal server has ended, and documents that the index lacks', async () => {
  const steward = await prepareFolder(async ({ records, knownSources }) => {
    await records.announceWorker({ name: 'host:1', roles: ['all'], version: '1' });
    await knownSources.save([unread], 'run');
  });
  const { of } = await worst(steward);
  expect(of('Temporal')).toEqual([expect.stringMatching(/^host:1 can do nothing/u)]);
  expect(of('data folder').join('\n')).toContain('no answer comes from 1 document yet');
});

it('is content with pages of the web alone, and looks into each named folder', async () => {
  const steward = await prepareFolder();
  const config = (kb: object) => writeFileSync(join(steward.dir, 'config.yaml'), JSON.stringify({ kb }));
  config({ sources: [{ site: 'https://docs.example.com/' }, { url: 'https://example.com/faq' }] });
  expect((await worst(steward)).of('documents')).toEqual(['pages of the web, and no folder here']);
  mkdirSync(join(steward.dir, 'handbook'));
  writeFileSync(join(steward.dir, 'handbook', 'start.md'), '# Start\n\nOpen it.\n');
  config({ sources: [{ folder: 'handbook', name: 'handbook' }] });
  expect((await worst(steward)).of('documents')).toEqual([`1 in ${join(steward.dir, 'handbook')}`]);
  config({ sources_dir: 'manual', sources: [{ folder: 'handbook', name: 'handbook' }] });
  expect((await worst(steward)).of('documents')).toEqual([
    `1 in ${join(steward.dir, 'manual')}, ${join(steward.dir, 'handbook')}`,
    expect.stringContaining('1 left out'),
  ]);
});
