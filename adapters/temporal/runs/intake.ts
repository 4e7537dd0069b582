import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { locationId, type Message } from '../../../domain/intake/message.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Intake, BatchRun } from '../../../domain/ports/intake.ts';
import type { MessageRecords, SnapshotRecords } from '../../../domain/ports/records.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { messageArrived, type BatchInput } from '../../../workflows/contract/batch.ts';
import { messageChanged, type RecaptureInput } from '../../../workflows/contract/capture.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';
import type { RemoveReplyInput, ReviseReplyInput } from '../../../workflows/contract/reply.ts';
import type { Timings } from '../../../workflows/contract/timings.ts';
import { searchAttributes } from '../../../workflows/search-attributes.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { callFailed, callServer } from '../client/call-server.ts';
import { describeGrpcFailure, grpcCode, grpcCodeOf } from '../client/grpc-failure.ts';

export interface IntakeOptions {
  readonly client: Client;
  readonly records: MessageRecords & SnapshotRecords;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
  readonly quietWindow: { readonly waitSeconds: number; readonly maxWaitSeconds: number };
  /** How long a message that came in is kept. */
  readonly messageTtlHours: number;
  readonly now: () => Date;
  readonly timings?: Partial<Timings>;
  readonly log?: Pick<Log, 'debug'>;
  /** How long Temporal may take to accept a call, further attempts included: 10 s by default. */
  readonly callTimeoutMilliseconds?: number;
}

/**
 * Keeps a message in the records and tells the author's window its id, so that no text enters a history. Throws a
 * transient `PortError` when Temporal does not take the signal; the message is kept then, and may be handed in again.
 */
export function createIntake(options: IntakeOptions): Intake {
  const { client, records, messageTtlHours, now, callTimeoutMilliseconds: timeoutMilliseconds } = options;
  const call = <T>(work: () => Promise<T>) =>
    callServer({ client, timeoutMilliseconds, work }).catch((error: unknown) => {
      throw untilTaken(error);
    });
  const save = (message: Message) =>
    records.saveMessage(message, new Date(now().getTime() + messageTtlHours * 3_600_000));

  return {
    async messageSeen(message) {
      if (leadsToNothing(message)) return null;
      await save(message);
      const taken = await call(() => signalWindow(message, options));
      options.log?.debug(
        { message_id: message.id, workflow_id: taken.workflowId },
        'discord.user_batch_wait',
      );
      return taken;
    },
    async messageEdited(message) {
      if (leadsToNothing(message)) return;
      await save(message);
      if (mayBeCaptured(message, now())) await call(() => signalChange(message.id, options));
      else if (await replyTo(message.id)) await call(() => startRevision(message, options));
    },
    /** The run is told first: once the message is marked, nothing says any more that a team member wrote it. */
    async messageDeleted({ id }) {
      const [kept] = await records.messages([id]);
      if (kept && mayBeCaptured(kept, now())) await call(() => signalChange(id, options));
      await records.markDeleted(id);
      const question = await replyTo(id);
      if (question && (await isWhollyDeleted(question))) await call(() => takeBack(question.id, options));
    },
  };

  /** The question that a message belongs to, once a reply to it is asked for. */
  async function replyTo(messageId: string): Promise<Snapshot | null> {
    const [routing] = await records.routingOf([messageId]);
    if (routing?.state !== 'handed_over' || routing.route !== 'reply') return null;
    return records.snapshot(routing.snapshotId);
  }

  async function isWhollyDeleted({ batch }: Snapshot): Promise<boolean> {
    return (await records.deletedMessages(batch.map(({ id }) => id))).length === batch.length;
  }
}

/**
 * A refusal may pass: a server that has just started knows no namespace yet, and whoever corrects credentials expects no gap.
 * Nobody reads it here either, so all but what Temporal can never take is tried again.
 */
function untilTaken(error: unknown): unknown {
  if (error instanceof WorkflowNotFoundError)
    return callFailed({ kind: 'transient', reason: 'it does not know the run', cause: error });
  if (!(error instanceof PortError) || grpcCodeOf(error) === grpcCode.invalidArgument) return error;
  return callFailed({ kind: 'transient', reason: describeGrpcFailure(error), cause: error });
}

const leadsToNothing = ({ author, isSystem }: Message): boolean =>
  isSystem || author.kind === 'bot' || author.kind === 'steward';

const captureAgainDays = 7;

/** Whether a change of this message captures its conversation again, as far as the message itself tells. */
const mayBeCaptured = ({ author, createdAt }: Message, now: Date): boolean =>
  author.kind === 'team_member' && now.getTime() - Date.parse(createdAt) <= captureAgainDays * 86_400_000;

async function signalChange(messageId: string, options: IntakeOptions): Promise<void> {
  const { client, taskQueue, quietWindow, timings } = options;
  const waitMilliseconds = quietWindow.waitSeconds * 1000;
  const input: RecaptureInput = { messageId, waitMilliseconds, ...(timings && { timings }) };
  await client.workflow.signalWithStart('recaptureWorkflow', {
    workflowId: workflowIds.recapture(messageId),
    taskQueue,
    args: [input],
    signal: messageChanged,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

async function signalWindow(message: Message, options: IntakeOptions): Promise<BatchRun> {
  const { client, taskQueue, quietWindow, timings } = options;
  const { guildId, channelId } = message.location;
  const window = { guildId, placeId: locationId(message.location), authorId: message.author.id };
  const input: BatchInput = {
    ...window,
    channelId,
    waitMilliseconds: quietWindow.waitSeconds * 1000,
    maxWaitMilliseconds: quietWindow.maxWaitSeconds * 1000,
    ...(timings && { timings }),
  };
  const handle = await client.workflow.signalWithStart('batchWorkflow', {
    workflowId: workflowIds.batch(window),
    taskQueue,
    args: [input],
    signal: messageArrived,
    signalArgs: [message.id],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: [
      { key: searchAttributes.guildId, value: guildId },
      { key: searchAttributes.channelId, value: channelId },
    ],
    staticSummary: message.link,
  });
  return { workflowId: handle.workflowId, runId: handle.signaledRunId };
}

/** Stops the reply that is being made, and takes back what was posted. */
async function takeBack(messageId: string, { client, taskQueue, timings }: IntakeOptions): Promise<void> {
  try {
    await client.workflow.getHandle(workflowIds.reply(messageId)).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  const input: RemoveReplyInput = { messageId, because: 'deleted', ...(timings && { timings }) };
  await client.workflow.start('removeReplyWorkflow', {
    workflowId: workflowIds.removeReply(messageId),
    taskQueue,
    args: [input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

async function startRevision(message: Message, { client, taskQueue, timings }: IntakeOptions): Promise<void> {
  const edit = { messageId: message.id, editedAt: Date.parse(message.editedAt ?? message.createdAt) };
  const input: ReviseReplyInput = { ...edit, ...(timings && { timings }) };
  try {
    await client.workflow.start('reviseReplyWorkflow', {
      workflowId: workflowIds.revise(edit),
      taskQueue,
      args: [input],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      staticSummary: message.link,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
