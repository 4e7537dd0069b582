/*
 * Installs the pre-commit hook of lefthook.yml after `npm install` in a checkout. Does nothing in CI, in a package, in an
 * image, and in a linked worktree, which shares the hooks of its main checkout. Never makes an installation fail.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const lefthook = join(root, 'node_modules/lefthook/bin/index.js');
const isCheckout = statSync(join(root, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;
if (!env.CI && isCheckout && existsSync(lefthook))
  spawnSync(execPath, [lefthook, 'install'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
