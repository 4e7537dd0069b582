import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFolder } from '../../../adapters/storage/testing.ts';

const bin = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

it('a draft of a profile is kept for a user, shown, refused where it is wrong, and dropped', () => {
  const dir = testFolder();
  writeFileSync(join(dir, 'config.yaml'), 'storage: { data_dir: data }\n');
  writeFileSync(join(dir, 'draft.yaml'), 'tone: Like a pirate.\n');
  writeFileSync(join(dir, 'wrong.yaml'), 'tonne: Like a pirate.\nredirects: { billing: Write to us. }\n');
  const profile = (...args: readonly string[]) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [bin, 'profile', ...args], {
      cwd: dir,
      encoding: 'utf8',
    });
    return { out: stdout.trim(), err: stderr.trim(), status };
  };
  expect(profile('set', 'draft.yaml', '--as', '1234')).toMatchObject({
    status: 0,
    out: expect.stringContaining('npx steward ask'),
  });
  expect(profile('show', '--as', '1234')).toMatchObject({ status: 0, out: 'tone: Like a pirate.' });
  const refused = profile('set', 'wrong.yaml', '--as', '1234');
  expect(refused).toMatchObject({ status: 2, out: '' });
  expect(refused.err).toContain('wrong.yaml is no draft of a profile:');
  expect(refused.err).toContain('tonne');
  const kept = profile('show', '--as', '1234', '--json').out;
  expect(JSON.parse(kept)).toEqual({ tone: 'Like a pirate.' });
  expect(profile('clear', '--as', '1234')).toMatchObject({ status: 0 });
  expect(profile('show', '--as', '1234')).toEqual({ status: 1, out: '', err: 'This user has no draft.' });
});
