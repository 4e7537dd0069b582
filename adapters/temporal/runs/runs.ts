import type { WorkflowExecutionDescription } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Runs, RunStarts, StartedRun } from '../../../domain/ports/runs.ts';
import { replyStatuses, type ReplyStatus } from '../../../domain/reply/reply-status.ts';
import {
  amend,
  answersMayBeOutdated,
  decideDraft,
  type Amendment,
} from '../../../workflows/contract/reply.ts';
import { confirmCapture, type RegenerateInput } from '../../../workflows/contract/team.ts';
import { baseOfTrial, workflowIds } from '../../../workflows/contract/names.ts';
import { startsOf, type Start } from '../../../workflows/contract/starts.ts';
import { callServer, describeRun, isStillOpen, type OfSteward } from '../client/call-server.ts';
import { decide } from './approve-removals.ts';
import { isAbandoned, stuckRuns } from './inspect-runs.ts';
import { signalWithStart, startOnce, startNew } from '../client/start-once.ts';
import { waitForResult } from './wait-for-result.ts';
import { finalError } from '../../../domain/ports/errors.ts';

/** What steps and interactions may ask about runs, and start. Throws a `PortError` when Temporal does not answer. */
export const createRuns = (options: OfSteward): Runs & RunStarts => ({
  ...questions(options),
  ...runStarts(options),
});

function questions({ client, taskQueue }: OfSteward): Runs {
  return {
    async captureState(snapshotOrQaId) {
      const description = await describeRun(client, workflowIds(taskQueue).capture(snapshotOrQaId));
      if (!description) return 'unknown';
      if (isStillOpen(description)) return 'open';
      return description.status.name === 'COMPLETED' ? 'completed' : 'unfinished';
    },

    async isClosed({ workflowId, runId }) {
      const newest = await describeRun(client, workflowId);
      const isOpen = newest?.raw.workflowExecutionInfo?.firstRunId === runId && isStillOpen(newest);
      return !isOpen || isAbandoned(client, newest);
    },

    async replyStatus({ workflowId }) {
      const run = await describeRun(client, workflowId);
      return run && statusOf(run);
    },

    stuck: async () => (await stuckRuns({ client, taskQueue })).map(({ workflowId }) => workflowId),

    ended: (run) => waitForResult({ client, ...run }),
  };
}

/** The last heartbeat of the `generateReply` step; null while the step is not running. */
function statusOf({ raw, status }: WorkflowExecutionDescription): ReplyStatus | null {
  const pending = status.name === 'RUNNING' ? raw.pendingActivities : [];
  const step = pending?.find(({ activityType }) => activityType?.name === 'generateReply');
  const [detail] = step?.heartbeatDetails?.payloads ?? [];
  const reported =
    detail && defaultPayloadConverter.fromPayload<{ readonly status?: unknown } | null>(detail);
  return replyStatuses.find((status) => status === reported?.status) ?? null;
}

function runStarts({ client, taskQueue }: OfSteward): RunStarts {
  const starts = startsOf(taskQueue);
  const ids = workflowIds(taskQueue);
  const start = async (wanted: Start): Promise<void> => {
    await startOnce(client, wanted);
  };
  const amended = async (
    question: Parameters<RunStarts['startRemoval']>[0],
    amendment: Amendment,
  ): Promise<void> => {
    const work = () => signalWithStart(client, starts.amend(question), amend, [amendment]);
    await callServer(client, work);
  };
  return {
    startReply: (reply) => startOnce(client, starts.reply(reply)),
    startCapture: (routed) => start(starts.capture({ routed })),
    startEntryCapture: (qaId) => start(starts.captureEntry({ qaId })),
    startMessageCapture: (capture) => start(starts.captureMessage(capture)),
    startHelp: (question) => start(starts.help(question)),
    startLateAnswer: (question) =>
      amended(question, {
        because: 'wanted',
        messageId: question.messageId,
        editedMilliseconds: Date.now(),
      }),
    startRemoval: (question) => amended(question, { because: 'asked' }),
    startRefresh: () => startOnce(client, starts.refresh()),
    async startRecheck() {
      // A command's own workers cannot edit posts: those of the running Steward do it.
      const recheck = startsOf(baseOfTrial(taskQueue)).recheck();
      const work = () => signalWithStart(client, recheck, answersMayBeOutdated, []);
      await callServer(client, work);
    },
    decideDraft: ({ messageId, accept }) => decide(client, ids.review(messageId), decideDraft, { accept }),
    confirmCapture: ({ snapshotId, accept }) =>
      decide(client, ids.capture(snapshotId), confirmCapture, { accept }),
  };
}

/** Throws a final `PortError` while one runs that was started like this. The lease refuses any other, in the run that is started. */
export async function startRegenerate({
  client,
  taskQueue,
  input,
}: OfSteward & { readonly input?: RegenerateInput }): Promise<StartedRun> {
  const start = startsOf(taskQueue).regenerate(input);
  const run = await startNew(client, start);
  if (run) return run;
  throw finalError(
    'regeneration_running',
    `A regeneration is running already, as ${start.workflowId}. Wait until it ends, or cancel it, in Temporal's UI or with ` +
      `\`temporal workflow cancel --workflow-id ${start.workflowId}\``,
  );
}
