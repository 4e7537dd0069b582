import { loadConnection } from '../../../adapters/temporal/client/connection-settings.ts';
import { connectClient } from '../../../adapters/temporal/client/connect.ts';
import { replayRuns } from '../../../adapters/temporal/deployment/replay-runs.ts';
import { installRuntime } from '../../../adapters/temporal/worker/runtime.ts';
import { countOf } from '../../../domain/values/text.ts';
import { exitCodes } from '../../cli/exit.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { printRows } from '../../cli/print.ts';
import { progressTo } from '../../cli/progress.ts';
import { identityOf } from '../../wiring/identity.ts';
import { createLogger } from '../../wiring/logger.ts';
import { requireStore, temporalDir } from '../../wiring/open-adapters.ts';
import { ownWorkflows } from '../../wiring/own-workflows.ts';
import { reachTemporal } from '../../wiring/temporal-server.ts';

/** Silent, because the result of a replay says everything. */
const log = createLogger({ level: 'silent', file: null });

/**
 * Replays all open runs on the code of this folder. Does not open the store, which a new version might migrate.
 */
export async function replay({ json, config: file }: ConfigOption & JsonOption): Promise<void> {
  const progress = progressTo(process.stderr);
  const loaded = loadCommandConfig(file);
  const env = { ...loaded.env };
  const { ui_url: uiUrl, task_queue: taskQueue } = loaded.config.temporal;
  // Where neither Temporal nor a store is, there are no runs.
  if (loadConnection(env).address === null) requireStore(loaded.config);
  const dir = temporalDir(loaded.config);
  const { settings } = await reachTemporal({ env, dir, uiUrl, progress });
  const client = await connectClient(settings, { identity: identityOf(['client']) });
  try {
    installRuntime(log);
    const workflowBundle = await ownWorkflows(env, log);
    const { runs, stopped } = await replayRuns({ client, taskQueue }, workflowBundle, progress);
    printRows(stopped, { json, textOf: ({ workflowId, reason }) => `${workflowId}  ${reason}` });
    const version = `version ${workflowBundle.buildId} of the workflows`;
    if (stopped.length > 0) process.exitCode = exitCodes.failed;
    progress(
      stopped.length > 0
        ? `${countOf(stopped.length, 'run')} of ${runs} cannot continue on ${version}.`
        : `${countOf(runs, 'run')} can continue on ${version}.`,
    );
  } finally {
    await client.connection.close();
  }
}
