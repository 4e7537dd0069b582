import { setTimeout as sleep } from 'node:timers/promises';
import type { OfSteward } from '../../../adapters/temporal/client/call-server.ts';
import { listRuns, openRunsQuery } from '../../../adapters/temporal/runs/inspect-runs.ts';
import { refreshAndWait } from '../../running/refresh-and-wait.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { exitCodes } from '../../cli/exit.ts';
import { withSteward } from '../../cli/with-steward.ts';
import { countOf } from '../../../domain/values/text.ts';
import { printJson } from '../../cli/print.ts';

const longestWaitMilliseconds = 10 * 60_000;

/** Does a refresh in this process and waits for the captures that it starts. */
export async function indexDocuments(options: ConfigOption & JsonOption): Promise<void> {
  await withSteward({ ...options, onOwnQueues: true }, async ({ steward, progress }) => {
    await steward.work(['library']);
    const result = await refreshAndWait({ ...steward, progress });
    if (result.capturesStarted > 0) await capturesEnded(steward);
    const failed = (await steward.storage.library.failedCaptures()).length;
    if (failed > 0) {
      progress(`${countOf(failed, 'capture')} failed: npx steward captures list`);
      process.exitCode = exitCodes.failed;
    }
    if (options.json) printJson(result);
  });
}

/** Does not wait for a capture that needs a decision or a retry; the running Steward starts that again. */
async function capturesEnded({ client, taskQueue }: OfSteward): Promise<void> {
  const query = `${openRunsQuery(taskQueue)} AND WorkflowType = 'captureWorkflow' AND Outcome IS NULL`;
  const giveUpAt = Date.now() + longestWaitMilliseconds;
  // The list of runs lags behind.
  do await sleep(1_000);
  while (Date.now() < giveUpAt && (await listRuns(client, query, 1)).length > 0);
}
