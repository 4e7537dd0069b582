import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  continueAsNew,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  sleep,
  startChild,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import { captureWorkflow } from './capture.ts';
import { learnProgress, type LearnInput, type LearnProgress } from '../contract/learn.ts';
import { workflowIds } from '../contract/names.ts';
import { conversationSteps, timingsOf } from '../steps.ts';
import { countOf } from '../../domain/values/text.ts';

/** A capture that waits for an operator holds up the ones behind it no longer than this. */
const longestWait = '10 minutes';
const pagesPerRun = 100;

/**
 * What the team said in a channel and its threads since a day, place by place and oldest first: routed like live messages,
 * captures alone. What was handled before is left out, so running it again learns nothing twice.
 */
export async function learnWorkflow(input: LearnInput): Promise<LearnProgress> {
  const { channelId, since, afterMessageId, dryRun = false } = input;
  const { placesSince, learnPage } = conversationSteps(timingsOf(input));
  let progress: LearnProgress = input.carried?.progress ?? none;
  const show = (change: Partial<LearnProgress>) => {
    progress = { ...progress, ...change };
    setCurrentDetails(describe(progress));
  };
  setHandler(learnProgress, () => progress);
  const name = `learn-${workflowInfo().firstExecutionRunId}`;
  const places = [...(input.carried?.places ?? (await placesSince({ channelId, since })))];
  let after = input.carried?.after ?? afterMessageId;
  show({ placesLeft: places.length });
  for (let pages = 0; places[0]; pages += 1) {
    if (pages >= pagesPerRun || workflowInfo().continueAsNewSuggested)
      return continueAsNew<typeof learnWorkflow>({ ...input, carried: { places, after, progress } });
    const page = await learnPage({ place: places[0], afterMessageId: after, name, dryRun });
    show({
      messages: progress.messages + page.messages,
      pairs: progress.pairs + page.pairs,
      characters: progress.characters + page.characters,
    });
    for (const snapshotId of page.snapshotIds) {
      const isLearned = await capture(snapshotId, input);
      show(isLearned ? { captured: progress.captured + 1 } : { failed: progress.failed + 1 });
    }
    after = page.after ?? afterMessageId;
    if (page.after === null) places.shift();
    show({ placesLeft: places.length });
  }
  return progress;
}

const none: LearnProgress = { placesLeft: 0, messages: 0, pairs: 0, characters: 0, captured: 0, failed: 0 };

const describe = ({ placesLeft, messages, pairs, captured, failed }: LearnProgress): string =>
  `${countOf(messages, 'message')} read, ${countOf(pairs, 'conversation')} with an answer, ${captured} captured, ${failed} failed; ` +
  `${countOf(placesLeft, 'channel or thread', 'channels or threads')} left`;

/** False when it failed: then it is listed like any failed capture. */
async function capture(snapshotId: string, { timings }: LearnInput): Promise<boolean> {
  try {
    const run = await startChild(captureWorkflow, {
      workflowId: workflowIds.capture(snapshotId),
      args: [{ snapshotId, ...(timings && { timings }) }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    });
    await Promise.race([run.result(), sleep(longestWait)]);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return error instanceof WorkflowExecutionAlreadyStartedError;
  }
}
