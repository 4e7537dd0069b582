import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url));

it('init takes no folder of documents that is not there', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'steward-init-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const ended = spawnSync(process.execPath, [cli, 'init', '--yes'], { cwd, encoding: 'utf8' });
  expect(ended.stderr).toContain('Name a folder with your documents, or the address of a site (--docs).');
  expect([ended.status, existsSync(join(cwd, 'config.yaml'))]).toEqual([2, false]);
});
