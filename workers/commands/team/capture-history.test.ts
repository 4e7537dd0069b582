import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFolder } from '../../../test/support/storage/test-store.ts';

const bin = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

it('where nobody can be asked, a capture does not begin without --yes', () => {
  const { stderr, stdout, status } = spawnSync(
    process.execPath,
    [bin, 'discord', 'capture', '--channel', 'help', '--since', '2026-01-01'],
    { cwd: testFolder(), encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.trim()).toMatch(/^A capture asks before .* --yes.*\.$/u);
});
