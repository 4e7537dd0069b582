import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));

function testCheckout(): string {
  const root = mkdtempSync(join(tmpdir(), 'steward-hooks-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const file of ['package.json', 'lefthook.yml', 'scripts/install-hooks.js'])
    cpSync(join(project, file), join(root, file));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return root;
}

/** Installs and says whether the checkout has the hook. */
function installed(root: string, { CI = '' } = {}): boolean {
  const env = { ...process.env, CI };
  const { status } = spawnSync(process.execPath, ['scripts/install-hooks.js'], { cwd: root, env });
  expect(status).toBe(0);
  return existsSync(join(root, '.git/hooks/pre-commit'));
}

it('a checkout gets the pre-commit hook', () => {
  expect(installed(testCheckout())).toBe(true);
});

it('CI gets none', () => {
  expect(installed(testCheckout(), { CI: 'true' })).toBe(false);
});

it('a package without .git, a linked worktree and an image without lefthook get none', () => {
  const root = testCheckout();
  rmSync(join(root, '.git'), { recursive: true });
  expect(installed(root)).toBe(false);
  writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n');
  expect(installed(root)).toBe(false);
  const image = testCheckout();
  rmSync(join(image, 'node_modules'));
  expect(installed(image)).toBe(false);
});

it('a lefthook that fails breaks no installation', () => {
  const root = testCheckout();
  rmSync(join(root, 'node_modules'));
  mkdirSync(join(root, 'node_modules/lefthook/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/lefthook/bin/index.js'), 'process.exit(1);\n');
  expect(installed(root)).toBe(false);
});
