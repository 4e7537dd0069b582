import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { installHooks } from './install-hooks.js';

const project = fileURLToPath(new URL('..', import.meta.url));

function testCheckout(): string {
  const root = mkdtempSync(join(tmpdir(), 'steward-hooks-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  copyFileSync(join(project, 'lefthook.yml'), join(root, 'lefthook.yml'));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return root;
}

const hook = (root: string) => existsSync(join(root, '.git/hooks/pre-commit'));

it('a checkout gets the pre-commit hook', () => {
  const root = testCheckout();
  installHooks({ root, isCi: false });
  expect(hook(root)).toBe(true);
});

it('CI gets none', () => {
  const root = testCheckout();
  installHooks({ root, isCi: true });
  expect(hook(root)).toBe(false);
});

it('a package without .git, a linked worktree and an image without lefthook get none, and no failure', () => {
  const root = testCheckout();
  rmSync(join(root, '.git'), { recursive: true });
  installHooks({ root, isCi: false });
  writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n');
  installHooks({ root, isCi: false });
  const image = testCheckout();
  rmSync(join(image, 'node_modules'));
  installHooks({ root: image, isCi: false });
  expect([hook(root), hook(image)]).toEqual([false, false]);
});

it('a lefthook that fails breaks no installation', () => {
  const root = testCheckout();
  rmSync(join(root, 'node_modules'));
  mkdirSync(join(root, 'node_modules/lefthook/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/lefthook/bin/index.js'), 'process.exit(1);\n');
  expect(() => installHooks({ root, isCi: false })).not.toThrow();
});
