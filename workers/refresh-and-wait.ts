import type { Client } from '@temporalio/client';
import { startRefresh } from '../adapters/temporal/start-runs.ts';
import { waitForResult } from '../adapters/temporal/wait-for-result.ts';
import { progressQuery, type RefreshResult } from '../workflows/contract.ts';

const progressEveryMilliseconds = 2_000;

/** Brings the index up to date, and tells how far it is. */
export async function refreshAndWait({
  client,
  taskQueue,
  progress,
}: {
  readonly client: Client;
  readonly taskQueue: string;
  readonly progress: (line: string) => void;
}): Promise<RefreshResult & { readonly workflowId: string }> {
  progress('Reading the documents (about a second for every 50 pages with the extractive model)');
  const run = await startRefresh({ client, taskQueue });
  const handle = client.workflow.getHandle(run.workflowId, run.runId);
  const timer = setInterval(() => {
    handle.query(progressQuery).then(
      ({ done, total }) => total > 0 && progress(`Described ${done} of ${total} documents`),
      () => {},
    );
  }, progressEveryMilliseconds);
  try {
    const result = await waitForResult<RefreshResult>({ client, ...run });
    const { sources, described, rejected, failed } = result;
    progress(`${sources} documents in the index, ${described} described now, ${rejected + failed} left out`);
    return { ...result, workflowId: run.workflowId };
  } finally {
    clearInterval(timer);
  }
}
