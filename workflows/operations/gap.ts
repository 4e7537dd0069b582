import { setCurrentDetails } from '@temporalio/workflow';
import type { GapInput, GapResults } from '../contract/operations.ts';
import { timingsOf } from '../contract/timings.ts';
import { failureCode, modelSteps, replySteps, storeSteps } from '../steps.ts';

const stepMilliseconds = 30_000;
/** What is left then is the next run's. */
const stepsPerRun = 100;
const mostFailures = 3;

/**
 * What the documents lack: files questions that found no answer, then asks those again whose sources have changed, so that a gap
 * which was filled closes. What a step has done stands in the store, where the next one finds it. Needs no input.
 */
export async function gapWorkflow(input: GapInput = {}): Promise<GapResults> {
  const timings = timingsOf(input);
  const { fileQuestions } = modelSteps(timings);
  const { findChangedQuestions } = storeSteps(timings);
  const { askAgain } = replySteps(timings);
  const result = { filed: 0, modelCalls: 0, askedAgain: 0, answered: 0, failed: 0 };
  const bounded = { milliseconds: input.stepMilliseconds ?? stepMilliseconds };
  for (let step = 0, left = 1; left > 0 && step < stepsPerRun; step += 1) {
    const done = await fileQuestions(bounded);
    ({ left } = done);
    result.filed += done.filed;
    result.modelCalls += done.modelCalls;
    setCurrentDetails(`Filing questions: ${result.filed} filed, ${left} left`);
    if (done.filed === 0) break;
  }
  const changed = await findChangedQuestions();
  for (const question of changed) {
    const asked = await askAgain(question).catch((error: unknown) => ({ failure: failureCode(error) }));
    if ('failure' in asked) {
      // A question that cannot be asked is asked the next time; a model that is away fails them all.
      result.failed += 1;
      if (result.failed === mostFailures) break;
      continue;
    }
    result.askedAgain += 1;
    if (asked.answeredBy !== null) result.answered += 1;
    setCurrentDetails(`Asking again: ${result.askedAgain} of ${changed.length}, ${result.answered} answered`);
  }
  return result;
}
