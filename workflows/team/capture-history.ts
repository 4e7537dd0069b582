import {
  CancellationScope,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { RoutedBatch } from '../../domain/intake/snapshot.ts';
import { countOf } from '../../domain/values/text.ts';
import {
  captureHistoryProgressQuery,
  nothingCaptured,
  type CaptureHistoryInput,
  type CaptureHistoryProgress,
} from '../contract/team.ts';
import { timingsOf } from '../contract/timings.ts';
import { shouldContinueAsNew, startChildOnce, startsOfRun } from '../run.ts';
import { discordSteps, requireInput } from '../steps.ts';

/** The longest time that a capture which waits for an operator delays the next ones. */
const longestWait = '10 minutes';
const pagesPerRun = 100;

/**
 * Captures what the team wrote in a channel and its threads since a date, location by location and oldest first. Messages are
 * routed like live ones, but get no replies. Those handled before are left out, so a second run captures nothing twice.
 */
export async function captureHistoryWorkflow(input: CaptureHistoryInput): Promise<CaptureHistoryProgress> {
  requireInput(input, ['channelId']);
  const { channelId, since, afterMessageId, dryRun = false } = input;
  const { locationsSince, gatherHistoryPage } = discordSteps(timingsOf(input));
  let progress: CaptureHistoryProgress = input.carried?.progress ?? nothingCaptured;
  const show = (change: Partial<CaptureHistoryProgress>) => {
    progress = { ...progress, ...change };
    setCurrentDetails(describe(progress));
  };
  setHandler(captureHistoryProgressQuery, () => progress);
  const name = `history-${workflowInfo().firstExecutionRunId}`;
  const locations = [...(input.carried?.locations ?? (await locationsSince({ channelId, since })))];
  let after = input.carried?.after ?? afterMessageId;
  show({ locationsLeft: locations.length });
  for (let pages = 0; locations[0]; pages += 1) {
    if (shouldContinueAsNew(pages, pagesPerRun))
      return continueAsNew<typeof captureHistoryWorkflow>({
        ...input,
        carried: { locations, after, progress },
      });
    const page = await gatherHistoryPage({ location: locations[0], afterMessageId: after, name, dryRun });
    show({
      messages: progress.messages + page.messages,
      pairs: progress.pairs + page.pairs,
    });
    try {
      for (const routed of page.batches) {
        const end = await capture(routed, input);
        if (end) show({ [end]: progress[end] + 1 });
      }
    } catch (error) {
      // Nobody else captures what this page has claimed.
      await CancellationScope.nonCancellable(() => startAll(page.batches, input));
      throw error;
    }
    after = page.after ?? afterMessageId;
    if (page.after === null) locations.shift();
    show({ locationsLeft: locations.length });
  }
  return progress;
}

const describe = ({ locationsLeft, messages, pairs, captured, failed }: CaptureHistoryProgress): string =>
  `${countOf(messages, 'message')} read, ${countOf(pairs, 'conversation')} with an answer, ${captured} captured, ${failed} failed; ` +
  `${countOf(locationsLeft, 'channel or thread', 'channels or threads')} left`;

/** A capture that failed is listed like any other. Null if it was started before, by a run of this that was Reset. */
async function capture(
  routed: RoutedBatch,
  { timings }: CaptureHistoryInput,
): Promise<'captured' | 'failed' | null> {
  const run = await startChildOnce(startsOfRun().capture({ routed, timings }));
  if (run === null) return null;
  const end = run.result().then(
    () => 'captured' as const,
    () => 'failed' as const,
  );
  return Promise.race([end, sleep(longestWait).then(() => 'captured' as const)]);
}

const startAll = (batches: readonly RoutedBatch[], { timings }: CaptureHistoryInput) =>
  Promise.all(batches.map((routed) => startChildOnce(startsOfRun().capture({ routed, timings }))));
