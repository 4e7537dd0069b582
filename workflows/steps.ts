import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { ConversationActivities } from '../activities/discord-activities.ts';
import type { KnowledgeActivities } from '../activities/library-activities.ts';
import type { ReplyActivities } from '../activities/reply-activities.ts';
import type { FailureType } from '../domain/ports/errors.ts';
import { queues } from './contract/names.ts';
import { defaultTimings, type Timings } from './contract/timings.ts';

/** The timings of a run: the defaults, and what its input says otherwise. */
export const timingsOf = (input: { readonly timings?: Partial<Timings> } | undefined): Timings => ({
  ...defaultTimings,
  ...input?.timings,
});

const retry = ({ firstRetry, longestRetry }: Timings) => ({
  initialInterval: firstRetry,
  backoffCoefficient: 2,
  maximumInterval: longestRetry,
});

/** The queues hang on the run's own: whoever starts a run by hand names one queue only. */
const queuesOfRun = () => queues(workflowInfo().taskQueue);

export const conversationSteps = (timings: Timings) =>
  proxyActivities<ConversationActivities>({
    taskQueue: queuesOfRun().discord,
    startToCloseTimeout: '2 minutes',
    scheduleToCloseTimeout: timings.postTotal,
    heartbeatTimeout: timings.heartbeatTimeout,
    // What is done about a step that was cancelled must not run beside it.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: retry(timings),
  });

/** What is only shown to people is given up after a while: nothing waits for it. */
export const showingSteps = (timings: Timings) =>
  proxyActivities<ConversationActivities>({
    taskQueue: queuesOfRun().discord,
    startToCloseTimeout: '1 minute',
    scheduleToCloseTimeout: '2 minutes',
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: retry(timings),
  });

export const replySteps = (timings: Timings) =>
  proxyActivities<ReplyActivities>({
    taskQueue: queuesOfRun().reply,
    startToCloseTimeout: timings.generateTotal,
    scheduleToCloseTimeout: timings.generateTotal,
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: { ...retry(timings), maximumAttempts: timings.generateAttempts },
  });

/** Recording an end must outlive a database that is away for a while: it has the time of a post. */
export const closingSteps = (timings: Timings) =>
  proxyActivities<ReplyActivities>({
    taskQueue: queuesOfRun().reply,
    startToCloseTimeout: '1 minute',
    scheduleToCloseTimeout: timings.postTotal,
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: retry(timings),
  });

/** Steps that ask a model, or read many files. */
export const modelSteps = (timings: Timings) =>
  proxyActivities<KnowledgeActivities>({
    taskQueue: queuesOfRun().library,
    startToCloseTimeout: '1 hour',
    scheduleToCloseTimeout: timings.captureTotal,
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: retry(timings),
  });

/** A look at all folders and addresses, or at one site: minutes where links are followed at a site's own pace. */
export const discoverSteps = (timings: Timings) =>
  proxyActivities<KnowledgeActivities>({
    taskQueue: queuesOfRun().library,
    startToCloseTimeout: '1 hour',
    scheduleToCloseTimeout: '3 hours',
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: retry(timings),
  });

/** A part of the pages that are due. Each page has its own time limit and its own next attempt; a step has half a minute. */
export const fetchSteps = (timings: Timings) =>
  proxyActivities<KnowledgeActivities>({
    taskQueue: queuesOfRun().library,
    startToCloseTimeout: '10 minutes',
    scheduleToCloseTimeout: '1 hour',
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: retry(timings),
  });

/** A part of the descriptions. A model that is away for longer fails the refresh, and the next one goes on. */
export const describeSteps = (timings: Timings) =>
  proxyActivities<KnowledgeActivities>({
    taskQueue: queuesOfRun().library,
    startToCloseTimeout: '15 minutes',
    scheduleToCloseTimeout: timings.describeTotal,
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: retry(timings),
  });

/** Steps of a moment: reading and writing the store. */
export const storeSteps = (timings: Timings) =>
  proxyActivities<KnowledgeActivities>({
    taskQueue: queuesOfRun().library,
    startToCloseTimeout: '10 minutes',
    scheduleToCloseTimeout: timings.captureTotal,
    heartbeatTimeout: timings.heartbeatTimeout,
    retry: retry(timings),
  });

/** What a step that failed for good is called; a cancellation is thrown on. */
export function failureCode(error: unknown): FailureType {
  if (isCancellation(error)) throw error;
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type) return cause.type as FailureType;
  return 'step_timed_out';
}
