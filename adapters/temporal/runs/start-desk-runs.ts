import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import type { WorkflowStartOptions } from '@temporalio/client';
import type { CaptureInput } from '../../../workflows/contract/capture.ts';
import type { LearnInput, LessonInput } from '../../../workflows/contract/learn.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';
import type { HelpInput, RemoveReplyInput, ReplyInput } from '../../../workflows/contract/reply.ts';
import { decideDraft } from '../../../workflows/contract/review.ts';
import { callServer } from '../client/call-server.ts';
import type { StartTarget } from './start-runs.ts';

/** What people start by buttons and commands. Each id has one run: pressing twice starts nothing twice. */

type OfMessage = StartTarget & { readonly messageId: string };

export const startHelp = (target: OfMessage): Promise<void> => {
  const input: HelpInput = { messageId: target.messageId };
  return startOnce(target, 'helpWorkflow', { workflowId: workflowIds.help(target.messageId), args: [input] });
};

export const startRemoval = (target: OfMessage): Promise<void> =>
  startOnce(target, 'removeReplyWorkflow', {
    workflowId: workflowIds.removeReply(target.messageId),
    args: [{ messageId: target.messageId, because: 'asked' } satisfies RemoveReplyInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });

/** A snapshot that was kept before becomes a pair. */
export const startLesson = (target: StartTarget & { readonly snapshotId: string }): Promise<void> => {
  const input: CaptureInput = { snapshotId: target.snapshotId };
  return startOnce(target, 'captureWorkflow', {
    workflowId: workflowIds.capture(target.snapshotId),
    args: [input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  });
};

/** The conversation of a message that a team member captures. */
export const startMessageLesson = ({
  message,
  name,
  ...target
}: StartTarget & LessonInput): Promise<void> => {
  const input: LessonInput = { message, name };
  return startOnce(target, 'lessonWorkflow', { workflowId: workflowIds.lesson(name), args: [input] });
};

/** One that learns from the same channel and runs is joined. Runs may follow each other. */
export async function startLearn({
  input,
  ...target
}: StartTarget & { readonly input: LearnInput }): Promise<{ readonly workflowId: string }> {
  const kind = input.dryRun === true ? '/estimate' : '';
  const workflowId = `${workflowIds.learn(input.channelId)}${kind}`;
  await startOnce(target, 'learnWorkflow', {
    workflowId,
    args: [input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
  return { workflowId };
}

/** A question that came by a command, and is answered there. */
export const startCommandReply = (
  target: StartTarget & { readonly requestId: string; readonly snapshotId: string },
): Promise<void> => {
  const input: ReplyInput = { snapshotId: target.snapshotId, deliver: 'respond' };
  return startOnce(target, 'replyWorkflow', { workflowId: workflowIds.ask(target.requestId), args: [input] });
};

/** False when the draft is settled already, or none waits. */
export function decideOnDraft({
  client,
  messageId,
  accept,
}: OfMessage & { readonly accept: boolean }): Promise<boolean> {
  const work = async () => {
    try {
      await client.workflow
        .getHandle(workflowIds.review(messageId))
        .executeUpdate(decideDraft, { args: [{ accept }] });
      return true;
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError || error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };
  return callServer({ client, work });
}

function startOnce(
  { client, taskQueue }: StartTarget,
  workflowType: string,
  options: Omit<WorkflowStartOptions, 'taskQueue'>,
): Promise<void> {
  const work = async () => {
    try {
      await client.workflow.start(workflowType, {
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
        ...options,
        taskQueue,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  };
  return callServer({ client, work });
}
