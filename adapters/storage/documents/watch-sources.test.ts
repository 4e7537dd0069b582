import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testFolder, testLog, writeText } from '../../../test/support/storage/test-store.ts';
import { watchSources } from './watch-sources.ts';

function watching(folder: string, files: readonly string[] = []) {
  let changes = 0;
  const log = testLog();
  const { stop } = watchSources({
    folders: [join(folder, 'docs')],
    files,
    log,
    onChange: () => (changes += 1),
  });
  onTestFinished(stop);
  return { log, changes: () => changes };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 1_600));

it('tells once of many changes in a folder, however deep', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'docs/deep/er'), { recursive: true });
  const { changes } = watching(folder);
  await settled();
  for (let at = 0; at < 20; at += 1) writeText(join(folder, `docs/deep/er/${at}.md`), 'x');
  await expect.poll(changes).toBe(1);
  rmSync(join(folder, 'docs/deep'), { recursive: true });
  await expect.poll(changes).toBe(2);
});

it('does not tell of hidden entries', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'docs/.git'), { recursive: true });
  const { changes } = watching(folder);
  writeFileSync(join(folder, 'docs/.git/index'), 'x');
  writeFileSync(join(folder, 'docs/.a.md.swp'), 'x');
  await settled();
  expect(changes()).toBe(0);
});

it('tells of a single file that is replaced, and of no other beside it', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'docs'));
  const links = join(folder, 'links.txt');
  writeFileSync(links, 'a');
  const { changes } = watching(folder, [links]);
  writeFileSync(join(folder, 'other.txt'), 'x');
  await settled();
  expect(changes()).toBe(0);
  writeFileSync(`${links}.new`, 'b');
  renameSync(`${links}.new`, links);
  await expect.poll(changes).toBe(1);
});

it('warns of a folder that cannot be watched, and lets everything else go on', async () => {
  const folder = testFolder();
  const { log, changes } = watching(folder);
  await expect.poll(() => log.warnings).toEqual([expect.stringContaining('sources_not_watched')]);
  expect(changes()).toBe(0);
});
