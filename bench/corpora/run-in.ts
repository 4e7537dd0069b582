import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Fills a folder of the cache, once. It is complete or missing, because it gets its name last. */
export async function fetchOnce(folder: string, fetchInto: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    await fetchInto(unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Runs a program in a folder and returns its output. Throws its last error line if it fails. */
export async function runIn(cwd: string, program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, timeout: 300_000, encoding: 'utf8' });
    return stdout;
  } catch (error) {
    const errorLine = (error as { readonly stderr?: string }).stderr?.trim().split('\n').at(-1) ?? '';
    const hint = program.startsWith('apt')
      ? ' If the list of packages is old or missing, run apt-get update.'
      : '';
    throw new Error(`${program} ${args.join(' ')} failed: ${errorLine}${hint}`, { cause: error });
  }
}
