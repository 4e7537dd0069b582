import { compareIds, locationId, type Message } from './message.ts';

type Window = readonly [Message, ...Message[]];

/** The windows that messages would have made had they come one by one: by place and author, oldest window first. */
export function quietWindows(
  messages: readonly Message[],
  {
    message_batch_wait_seconds: waitSeconds,
    message_batch_max_wait_seconds: maxWaitSeconds,
  }: { readonly message_batch_wait_seconds: number; readonly message_batch_max_wait_seconds: number },
): readonly Window[] {
  const open = new Map<string, [Message, ...Message[]]>();
  const windows: [Message, ...Message[]][] = [];
  const secondsBetween = (a: Message, b: Message) =>
    (Date.parse(b.createdAt) - Date.parse(a.createdAt)) / 1000;
  for (const message of messages.toSorted((a, b) => compareIds(a.id, b.id))) {
    const key = `${locationId(message.location)}/${message.author.id}`;
    const window = open.get(key);
    const last = window?.at(-1);
    const isOpen =
      window &&
      last &&
      secondsBetween(last, message) < waitSeconds &&
      secondsBetween(window[0], message) < maxWaitSeconds;
    if (isOpen) window.push(message);
    else {
      const begun: [Message, ...Message[]] = [message];
      open.set(key, begun);
      windows.push(begun);
    }
  }
  return windows;
}
