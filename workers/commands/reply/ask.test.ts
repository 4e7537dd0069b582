import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFolder } from '../../../test/support/storage/test-store.ts';

const bin = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

it('a profile whose file is not there is told before anything starts', () => {
  const { stderr, stdout, status } = spawnSync(
    process.execPath,
    [bin, 'ask', 'How do I start?', '--profile', 'none.yaml'],
    { cwd: testFolder(), encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.trim()).toBe('There is no file none.yaml.');
});
