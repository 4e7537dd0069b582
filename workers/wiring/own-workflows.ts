import { fileURLToPath } from 'node:url';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import type { WorkflowBundle } from '../../adapters/temporal/deployment/workflow-bundle.ts';
import { loadWorkflowBundle } from '../../adapters/temporal/deployment/workflow-bundle.ts';
import type { Log } from '../../domain/ports/log.ts';

const root = new URL('../../', import.meta.url);

/** The workflows of this Steward: a file of its package, or, in a checkout, a bundle that is made once. */
export const ownWorkflows = (env: NodeJS.ProcessEnv, log: Log): Promise<WorkflowBundle> =>
  loadWorkflowBundle({
    workflowsPath: fileURLToPath(new URL('workflows/index.ts', root)),
    packagedPath: fileURLToPath(new URL('workflow-bundle.js', root)),
    cacheDir: stewardCacheDir(env),
    log,
  });
