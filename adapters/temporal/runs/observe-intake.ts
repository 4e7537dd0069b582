import type { Client } from '@temporalio/client';
import {
  captureEvent,
  replyEvent,
  type CommunityEvent,
} from '../../../domain/operations/community-events.ts';
import { batchText } from '../../../domain/intake/conversation.ts';
import { isFinal } from '../../../domain/ports/errors.ts';
import type { Intake } from '../../../domain/ports/intake.ts';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import type { Records } from '../../../domain/ports/records.ts';
import type { BatchResult, WindowEnd } from '../../../workflows/contract/intake.ts';
import type { CaptureResult } from '../../../workflows/contract/team.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';

interface ObserverOptions {
  readonly client: Client;
  readonly records: Records;
  readonly intake: Intake;
  readonly report: (event: CommunityEvent) => void;
}

/** Watches runs until they end, and reports the outcome for each message. Changes nothing. */
export function createObserver({ intake, ...options }: ObserverOptions) {
  const watched = new Map<string, Promise<void>>();
  const closed = new AbortController();
  const watch = createWatcher(options, closed.signal);
  const followed = new Map<string, PromiseWithResolvers<void>>();
  /** After a transient failure the message is handed in again, so it is still followed. */
  const handIn = async <Result>(messageId: string, work: Promise<Result>): Promise<Result> => {
    const done = () => {
      followed.get(messageId)?.resolve();
      followed.delete(messageId);
    };
    try {
      const result = await work;
      done();
      return result;
    } catch (error) {
      if (isFinal(error)) done();
      throw error;
    }
  };
  /** An intake that remembers the runs that received messages. */
  const observed: Intake = {
    answerWanted: (message) => intake.answerWanted(message),
    messageSeen: (message) =>
      handIn(
        message.id,
        intake.messageSeen(message).then((taken) => {
          if (taken && !watched.has(taken.runId)) {
            const run = watch(taken);
            // `idle` tells of a failure. Where nobody waits, a store that was closed meanwhile is none.
            run.catch(() => {});
            watched.set(taken.runId, run);
          }
          return taken;
        }),
      ),
    messageEdited: (message) => handIn(message.id, intake.messageEdited(message)),
    authorTyping: (where) => intake.authorTyping(where),
    messageDeleted: (message) => handIn(message.id, intake.messageDeleted(message)),
  };
  /** Resolves when the next event of a message (sent, edited, deleted) has been handed in. */
  const follow = (messageId: string): Promise<void> => {
    const next = followed.get(messageId) ?? Promise.withResolvers<void>();
    followed.set(messageId, next);
    return next.promise;
  };
  /** Resolves when all followed events were handed in, and the runs that received them have ended and were reported. */
  const idle = async () => {
    await Promise.all([...followed.values()].map(({ promise }) => promise));
    for (const [runId, done] of watched) {
      await done;
      watched.delete(runId);
    }
  };
  /** Stops watching. Runs that are still open continue. */
  const close = () => closed.abort();
  return { intake: observed, follow, idle, close };
}

/** Follows a window's run, and the runs that it starts, until they end. */
function createWatcher({ client, records, report }: Omit<ObserverOptions, 'intake'>, closed: AbortSignal) {
  return watch;

  /** Null when the run failed. Never resolves after `close`: a closed connection is no failure of a run. */
  async function resultOf<Result>(workflowId: string, runId?: string): Promise<Result | null> {
    try {
      return (await client.workflow.getHandle(workflowId, runId).result()) as Result;
    } catch {
      return closed.aborted ? new Promise(() => {}) : null;
    }
  }

  async function watch({ workflowId, runId }: StartedRun): Promise<void> {
    const result = await resultOf<BatchResult>(workflowId, runId);
    if (!result) report({ event: 'failed', workflow_id: workflowId, reason: 'the run failed' });
    for (const window of result?.windows ?? []) await watchWindow(workflowId, window);
  }

  async function watchWindow(
    workflowId: string,
    { messageIds, workflowIds: ids, ignored }: WindowEnd,
  ): Promise<void> {
    for (const id of ids) {
      const [base = '', , messageId = ''] = id.split('/');
      const isReply = id === workflowIds(base).reply(messageId);
      report(await (isReply ? replied(id, messageId) : captured(id)));
    }
    if (ids.length > 0 || ignored === null || ignored === 'handled_before') return;
    const question = batchText(await records.messages(messageIds));
    report({
      event: 'skipped',
      question,
      reason: ignored,
      recorded_as: null,
      fixed_text: null,
      nearest: [],
      workflow_id: workflowId,
    });
  }

  async function replied(workflowId: string, messageId: string): Promise<CommunityEvent> {
    await resultOf(workflowId);
    return replyEvent(await records.replyRecord(messageId), workflowId);
  }

  async function captured(workflowId: string): Promise<CommunityEvent> {
    return captureEvent(await resultOf<CaptureResult>(workflowId), workflowId);
  }
}
