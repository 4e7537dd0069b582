import {
  condition,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { amend, type Amendment, type AmendResult, type QuestionInput } from '../contract/reply.ts';
import { searchAttributes } from '../contract/names.ts';
import { timingsOf, type Timings } from '../contract/timings.ts';
import { guildOfRun, startChildOnce, startsOfRun } from '../run.ts';
import { discordSteps, failureCode, replySteps, requireInput } from '../steps.ts';

/** About two hours in total: an answer may take that long to be posted. */
const attempts = 120;
const longestPause = 60_000;
const listedOutcomes = 20;

/**
 * Amends an answer, one amendment at a time. An edited question is answered again, in place of the first answer if there was one, and one without an answer when somebody wants one.
 * The answer to a deleted question, or one that somebody wants removed, is removed. A failure leaves the answer as it is.
 */
export async function amendReplyWorkflow(input: QuestionInput): Promise<AmendResult> {
  requireInput(input, ['messageId']);
  const { messageId } = input;
  const timings = timingsOf(input);
  const pending: Amendment[] = [];
  const seenEdits = new Set<string>();
  setHandler(amend, (amendment) => {
    if (amendment.because === 'edited') {
      // Discord reports an edit again when it has fetched the previews of its links.
      const edit = `${amendment.messageId} ${amendment.editedMilliseconds}`;
      if (seenEdits.has(edit)) return;
      seenEdits.add(edit);
    }
    pending.push(amendment);
  });
  await condition(() => pending.length > 0);
  const outcomes: string[] = [];
  for (let amendment = pending.shift(); amendment; amendment = pending.shift()) {
    setCurrentDetails(`${amendment.because}: waiting until the reply has ended`);
    // A failure does not stop later amendments.
    const outcome = await carryOut(amendment).catch(failureCode);
    outcomes.push(outcome);
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
    setCurrentDetails(`${amendment.because}: ${outcome}`);
  }
  return { messageId, outcomes: outcomes.slice(-listedOutcomes) };

  function carryOut(amendment: Amendment): Promise<string> {
    if ('editedMilliseconds' in amendment) return revise(amendment, timings, input);
    return remove({ messageId, because: amendment.because }, timings);
  }
}

async function remove(
  removal: { readonly messageId: string; readonly because: 'deleted' | 'asked' },
  timings: Timings,
): Promise<string> {
  const { removeReply } = discordSteps(timings);
  return (
    (await onceEnded(
      timings,
      () => removeReply(removal),
      (result) => result !== 'open',
    )) ?? 'still_open'
  );
}

async function revise(
  { because, messageId, editedMilliseconds }: Extract<Amendment, { readonly editedMilliseconds: number }>,
  timings: Timings,
  input: QuestionInput,
): Promise<string> {
  const { regatherQuestion, reviseReply, postReply } = discordSteps(timings);
  const ended = await onceEnded(
    timings,
    () => regatherQuestion({ messageId, editedMilliseconds, isWanted: because === 'wanted' }),
    ({ state }) => state !== 'open',
  );
  if (ended?.state === 'nothing_to_revise') return ended.reason;
  if (ended?.state !== 'ready') return 'still_open';
  const { questionId, revisionId } = ended;
  setCurrentDetails('Making the answer again');
  await replySteps(timings).generateReply({ snapshotId: revisionId });
  const revised = await reviseReply({ questionId, revisionId });
  if (revised === 'generated') return (await postReply({ messageId: questionId })).status;
  if (revised === 'held')
    await startChildOnce(
      startsOfRun().review({ messageId: questionId, guildId: guildOfRun(), timings: input.timings }),
    );
  return revised;
}

/** Polls until the reply in progress has ended. Returns null if it does not. */
async function onceEnded<Found>(
  { firstRetry }: Timings,
  look: () => Promise<Found>,
  hasEnded: (answer: Found) => boolean,
): Promise<Found | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await sleep(Math.min(firstRetry * 2 ** (attempt - 1), longestPause));
    const lookup = await look();
    if (hasEnded(lookup)) return lookup;
  }
  return null;
}
