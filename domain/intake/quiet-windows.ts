import { withoutSteward } from '../values/text.ts';
import { compareIds, locationId, type Message } from './message.ts';
import { isAskedDirectly } from './routing.ts';

/** How an author's window runs. Milliseconds. */
export interface QuietWindow {
  /** Since the last message. */
  readonly waitMilliseconds: number;
  /** Instead, after a message that asks Steward directly. */
  readonly directWaitMilliseconds: number;
  /** Since the first message, whatever comes. */
  readonly maxWaitMilliseconds: number;
}

/** Times in milliseconds since 1970. */
export interface OpenWindow {
  readonly firstAt: number;
  readonly messageAt: number;
  /** When the author typed last, since the last message. */
  readonly typedAt: number | null;
  readonly isDirect: boolean;
}

/** Discord tells every eight to ten seconds that somebody types. */
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

/** A mention alone asks nothing yet: what it is about is still to come. */
export const endsSoon = (message: Message): boolean =>
  isAskedDirectly([message]) && /[\p{L}\p{N}]/u.test(withoutSteward(message.text));

type Window = readonly [Message, ...Message[]];

/**
 * The windows of messages that come late and all at once, by place and author, the oldest first. Nobody knows any more
 * whether the author was typing between two of them, so each window has its longest time.
 */
export function quietWindows(messages: readonly Message[], maxWaitSeconds: number): readonly Window[] {
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
