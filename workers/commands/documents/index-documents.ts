import { refreshAndWait } from '../../running/refresh-and-wait.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withSteward } from '../../cli/with-steward.ts';

/** Starts a refresh, does its work in this process too, and ends with it. */
export async function indexDocuments(options: CommandOptions & { readonly json: boolean }): Promise<void> {
  await withSteward(options, async ({ config, steward, progress }) => {
    await steward.work(['library']);
    const taskQueue = config.temporal.task_queue;
    const result = await refreshAndWait({ client: steward.client, taskQueue, progress });
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  });
}
