import { replayRuns } from '../../../adapters/temporal/deployment/replay-runs.ts';
import { installRuntime } from '../../../adapters/temporal/worker/runtime.ts';
import { countOf } from '../../../domain/values/text.ts';
import { exitCodes } from '../../cli/exit.ts';
import type { CommandOptions, JsonOption } from '../../cli/command-parts.ts';
import { withTemporal } from '../../cli/with-temporal.ts';
import { createLogger } from '../../wiring/logger.ts';
import { ownWorkflows } from '../../wiring/own-workflows.ts';
import { printRows } from '../../cli/print.ts';

/** Silent, because the result of a replay says everything. */
const log = createLogger({ level: 'silent', file: null });

const recentRuns = 500;

/** Replays all open runs, and the last 500 that have ended, on the code of this folder. */
export async function replay({ json, ...options }: CommandOptions & JsonOption): Promise<void> {
  await withTemporal(options, async ({ client, taskQueue, env, progress }) => {
    installRuntime({ log });
    const workflowBundle = await ownWorkflows(env, log);
    const { runs, stopped } = await replayRuns({
      client,
      taskQueue,
      workflowBundle,
      recent: recentRuns,
      progress,
    });
    printRows(stopped, { json, textOf: ({ workflowId, reason }) => `${workflowId}  ${reason}` });
    const version = `version ${workflowBundle.buildId} of the workflows`;
    if (stopped.length > 0) {
      process.exitCode = exitCodes.failed;
      progress(`${countOf(stopped.length, 'run')} of ${runs} cannot continue on ${version}.`);
    } else progress(`${countOf(runs, 'run')} can continue on ${version}.`);
  });
}
