import { condition, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import { messageChanged, type RecaptureInput, type RecaptureResult } from '../contract/team.ts';
import { timingsOf } from '../contract/timings.ts';
import { startChildOnce, startsOfRun } from '../run.ts';
import { discordSteps, requireInput } from '../steps.ts';

/**
 * Captures conversations again when a team member has edited or deleted one of their messages and it has not changed for a while.
 * A change that arrives meanwhile starts another round, so none is lost.
 */
export async function recaptureWorkflow(input: RecaptureInput): Promise<RecaptureResult> {
  requireInput(input, ['messageId']);
  let changes = 0;
  setHandler(messageChanged, () => {
    changes += 1;
  });
  const { regatherConversations } = discordSteps(timingsOf(input));
  const { messageId, waitMilliseconds } = input;
  const name = `${messageId}-${workflowInfo().firstExecutionRunId.slice(0, 8)}`;
  const started: string[] = [];
  let handled: number;
  let round = 0;
  do {
    setCurrentDetails('Waiting until the message rests');
    do handled = changes;
    while (await condition(() => changes !== handled, waitMilliseconds));
    const { batches } = await regatherConversations({ messageId, name: `${name}-${round}` });
    for (const routed of batches) {
      const capture = startsOfRun().capture({ routed, timings: input.timings });
      await startChildOnce(capture);
      started.push(capture.workflowId);
    }
    round += 1;
  } while (changes !== handled);
  setCurrentDetails(started.join('\n') || 'No captured conversation has changed');
  return { workflowIds: started };
}
