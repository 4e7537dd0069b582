/*
 * Installs the pre-commit hook of lefthook.yml after `npm install` in a checkout. Does nothing in CI, in a package, in an
 * image, and in a linked worktree, which shares the hooks of its main checkout. Never makes an installation fail.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, execPath } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @param {{ root: string, isCi: boolean }} where the folder that holds lefthook.yml */
export function installHooks({ root, isCi }) {
  const lefthook = join(root, 'node_modules/lefthook/bin/index.js');
  const isCheckout = statSync(join(root, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;
  if (isCi || !isCheckout || !existsSync(lefthook)) return;
  spawnSync(execPath, [lefthook, 'install'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href)
  installHooks({ root: fileURLToPath(new URL('..', import.meta.url)), isCi: Boolean(env.CI) });
