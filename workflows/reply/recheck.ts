import { continueAsNew, setCurrentDetails, setHandler, sleep } from '@temporalio/workflow';
import { answersMayBeOutdated, type RecheckResult } from '../contract/reply.ts';
import { timingsOf, type Timed, type Timings } from '../contract/timings.ts';
import { shouldContinueAsNew, startChildOnce, startsOfRun } from '../run.ts';
import { discordSteps, failureCode, replySteps } from '../steps.ts';

/** Then the model is away or the budget is spent, and the next run goes on. */
const failuresInARow = 3;
const searchesPerRun = 500;

/**
 * Looks again at posted answers whose cited sections or pairs have changed, one after the other, each in a run of its own, and then at
 * the team's pairs whose nearest pages have. Finds both in the store, so a run that died or failed loses none. What changes meanwhile is searched for once more before it ends.
 */
export async function recheckWorkflow(input: Timed = {}): Promise<RecheckResult> {
  const timings = timingsOf(input);
  const { findOutdatedAnswers } = replySteps(timings);
  let mayBeMore = true;
  setHandler(answersMayBeOutdated, () => void (mayBeMore = true));
  const except: string[] = [];
  const outcomes: Record<string, number> = {};
  let failed = 0;
  for (let searches = 0; mayBeMore && failed < failuresInARow; searches += 1) {
    if (shouldContinueAsNew(searches, searchesPerRun)) await continueAsNew<typeof recheckWorkflow>(input);
    // Many captures come one after the other.
    if (searches > 0) await sleep(timings.recheckPause);
    mayBeMore = false;
    const { outdated, answersToday } = await findOutdatedAnswers({ except });
    for (const answer of outdated) {
      if (failed === failuresInARow) break;
      except.push(answer.messageId);
      setCurrentDetails(`Looking at answers again: ${except.length}`);
      const child = await startChildOnce(startsOfRun().recheckAnswer({ ...answer, timings: input.timings }));
      const outcome: string = child ? await child.result().catch(() => 'failed') : 'open';
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      failed = outcome === 'failed' ? failed + 1 : 0;
    }
    await comparePairs(timings, answersToday);
  }
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  setCurrentDetails(`Looked at ${except.length} answers: ${counts.join(', ') || 'none was outdated'}`);
  return { looked: except.length, outcomes };
}

/** As many as the day's budget allows. What fails waits for the next run. */
async function comparePairs(timings: Timings, answersToday: number): Promise<void> {
  try {
    for (;;) {
      const { mayBeMore, asksTeam } = await replySteps(timings).comparePairs({ answersToday });
      if (asksTeam) await discordSteps(timings).askAboutPairs();
      if (!mayBeMore) return;
    }
  } catch (error) {
    failureCode(error);
  }
}
