import type { OfSteward } from '../../adapters/temporal/client/call-server.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitShowing } from '../../adapters/temporal/runs/wait-for-result.ts';
import {
  refreshProgressQuery,
  type RefreshProgress,
  type RefreshResult,
} from '../../workflows/contract/documents.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { describeRefresh } from '../../workflows/documents/refresh-progress.ts';
import type { Progress } from '../../domain/operations/progress.ts';
import { countOf } from '../../domain/values/text.ts';

/** Updates the documents' index and shows its progress. */
export async function refreshAndWait({
  client,
  taskQueue,
  progress,
  howToList = ' (npx steward sources --failed)',
}: OfSteward & {
  readonly progress: Progress;
  /** Tells a person how to list the sources with an error. */
  readonly howToList?: string;
}): Promise<RefreshResult & { readonly workflowId: string }> {
  progress('Reading the documents (about a second for every 50 pages with the extractive model)');
  const run = await startOnce(client, startsOf(taskQueue).refresh());
  const result = await waitShowing<RefreshResult, RefreshProgress>({
    client,
    ...run,
    query: refreshProgressQuery,
    show: (now) => progress.phase({ ...now, phase: now.step, line: (pace) => describeRefresh(now, pace) }),
  });
  const { sources, described, removed, rejected } = result;
  const failures = rejected > 0 ? `, ${rejected} left out${howToList}` : '';
  progress(
    `${countOf(sources, 'source')} in the index, ${described} described now, ${removed} removed${failures}`,
  );
  return { ...result, workflowId: run.workflowId };
}
