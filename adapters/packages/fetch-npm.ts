import { join } from 'node:path';
import { downloadTo, otherBytes, unpack } from './download.ts';
import { npmRegistry } from './package-index.ts';

/** A package of an npm registry, fixed by its bytes: whoever serves it, nothing else is ever unpacked. */
export interface PinnedTarball {
  readonly name: string;
  readonly version: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Downloads a pinned package into `dir` and unpacks some of its files there, with the folders they have in the package.
 * Throws a `PortError` whose message completes "cannot be fetched: …".
 */
export async function fetchFromNpm({
  tarball: { name, version, sha256, bytes },
  members,
  dir,
  env,
  patience,
}: {
  readonly tarball: PinnedTarball;
  readonly members: readonly string[];
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly patience?: number;
}): Promise<void> {
  const fileName = `${name}-${version}.tgz`;
  const url = new URL(`${npmRegistry(env)}/${name}/-/${fileName}`);
  const archive = join(dir, fileName);
  const found = await downloadTo(archive, { url, most: bytes, patience });
  if (found !== sha256) throw otherBytes(fileName, url);
  await unpack({ archive, members, dir, name: fileName });
}
