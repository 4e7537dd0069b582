import { WorkflowNotFoundError } from '@temporalio/client';
import {
  endsSoon,
  windowEnd,
  type OpenWindow,
  type QuietWindow,
} from '../../../domain/intake/quiet-windows.ts';
import { isAskedDirectly } from '../../../domain/intake/routing.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { locationId, type Message } from '../../../domain/intake/message.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Intake } from '../../../domain/ports/intake.ts';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import type { MessageRecords, SnapshotRecords } from '../../../domain/ports/records.ts';
import { isWhollyDeleted, type Snapshot } from '../../../domain/intake/snapshot.ts';
import { amend, type Amendment } from '../../../workflows/contract/reply.ts';
import { authorTyping, messageArrived } from '../../../workflows/contract/intake.ts';
import { messageChanged } from '../../../workflows/contract/team.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import type { Timings } from '../../../workflows/contract/timings.ts';
import {
  callFailed,
  callServer,
  unlessGone,
  describeGrpcFailure,
  grpcCode,
  grpcCodeOf,
  type OfSteward,
} from '../client/call-server.ts';
import { signalWithStart } from '../client/start-once.ts';
import { daysBefore } from '../../../domain/values/time.ts';

interface IntakeOptions extends OfSteward {
  readonly records: MessageRecords & SnapshotRecords;
  readonly quietWindow: QuietWindow;
  /** How long a received message is kept. */
  readonly messageTtlHours: number;
  readonly now: () => Date;
  readonly timings?: Partial<Timings>;
  readonly log?: Pick<Log, 'debug'>;
  /** Called for each message that opens a window or goes on with one. */
  readonly windowOpened?: () => void;
  /** How long Temporal may take to accept a call, including retries; 10 s by default. */
  readonly callTimeoutMilliseconds?: number;
}

/**
 * Saves a message and sends its id to the author's window, so that no text enters a history. Throws a transient `PortError` when
 * Temporal does not accept the signal; the message is saved then, and may be handed in again.
 */
export function createIntake(options: IntakeOptions): Intake {
  const { client, records, messageTtlHours, now, callTimeoutMilliseconds: timeoutMilliseconds } = options;
  const call = <T>(work: () => Promise<T>) =>
    callServer(client, work, timeoutMilliseconds).catch((error: unknown) => {
      throw untilTaken(error);
    });
  const save = (message: Message) =>
    records.saveMessage(message, new Date(now().getTime() + messageTtlHours * 3_600_000));

  const windows = createOpenWindows(options);
  return {
    async messageSeen(message) {
      if (leadsToNothing(message)) return null;
      options.windowOpened?.();
      await save(message);
      const taken = await call(() => signalWindow(message, options));
      windows.noteMessage(taken.workflowId, endsSoon(message));
      options.log?.debug(
        { message_id: message.id, workflow_id: taken.workflowId },
        'discord.user_batch_wait',
      );
      return taken;
    },
    async answerWanted(message) {
      if (message.author.kind !== 'community_user' || leadsToNothing(message)) return 'no_question';
      await save(message);
      await records.releaseIgnored(message.id);
      if (!(await isUnhandled(records, message.id))) return 'handled';
      await call(() => signalWindow(message, options, { isWanted: true }));
      return 'taken';
    },
    async messageEdited(message) {
      if (leadsToNothing(message)) return;
      const [before] = await records.messages([message.id]);
      await save(message);
      if (mayBeCaptured(message, now())) return call(() => signalChange(message, options));
      // It may have been ignored before. The preview of a link does not change the text.
      if (before && before.text !== message.text) await records.releaseIgnored(message.id);
      if (before && (await isUnhandled(records, message.id)))
        return void (await call(() => signalWindow(message, options, { isEdited: true })));
      const question = await questionOf(records, message.id);
      const editedMilliseconds = Date.parse(message.editedAt ?? message.createdAt);
      const amendment = { because: 'edited', messageId: message.id, editedMilliseconds } as const;
      if (question) await call(() => signalAmendment(question, amendment, options));
    },
    async authorTyping(where) {
      const workflowId = workflowIds(options.taskQueue).batch(where);
      if (!windows.noteTyping(workflowId)) return;
      await call(() => client.workflow.getHandle(workflowId).signal(authorTyping)).catch((error: unknown) => {
        if (!(error instanceof PortError)) throw error;
      });
    },
    /** Signals the run first: once the message is marked as deleted, nothing says that a team member wrote it. */
    async messageDeleted({ id }) {
      const [kept] = await records.messages([id]);
      if (kept && mayBeCaptured(kept, now())) await call(() => signalChange(kept, options));
      await records.markDeleted(id);
      const question = await questionOf(records, id);
      if (question && (await isWhollyDeleted(records, question)))
        await call(() => takeBack(question, options));
    },
  };
}

/** The question that a message belongs to, if it was handed over to a reply. */
async function questionOf(records: SnapshotRecords, messageId: string): Promise<Snapshot | null> {
  const [routing] = await records.routingOf([messageId]);
  if (routing?.state !== 'handed_over' || routing.route !== 'reply') return null;
  return records.snapshot(routing.snapshotId);
}

/** Whether nobody has handled a message, perhaps since Temporal did not accept it before. */
async function isUnhandled(records: SnapshotRecords, id: string): Promise<boolean> {
  const [routing] = await records.routingOf([id]);
  return routing?.state === 'unhandled';
}

/**
 * Makes all failures transient, except for calls that Temporal can never accept: a server that has just started does not know its
 * namespace yet, and no message may be lost until an operator has corrected the credentials.
 */
function untilTaken(error: unknown): unknown {
  if (error instanceof WorkflowNotFoundError)
    return callFailed('transient', 'it does not know the run', error);
  if (!(error instanceof PortError) || grpcCodeOf(error) === grpcCode.invalidArgument) return error;
  return callFailed('transient', describeGrpcFailure(error), error);
}

const leadsToNothing = ({ author, isSystem }: Message): boolean =>
  isSystem || author.kind === 'bot' || author.kind === 'steward';

const captureAgainDays = 7;

/** Whether a change of this message captures its conversation again, judging by the message alone. */
const mayBeCaptured = ({ author, createdAt }: Message, now: Date): boolean =>
  author.kind === 'team_member' && new Date(createdAt) >= daysBefore(now, captureAgainDays);

async function signalChange({ id, location }: Message, options: IntakeOptions): Promise<void> {
  const { client, taskQueue, quietWindow, timings } = options;
  const { waitMilliseconds } = quietWindow;
  const recapture = { messageId: id, guildId: location.guildId, waitMilliseconds, timings };
  await signalWithStart(client, startsOf(taskQueue).recapture(recapture), messageChanged, []);
}

function signalWindow(
  message: Message,
  options: IntakeOptions,
  { isEdited = false, isWanted = false } = {},
): Promise<StartedRun> {
  const { client, taskQueue, quietWindow, timings } = options;
  const { id, location, author, link } = message;
  const input = {
    guildId: location.guildId,
    channelId: location.channelId,
    locationId: locationId(location),
    authorId: author.id,
    ...quietWindow,
    timings,
  };
  const about = { messageId: id, isDirect: isWanted || isAskedDirectly([message]), link };
  return signalWithStart(
    client,
    startsOf(taskQueue).batch(input, about),
    messageArrived,
    isWanted ? [id, true, true, true] : isEdited ? [id, endsSoon(message), true] : [id, endsSoon(message)],
  );
}

/** As many authors as write within a minute in the largest guilds. */
const maxWindows = 10_000;

/** The windows that this process knows to be open. Only these receive the typing of their author. */
function createOpenWindows({ quietWindow, now }: Pick<IntakeOptions, 'quietWindow' | 'now'>) {
  const windows = new Map<string, OpenWindow>();
  const openAt = (key: string, at: number): OpenWindow | null => {
    const window = windows.get(key);
    return window && windowEnd(window, quietWindow) > at ? window : null;
  };
  const note = (key: string, value: OpenWindow) => setBounded(windows, { key, value, max: maxWindows });
  return {
    noteMessage: (key: string, isDirect: boolean) => {
      const at = now().getTime();
      const { firstAt = at, isDirect: wasDirect = false } = openAt(key, at) ?? {};
      note(key, { firstAt, messageAt: at, typedAt: null, isDirect: isDirect || wasDirect });
    },
    noteTyping: (key: string): boolean => {
      const at = now().getTime();
      const window = openAt(key, at);
      if (window) note(key, { ...window, typedAt: at });
      return window !== null;
    },
  };
}

/** Cancels the reply in progress and removes what was posted. */
async function takeBack(question: Snapshot, options: IntakeOptions): Promise<void> {
  const { client, taskQueue } = options;
  await unlessGone(client.workflow.getHandle(workflowIds(taskQueue).reply(question.id)).cancel());
  await signalAmendment(question, { because: 'deleted' }, options);
}

async function signalAmendment(
  { id, location }: Snapshot,
  amendment: Amendment,
  { client, taskQueue, timings }: IntakeOptions,
): Promise<void> {
  const start = startsOf(taskQueue).amend({ messageId: id, guildId: location.guildId, timings });
  await signalWithStart(client, start, amend, [amendment]);
}
