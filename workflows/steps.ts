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
  /** Of one attempt. */
  readonly attempt: NonNullable<ActivityOptions['startToCloseTimeout']>;
  /** Of all attempts and the pauses between them. */
  readonly total: NonNullable<ActivityOptions['scheduleToCloseTimeout']>;
  readonly maximumAttempts?: number;
}

/** Steps of one queue. Their names derive from the run's own queue, so that a person who starts a run by hand names one queue only. */
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
  // What is done about a step that was cancelled must not run beside it.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
}));

export const replySteps = stepsOn<ReplyActivities>('reply', ({ generateTotal, generateAttempts }) => ({
  attempt: generateTotal,
  total: generateTotal,
  maximumAttempts: generateAttempts,
}));

/** Recording an end must outlive a database that is away for a while: it has the time of a post. */
export const closingSteps = stepsOn<ReplyActivities>('reply', ({ postTotal }) => ({
  attempt: '1 minute',
  total: postTotal,
}));

/** Steps that ask a model, or read many files. */
export const modelSteps = stepsOn<LibraryActivities>('library', ({ captureTotal }) => ({
  attempt: '1 hour',
  total: captureTotal,
}));

/** A look at all folders and addresses, or at one site: minutes where links are followed at a site's own pace. */
export const discoverSteps = stepsOn<LibraryActivities>('library', () => ({
  attempt: '1 hour',
  total: '3 hours',
}));

/** A part of the pages that are due. Each page has its own time limit and its own next attempt; a step has half a minute. */
export const fetchSteps = stepsOn<LibraryActivities>('library', () => ({
  attempt: '10 minutes',
  total: '1 hour',
}));

/** A part of the descriptions. A model that is away for longer fails the refresh, and the next one goes on. */
export const describeSteps = stepsOn<LibraryActivities>('library', ({ describeTotal }) => ({
  attempt: '15 minutes',
  total: describeTotal,
}));

/** Steps of a moment: reading and writing the store. */
export const storeSteps = stepsOn<LibraryActivities>('library', ({ captureTotal }) => ({
  attempt: '10 minutes',
  total: captureTotal,
}));

/** Recording that a capture failed has the time of a post, too. */
export const closingStoreSteps = stepsOn<LibraryActivities>('library', ({ postTotal }) => ({
  attempt: '1 minute',
  total: postTotal,
}));

/** A run that somebody starts in the Temporal UI without its input fails with a sentence, where it would hang otherwise. */
export function requireInput(input: unknown, oneOf: readonly string[]): void {
  const given: object = typeof input === 'object' && input !== null ? input : {};
  if (oneOf.some((key) => key in given)) return;
  throw ApplicationFailure.nonRetryable(
    `The input of a ${workflowInfo().workflowType} needs ${oneOf.join(' or ')}. Steward starts such a run by itself, so you need not`,
    'input_invalid' satisfies FailureType,
  );
}

/** The failure type of a step that failed for good; a cancellation is thrown on. */
export function failureCode(error: unknown): FailureType {
  if (isCancellation(error)) throw error;
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type) return cause.type as FailureType;
  return 'step_timed_out';
}
