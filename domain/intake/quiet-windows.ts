import { snowflakeTime } from '../values/snowflake.ts';
import { withoutSteward } from '../values/text.ts';
import { compareIds, locationId, type Message, type Batch } from './message.ts';
import { isAskedDirectly } from './routing.ts';

/** The waiting times of an author's window, in milliseconds. */
export interface QuietWindow {
  /** Counted from the last message. */
  readonly waitMilliseconds: number;
  /** Replaces `waitMilliseconds` after a message that asks Steward directly. */
  readonly directWaitMilliseconds: number;
  /** Counted from the first message, whatever follows. */
  readonly maxWaitMilliseconds: number;
}

/** The wait after a direct question, whose author expects an answer. */
const directWaitSeconds = 2;

/** The lengths that the config gives. */
export const quietWindowOf = ({
  message_batch_wait_seconds: waitSeconds,
  message_batch_max_wait_seconds: maxWaitSeconds,
}: {
  readonly message_batch_wait_seconds: number;
  readonly message_batch_max_wait_seconds: number;
}): QuietWindow => ({
  waitMilliseconds: waitSeconds * 1000,
  directWaitMilliseconds: Math.min(waitSeconds, directWaitSeconds) * 1000,
  maxWaitMilliseconds: maxWaitSeconds * 1000,
});

/** Times in milliseconds since 1970. */
export interface OpenWindow {
  readonly firstAt: number;
  readonly messageAt: number;
  /** When the author last typed after the last message. */
  readonly typedAt: number | null;
  readonly isDirect: boolean;
}

/** Discord reports typing every eight to ten seconds. */
const typingMilliseconds = 10_000;

/** When a window ends if nothing more comes. */
export const windowEnd = (
  { firstAt, messageAt, typedAt, isDirect }: OpenWindow,
  { waitMilliseconds, directWaitMilliseconds, maxWaitMilliseconds }: QuietWindow,
): number =>
  Math.min(
    firstAt + maxWaitMilliseconds,
    Math.max(
      messageAt + (isDirect ? directWaitMilliseconds : waitMilliseconds),
      typedAt === null ? 0 : typedAt + typingMilliseconds,
    ),
  );

/** Whether a message shortens the wait: a direct question, or words in Steward's own thread. A mention alone does not: the question is still to come. */
export const endsSoon = (message: Message): boolean =>
  (isAskedDirectly([message]) || message.location.thread?.openedBySteward === true) &&
  /[\p{L}\p{N}]/u.test(withoutSteward(message.text));

/** Temporal and the network take time: a message that comes no later was taken in its own window. */
const lateMilliseconds = 5_000;

/** Whether a message came so late that the window in which it came says nothing. `at` is in milliseconds since 1970. */
export const cameLate = (messageId: string, at: number): boolean =>
  at - snowflakeTime(messageId).getTime() > lateMilliseconds;

/**
 * The windows of messages that one run has taken together. Those that came late, as after a downtime, are parted as their own
 * timestamps would have parted them, as if nobody had typed.
 */
export const liveWindows = (
  messages: readonly Message[],
  lengths: QuietWindow,
  lateIds: ReadonlySet<string>,
): readonly Batch[] =>
  grouped(messages, (window, message) => {
    const last = window.at(-1) ?? window[0];
    const [firstAt, messageAt, at] = [timeOf(window[0]), timeOf(last), timeOf(message)];
    if (![...window, message].some(({ id }) => lateIds.has(id)))
      return at - firstAt < lengths.maxWaitMilliseconds + lateMilliseconds;
    return at < windowEnd({ firstAt, messageAt, typedAt: null, isDirect: window.some(endsSoon) }, lengths);
  });

/**
 * The windows of messages that are read long after, from a channel's past or an export. Nobody knows whether their authors were
 * typing in between, and only what the team said counts, so each window has its longest duration.
 */
export const longestWindows = (messages: readonly Message[], maxWaitSeconds: number): readonly Batch[] =>
  grouped(messages, ([first], message) => timeOf(message) - timeOf(first) < maxWaitSeconds * 1_000);

const timeOf = ({ createdAt }: Message): number => Date.parse(createdAt);

/** Groups messages by location and author, oldest first. */
function grouped(
  messages: readonly Message[],
  belongs: (window: Batch, message: Message) => boolean,
): readonly Batch[] {
  const open = new Map<string, [Message, ...Message[]]>();
  const windows: [Message, ...Message[]][] = [];
  for (const message of messages.toSorted((a, b) => compareIds(a.id, b.id))) {
    const key = `${locationId(message.location)}/${message.author.id}`;
    const window = open.get(key);
    if (window && belongs(window, message)) window.push(message);
    else {
      const begun: [Message, ...Message[]] = [message];
      open.set(key, begun);
      windows.push(begun);
    }
  }
  return windows;
}
