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

/** Whether a message shortens the wait. A mention alone does not: the question is still to come. */
export const endsSoon = (message: Message): boolean =>
  isAskedDirectly([message]) && /[\p{L}\p{N}]/u.test(withoutSteward(message.text));

/**
 * Groups messages that arrive late and all at once into windows by location and author, oldest first. Nobody knows
 * whether the author was typing in between, so each window has its longest duration.
 */
export function quietWindows(messages: readonly Message[], maxWaitSeconds: number): readonly Batch[] {
  const open = new Map<string, [Message, ...Message[]]>();
  const windows: [Message, ...Message[]][] = [];
  const secondsBetween = (a: Message, b: Message) =>
    (Date.parse(b.createdAt) - Date.parse(a.createdAt)) / 1000;
  for (const message of messages.toSorted((a, b) => compareIds(a.id, b.id))) {
    const key = `${locationId(message.location)}/${message.author.id}`;
    const window = open.get(key);
    if (window && secondsBetween(window[0], message) < maxWaitSeconds) window.push(message);
    else {
      const begun: [Message, ...Message[]] = [message];
      open.set(key, begun);
      windows.push(begun);
    }
  }
  return windows;
}
