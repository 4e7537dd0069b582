import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Log } from '../../../domain/ports/log.ts';
import { withFileLock } from '../../packages/with-file-lock.ts';

/**
 * The bundles that a folder keeps, of 2 MB each: those that were used last. The version before the current one is needed for a
 * rollback even if it served for a year, so their age does not count.
 */
const kept = 20;

interface Version {
  readonly buildId: string;
  /** See `stewardCacheDir`. */
  readonly cacheDir: string;
}

/** Keeps the bundle that a worker serves, so that a later version can be rolled back to it on this host. */
export const keepVersion = ({
  code,
  log,
  ...version
}: Version & { readonly code: string; readonly log: Log }): Promise<void> =>
  saveBundle({ code, path: versionPath(version), log, without: 'this host cannot roll back to it' });

/** The code of a version, if it is one of the last 20 that workers of this host have served, or null. */
export async function findVersion(version: Version): Promise<string | null> {
  // The server says the build id, which becomes part of a path.
  return /^[0-9a-f]+$/.test(version.buildId) ? readIfAny(versionPath(version)) : null;
}

const versionPath = ({ cacheDir, buildId }: Version): string =>
  join(cacheDir, 'workflow-versions', `${buildId}.js`);

export const readIfAny = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** Saves a bundle, or marks it as just used, and removes all but the last used of its folder. One process at a time. */
export async function saveBundle(bundle: {
  readonly code: string;
  readonly path: string;
  readonly log: Log;
  /** What follows if it cannot be saved. */
  readonly without: string;
}): Promise<void> {
  const { code, path, log, without } = bundle;
  const dir = dirname(path);
  const work = async () => {
    await mkdir(dir, { recursive: true });
    if (existsSync(path)) await utimes(path, new Date(), new Date());
    else await writeFileAtomic(path, code, { fsync: false });
    const usedAt = async (file: string) => ({ file, at: (await stat(file)).mtimeMs });
    const files = await Promise.all((await readdir(dir)).map((name) => usedAt(join(dir, name))));
    const older = files.toSorted((a, b) => b.at - a.at).slice(kept);
    await Promise.all(older.map(({ file }) => rm(file, { force: true })));
  };
  try {
    await withFileLock({ path: `${dir}.lock`, work });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log.warn(
      { event: 'temporal.bundle_not_saved', dir, reason },
      `The bundle of the workflows cannot be saved, so ${without}`,
    );
  }
}
