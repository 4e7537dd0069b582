import { continueAsNew, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import { durationText } from '../../domain/operations/progress.ts';
import {
  counted,
  nothingPlayed,
  rehearsalId,
  rehearsedId,
  type RehearsalProgress,
} from '../../domain/reply/rehearsal/rehearsal-run.ts';
import type { RehearsedResult } from '../../domain/reply/rehearsal/rehearsed-question.ts';
import { countOf } from '../../domain/values/text.ts';
import { rehearsalProgressQuery, type RehearseInput } from '../contract/reply.ts';
import { timingsOf } from '../contract/timings.ts';
import { shouldContinueAsNew } from '../run.ts';
import { failureCode, rehearsalPageSteps, rehearsalSteps, requireInput } from '../steps.ts';

const atOnce = 4;
const stepsPerRun = 100;

/**
 * Plays the questions of a channel's past, oldest first, through the graph: posts nothing, learns nothing, and saves each answer
 * beside the team's. While no worker polls its queues, it waits.
 */
export async function rehearseWorkflow(input: RehearseInput): Promise<RehearsalProgress> {
  requireInput(input, ['channelId']);
  const { channelId, since, afterMessageId, limit, usd, carried } = input;
  const timings = timingsOf(input);
  const { locationsSince, gatherRehearsalPage } = rehearsalPageSteps(timings);
  const { rehearseQuestion } = rehearsalSteps(timings);
  const rehearsal = carried?.rehearsal ?? rehearsalId(workflowInfo().startTime.toISOString(), channelId);
  let progress = carried?.progress ?? { ...nothingPlayed, rehearsal };
  const show = (change: Partial<RehearsalProgress>) => {
    progress = { ...progress, ...change };
    setCurrentDetails(describe(progress));
  };
  setHandler(rehearsalProgressQuery, () => progress);
  const locations = [...(carried?.locations ?? (await locationsSince({ channelId, since })))];
  let after = carried?.after ?? afterMessageId;
  const unplayed = [...(carried?.left ?? [])];
  let steps = 0;
  const goesOnAsNew = (made: number) => shouldContinueAsNew((steps += made), stepsPerRun);
  const asNew = () =>
    continueAsNew<typeof rehearseWorkflow>({
      ...input,
      carried: { rehearsal, locations, after, left: unplayed, progress },
    });

  for (; locations[0] && progress.found < limit;) {
    const most = limit - progress.found;
    const place = { location: locations[0], afterMessageId: after };
    const page = await gatherRehearsalPage({ ...place, rehearsal, most });
    unplayed.push(...page.messageIds);
    after = page.after ?? afterMessageId;
    if (page.after === null) locations.shift();
    show({
      messages: progress.messages + page.messages,
      found: progress.found + page.messageIds.length,
    });
    if (goesOnAsNew(1)) return asNew();
  }
  while (unplayed.length > 0) {
    const some = unplayed.slice(0, affordable(progress, usd));
    if (some.length === 0) {
      show({ isSpent: true, millisecondsLeft: null });
      break;
    }
    const began = Date.now();
    const mostUsd = progress.costUsd === null ? null : (usd - progress.costUsd) / some.length;
    const idOf = (messageId: string) => rehearsedId(rehearsal, messageId);
    const results = await Promise.all(
      some.map((one) => rehearseQuestion({ id: idOf(one), mostUsd }).catch(asFailed)),
    );
    unplayed.splice(0, some.length);
    const workedMilliseconds = progress.workedMilliseconds + Date.now() - began;
    const now = results.reduce(counted, progress);
    const pace = workedMilliseconds / Math.max(1, now.played);
    show({ ...now, workedMilliseconds, millisecondsLeft: Math.round(pace * unplayed.length) });
    if (unplayed.length > 0 && goesOnAsNew(some.length)) return asNew();
  }
  return progress;
}

/** How many questions may be played at once, if none costs more than the dearest did. Without a price, money decides nothing. */
function affordable({ answered, costUsd, dearestUsd }: RehearsalProgress, usd: number): number {
  if (costUsd === null) return atOnce;
  const many = dearestUsd === 0 ? atOnce : Math.max(0, Math.floor((usd - costUsd) / dearestUsd));
  // Nobody knows what an answer costs before there is one.
  return Math.min(answered === 0 ? 1 : atOnce, many);
}

function asFailed(error: unknown): RehearsedResult {
  // Rethrows a cancellation.
  failureCode(error);
  return { status: 'failed', verdict: null, costUsd: 0 };
}

function describe(progress: RehearsalProgress): string {
  const { messages, found, played, answered, agrees, contradicts, isSpent, millisecondsLeft } = progress;
  const parts = [
    `${countOf(messages, 'message')} read, ${played} of ${countOf(found, 'question')} played`,
    `${answered} answered, ${agrees} agree with the team, ${contradicts} contradict it`,
  ];
  if (isSpent) parts.push('the money is spent');
  else if (millisecondsLeft) parts.push(`about ${durationText(millisecondsLeft)} left`);
  return parts.join('; ');
}
