import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finalError } from '../../../domain/ports/errors.ts';
import { inspectTemporalBinary } from './server-version.ts';

/** The prefix of folders with unfinished work. */
export const partialPrefix = '.partial-';

/** Lets `make` create a binary in a temporary folder, checks that it runs, and moves it to `path` in one step. */
export async function installAtomically(install: {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** Returns the path of the binary that it made inside `dir`. Throws a `PortError`. */
  readonly make: (dir: string) => Promise<string>;
}): Promise<string> {
  const { path, env, make } = install;
  await mkdir(dirname(path), { recursive: true });
  const dir = await mkdtemp(join(dirname(path), partialPrefix));
  try {
    const made = await make(dir);
    await chmod(made, 0o755).catch(() => {});
    const verdict = await inspectTemporalBinary(made, env);
    if (!verdict.ok) throw finalError('server_unusable', `the binary ${verdict.reason}`);
    await rename(made, path);
    return path;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
