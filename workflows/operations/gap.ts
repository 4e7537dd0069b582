import { setCurrentDetails } from '@temporalio/workflow';
import type { GapInput, GapResults } from '../contract/operations.ts';
import { timingsOf } from '../contract/timings.ts';
import { failureCode, modelSteps, replySteps, storeSteps } from '../steps.ts';

const stepMilliseconds = 30_000;
/** The next run continues with the rest. */
const stepsPerRun = 100;
const mostFailures = 3;

/**
 * Finds what the documents lack: files unanswered questions under gaps, then asks those whose sources have changed again, so that
 * filled gaps close. The steps keep their progress in the store. Needs no input.
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
      // The next run asks it again. After several failures the model is probably down.
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
