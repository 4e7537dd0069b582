import { createHash } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Log } from '../../../domain/ports/log.ts';
import { bundleOf, readBundle, readIfAny, saveBundle, type WorkflowBundle } from './saved-bundles.ts';

/**
 * Loads the bundle at `packagedPath`, or else bundles the sources, once for each state of them, and caches the bundle. The sources
 * are all files under `roots` except tests: what a workflow may import, and no adapter.
 */
export async function loadWorkflowBundle(request: {
  /** The module that exports the workflows. */
  readonly workflowsPath: string;
  /** Folders that it imports from: by default its own, and `domain` beside that. */
  readonly roots?: readonly string[];
  /** The place of the bundle in a package that `npm pack` made. */
  readonly packagedPath?: string;
  /** See `stewardCacheDir`. */
  readonly cacheDir: string;
  readonly log: Log;
}): Promise<WorkflowBundle> {
  const { cacheDir, log, packagedPath } = request;
  const packaged = packagedPath === undefined ? null : await readIfAny(packagedPath);
  if (packaged !== null) return bundleOf(packaged);
  const workflowsPath = resolve(request.workflowsPath);
  const workflowsDir = dirname(workflowsPath);
  const roots = (request.roots ?? [workflowsDir, join(workflowsDir, '../domain')]).map((root) =>
    resolve(root),
  );
  const path = join(cacheDir, 'workflow-bundles', `${await hashSources({ workflowsPath, roots })}.js`);
  const cached = await readBundle(path);
  if (cached) {
    // The time of the file is that of its last use. A cache that cannot be written can be read.
    await utimes(path, new Date(), new Date()).catch(() => {});
    return cached;
  }

  const startedAt = performance.now();
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    // Runs share the modules and keep only their state, which takes a quarter of the memory of a copy of every module.
    preloadModules: [workflowsPath],
    // Makes the names of modules independent of the working directory.
    webpackConfigHook: (config) => ({ ...config, context: dirname(workflowsDir) }),
    logger: silent,
  });
  const milliseconds = Math.round(performance.now() - startedAt);
  log.info({ event: 'temporal.workflows_bundled', milliseconds, bytes: code.length }, 'Workflows bundled');
  await saveBundle({ code, path, log, without: 'this checkout makes it at each start' });
  return bundleOf(code);
}

/** Hashes paths and contents, and everything else that the bundle depends on. */
async function hashSources(sources: {
  readonly workflowsPath: string;
  readonly roots: readonly string[];
}): Promise<string> {
  const { workflowsPath, roots } = sources;
  const hash = createHash('sha256');
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
    version: string;
  };
  // The code contains absolute paths, so every checkout has its own bundle.
  hash.update(JSON.stringify([version, process.version, workflowsPath, 'preloaded', 'named']));
  for (const root of roots) {
    const names = await readdir(root, { recursive: true });
    for (const name of names.toSorted()) {
      if (!/\.[cm]?[jt]s$/.test(name) || name.endsWith('.test.ts')) continue;
      const file = join(root, name);
      hash.update(JSON.stringify([relative(dirname(workflowsPath), file), await readFile(file, 'utf8')]));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

const nothing = () => {};
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
