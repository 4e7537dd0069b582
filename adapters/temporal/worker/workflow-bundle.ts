import { createHash } from 'node:crypto';
import { readdir, readFile, mkdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import writeFileAtomic from 'write-file-atomic';
import type { Log } from '../../../domain/ports/log.ts';

/** The workflows as the worker's sandbox runs them. */
export interface WorkflowBundle {
  readonly code: string;
}

const keptDays = 30;

/**
 * The bundle of the workflows, made once for each state of its sources and then read from the cache. The sources are
 * everything under `roots` but tests: what a workflow may import, and no adapter.
 */
export async function loadWorkflowBundle(request: {
  /** The module that exports the workflows. */
  readonly workflowsPath: string;
  /** Folders that it imports from. Its own folder and `domain` beside that by default. */
  readonly roots?: readonly string[];
  /** See `stewardCacheDir`. */
  readonly cacheDir: string;
  readonly log: Log;
}): Promise<WorkflowBundle> {
  const { cacheDir, log } = request;
  const workflowsPath = resolve(request.workflowsPath);
  const own = dirname(workflowsPath);
  const roots = (request.roots ?? [own, join(own, '../domain')]).map((root) => resolve(root));
  const dir = join(cacheDir, 'workflow-bundles');
  const path = join(dir, `${await hashSources({ workflowsPath, roots })}.js`);
  const cached = await readFile(path, 'utf8').catch(() => null);
  if (cached !== null) return { code: cached };

  const startedAt = performance.now();
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    // Loaded once and shared: a run keeps its own state alone, a quarter of what its own copy of every module takes.
    preloadModules: [workflowsPath],
    logger: silent,
  });
  const milliseconds = Math.round(performance.now() - startedAt);
  log.info({ event: 'temporal.workflows_bundled', milliseconds, bytes: code.length }, 'Workflows bundled');
  try {
    await mkdir(dir, { recursive: true });
    await writeFileAtomic(path, code, { fsync: false });
    await removeOld(dir);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log.warn(
      { event: 'temporal.bundle_not_cached', dir, reason },
      'The bundle cannot be cached: each start makes it',
    );
  }
  return { code };
}

/** Over paths and contents, and over what makes the bundle. */
async function hashSources(sources: {
  readonly workflowsPath: string;
  readonly roots: readonly string[];
}): Promise<string> {
  const { workflowsPath, roots } = sources;
  const hash = createHash('sha256');
  const { version } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
    version: string;
  };
  // The code holds absolute paths: another checkout has another bundle.
  hash.update(JSON.stringify([version, process.version, workflowsPath, 'preloaded']));
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

async function removeOld(dir: string): Promise<void> {
  const before = Date.now() - keptDays * 86_400_000;
  for (const name of await readdir(dir)) {
    const file = join(dir, name);
    if ((await stat(file)).mtimeMs < before) await rm(file, { force: true });
  }
}

const nothing = () => {};
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
