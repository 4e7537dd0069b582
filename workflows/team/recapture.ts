import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  condition,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  startChild,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { RegatherResult } from '../../activities/intake/regather.ts';
import { captureWorkflow } from './capture.ts';
import { messageChanged, type RecaptureInput, type RecaptureResult } from '../contract/capture.ts';
import { workflowIds } from '../contract/names.ts';
import { searchAttributes } from '../search-attributes.ts';
import { conversationSteps, timingsOf } from '../steps.ts';

/**
 * A team member edited or deleted a message: when it rests, every captured conversation that holds it is captured again.
 * A change that comes while it works makes another round, so none is lost.
 */
export async function recaptureWorkflow(input: RecaptureInput): Promise<RecaptureResult> {
  let changes = 0;
  setHandler(messageChanged, () => {
    changes += 1;
  });
  const { regatherConversations } = conversationSteps(timingsOf(input));
  const { messageId, waitMilliseconds } = input;
  const name = `${messageId}-${workflowInfo().firstExecutionRunId.slice(0, 8)}`;
  const started: string[] = [];
  let handled: number;
  let round = 0;
  do {
    setCurrentDetails('Waiting until the message rests');
    do handled = changes;
    while (await condition(() => changes !== handled, waitMilliseconds));
    const { handOvers } = await regatherConversations({ messageId, name: `${name}-${round}` });
    for (const handOver of handOvers) started.push(await captureAgain(input, handOver));
    round += 1;
  } while (changes !== handled);
  setCurrentDetails(started.join('\n') || 'No captured conversation has changed');
  return { workflowIds: started };
}

/** On its own: it lives on when this run ends. Started already means done. */
async function captureAgain(
  { timings }: RecaptureInput,
  { snapshotId, conversationId, guildId, channelId, link }: RegatherResult['handOvers'][number],
): Promise<string> {
  const workflowId = workflowIds.capture(snapshotId);
  try {
    await startChild(captureWorkflow, {
      workflowId,
      args: [{ snapshotId, timings }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      staticSummary: link,
      typedSearchAttributes: [
        { key: searchAttributes.guildId, value: guildId },
        { key: searchAttributes.channelId, value: channelId },
        { key: searchAttributes.conversationId, value: conversationId },
      ],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  return workflowId;
}
