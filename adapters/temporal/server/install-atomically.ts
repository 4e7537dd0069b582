import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finalError } from '../../../domain/ports/errors.ts';
import { inspectTemporalBinary } from './server-version.ts';

/** Folders that start so hold unfinished work. */
export const partialPrefix = '.partial-';

/**
 * Lets `make` put a binary somewhere into a folder of its own, checks that it runs, and moves it to `path` in one step.
 * A stop at any moment leaves `path` as it was.
 */
export async function installAtomically(install: {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** Returns the path of the binary that it made inside `dir`. Throws `PortError`. */
  readonly make: (dir: string) => Promise<string>;
}): Promise<string> {
  const { path, env, make } = install;
  await mkdir(dirname(path), { recursive: true });
  const dir = await mkdtemp(join(dirname(path), partialPrefix));
  try {
    const made = await make(dir);
    await chmod(made, 0o755).catch(() => {});
    const verdict = await inspectTemporalBinary(made, env);
    if (!verdict.ok) {
      throw finalError('server_unusable', `what came ${verdict.reason}`);
    }
    await rename(made, path);
    return path;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
