import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  startChild,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { GatherResult } from '../../activities/intake/gather-context.ts';
import { captureWorkflow } from '../team/capture.ts';
import { messageArrived, type BatchInput, type BatchResult, type WindowEnd } from '../contract/batch.ts';
import { workflowIds } from '../contract/names.ts';
import { replyWorkflow } from '../reply/reply.ts';
import { searchAttributes } from '../search-attributes.ts';
import { conversationSteps, timingsOf } from '../steps.ts';

const keptWindows = 20;

/**
 * One author in one place: waits until the author is quiet, then hands the batch over. Messages that come while it
 * works make the next window; the run ends only when none is left, so none is lost.
 */
export async function batchWorkflow(input: BatchInput): Promise<BatchResult> {
  const pending: string[] = [...(input.pending ?? [])];
  const seen = new Set(pending);
  let arrivals = 0;
  setHandler(messageArrived, (id) => {
    if (seen.has(id)) return;
    seen.add(id);
    pending.push(id);
    arrivals += 1;
  });

  const { gatherContext } = conversationSteps(timingsOf(input));
  const chain = workflowInfo().firstExecutionRunId;
  const windows: WindowEnd[] = [];
  do {
    setCurrentDetails(`Waiting until the author is quiet: ${pending.length} message(s) so far`);
    await quietWindow();
    const messageIds = pending.splice(0);
    if (messageIds.length > 0) {
      setCurrentDetails(`Gathering the context of ${messageIds.length} message(s)`);
      const found = await gatherContext({ chain, messageIds });
      const ids = await Promise.all(found.handOvers.map((handOver) => handOverTo(input, handOver)));
      windows.push({ messageIds, workflowIds: ids, ignored: found.ignored });
    }
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof batchWorkflow>({ ...input, pending });
    }
  } while (pending.length > 0);
  setCurrentDetails(windows.map(describeWindow).join('\n'));
  return { windows: windows.slice(-keptWindows) };

  async function quietWindow(): Promise<void> {
    const latestEnd = Date.now() + input.maxWaitMilliseconds;
    for (;;) {
      const before = arrivals;
      const left = Math.min(input.waitMilliseconds, latestEnd - Date.now());
      if (left <= 0 || !(await condition(() => arrivals !== before, left))) return;
    }
  }
}

const describeWindow = ({ messageIds, workflowIds: ids, ignored }: WindowEnd): string =>
  `${messageIds.length} message(s): ${ids.length > 0 ? ids.join(', ') : `ignored, ${ignored}`}`;

/** Starts what the batch leads to, on its own: it lives on when this run ends. Started already means done. */
async function handOverTo(
  { guildId, channelId, timings }: BatchInput,
  { snapshotId, route, conversationId, link }: GatherResult['handOvers'][number],
): Promise<string> {
  const workflowId = route === 'reply' ? workflowIds.reply(snapshotId) : workflowIds.capture(snapshotId);
  const options = {
    workflowId,
    args: [{ snapshotId, timings }] as [{ snapshotId: string; timings: typeof timings }],
    parentClosePolicy: ParentClosePolicy.ABANDON,
    workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    staticSummary: link,
    typedSearchAttributes: [
      { key: searchAttributes.guildId, value: guildId },
      { key: searchAttributes.channelId, value: channelId },
      { key: searchAttributes.conversationId, value: conversationId },
    ],
  };
  try {
    await (route === 'reply' ? startChild(replyWorkflow, options) : startChild(captureWorkflow, options));
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  return workflowId;
}
