import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { DiscordActivities } from '../activities/discord-activities.ts';
import type { LibraryActivities } from '../activities/library-activities.ts';
import type { ReplyActivities } from '../activities/reply-activities.ts';
import type { FailureType } from '../domain/values/error-codes.ts';
import { queues } from './contract/names.ts';
import type { Timings } from './contract/timings.ts';

interface Limits extends Pick<ActivityOptions, 'cancellationType'> {
  /** The longest time that one attempt may take. */
  readonly attempt: NonNullable<ActivityOptions['startToCloseTimeout']>;
  /** The longest time for all attempts and the pauses between them. */
  readonly total: NonNullable<ActivityOptions['scheduleToCloseTimeout']>;
  readonly maximumAttempts?: number;
}

/** Steps of one queue. Its name derives from the run's own queue, so a person who starts a run names only that one. */
const stepsOn =
  <Activities>(queue: 'reply' | 'library' | 'discord', limitsOf: (timings: Timings) => Limits) =>
  (timings: Timings) => {
    const { attempt, total, maximumAttempts, ...rest } = limitsOf(timings);
    return proxyActivities<Activities>({
      taskQueue: queues(workflowInfo().taskQueue)[queue],
      startToCloseTimeout: attempt,
      scheduleToCloseTimeout: total,
      heartbeatTimeout: timings.heartbeatTimeout,
      retry: {
        initialInterval: timings.firstRetry,
        backoffCoefficient: 2,
        maximumInterval: timings.longestRetry,
        ...(maximumAttempts !== undefined && { maximumAttempts }),
      },
      ...rest,
    });
  };

export const discordSteps = stepsOn<DiscordActivities>('discord', ({ postTotal }) => ({
  attempt: '2 minutes',
  total: postTotal,
  // A cancelled step must have ended before the run reacts to the cancellation.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
}));

/** What may stay undone while no bot runs. */
export const passingSteps = stepsOn<DiscordActivities>('discord', ({ postTotal }) => ({
  attempt: '30 seconds',
  total: Math.min(postTotal, 2 * 60_000),
}));

export const replySteps = stepsOn<ReplyActivities>('reply', ({ generateTotal, generateAttempts }) => ({
  attempt: generateTotal,
  total: generateTotal,
  maximumAttempts: generateAttempts,
}));

/** Steps of a rehearsal, which goes on when somebody continues it, perhaps days later. */
const ofRehearsal = (): Limits => ({ attempt: '1 hour', total: '30 days' });
export const rehearsalSteps = stepsOn<ReplyActivities>('reply', ofRehearsal);
export const rehearsalPageSteps = stepsOn<DiscordActivities>('discord', ofRehearsal);

/** Recording how a reply or capture ended must survive a database outage, so it may take as long as posting. */
const closing = ({ postTotal }: Timings): Limits => ({ attempt: '1 minute', total: postTotal });
export const closingSteps = stepsOn<ReplyActivities>('reply', closing);
export const closingStoreSteps = stepsOn<LibraryActivities>('library', closing);

/** Steps that call a model or read many files. */
export const modelSteps = stepsOn<LibraryActivities>('library', ({ captureTotal }) => ({
  attempt: '1 hour',
  total: captureTotal,
}));

/** Finding sources in all folders and addresses, or on one site, whose pace makes following its links take minutes. */
export const discoverSteps = stepsOn<LibraryActivities>('library', () => ({
  attempt: '1 hour',
  total: '3 hours',
}));

/** Fetching pages that are due, for half a minute. Each page has its own time limit and retries. */
export const fetchSteps = stepsOn<LibraryActivities>('library', () => ({
  attempt: '10 minutes',
  total: '1 hour',
}));

/** Describing some of the sources. A longer outage of the model fails the refresh, and the next one continues. */
export const describeSteps = stepsOn<LibraryActivities>('library', ({ describeTotal }) => ({
  attempt: '15 minutes',
  total: describeTotal,
}));

/** Short steps that read and write the store. */
export const storeSteps = stepsOn<LibraryActivities>('library', ({ captureTotal }) => ({
  attempt: '10 minutes',
  total: captureTotal,
}));

/** Fails a run that was started in the Temporal UI without its input, which would hang otherwise. */
export function requireInput(input: unknown, oneOf: readonly string[]): void {
  const fields: object = typeof input === 'object' && input !== null ? input : {};
  if (oneOf.some((key) => key in fields)) return;
  throw ApplicationFailure.nonRetryable(
    `The input of a ${workflowInfo().workflowType} needs ${oneOf.join(' or ')}. Steward starts such a run by itself, so you need not`,
    'input_invalid' satisfies FailureType,
  );
}

/** The failure type of a step that failed for good. Rethrows a cancellation. */
export function failureCode(error: unknown): FailureType {
  if (isCancellation(error)) throw error;
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type) return cause.type as FailureType;
  return 'step_timed_out';
}

/** Runs a step that reads attachments. If their links have expired, fetches the messages again and runs the step once more. */
export async function withFreshLinks<Result>(
  step: (linksRefreshed: boolean) => Promise<Result>,
  refresh: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await step(false);
  } catch (error) {
    if (failureCode(error) !== 'attachment_link_expired') throw error;
    await refresh();
    return step(true);
  }
}
