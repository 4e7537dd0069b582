import { setCurrentDetails, setHandler } from '@temporalio/workflow';
import { answersMayBeOutdated, type RecheckResult } from '../contract/reply.ts';
import { timingsOf, type Timed } from '../contract/timings.ts';
import { startChildOnce, startsOfRun } from '../run.ts';
import { replySteps } from '../steps.ts';

/** Then the model is away or the budget is spent, and the next run goes on. */
const failuresInARow = 3;

/**
 * Looks again at posted answers whose cited sections or pairs have changed, one after the other, each in a run of its own. Finds
 * them in the store, so a run that died or failed loses none. A change that comes meanwhile is looked at before it ends.
 */
export async function recheckWorkflow(input: Timed = {}): Promise<RecheckResult> {
  const { findOutdatedAnswers } = replySteps(timingsOf(input));
  let mayBeMore = true;
  setHandler(answersMayBeOutdated, () => void (mayBeMore = true));
  const except: string[] = [];
  const outcomes: Record<string, number> = {};
  for (let failed = 0; mayBeMore && failed < failuresInARow;) {
    mayBeMore = false;
    const { outdated } = await findOutdatedAnswers({ except });
    for (const [at, answer] of outdated.entries()) {
      setCurrentDetails(`Looking at answers again: ${at} of ${outdated.length}`);
      except.push(answer.messageId);
      const child = await startChildOnce(startsOfRun().recheckAnswer({ ...answer, timings: input.timings }));
      const outcome: string = child ? await child.result().catch(() => 'failed') : 'open';
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      failed = outcome === 'failed' ? failed + 1 : 0;
      if (failed === failuresInARow) break;
    }
  }
  setCurrentDetails(
    `Looked at ${except.length}: ${Object.entries(outcomes)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}`,
  );
  return { looked: except.length, outcomes };
}
