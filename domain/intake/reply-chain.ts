import type { Message } from './message.ts';

/**
 * The neighbours that belong to a message: by the same author, without anybody's message in between, each within
 * `windowSeconds` of the next. `around` holds the message itself and is sorted oldest first.
 */
export function groupAround({
  around,
  messageId,
  windowSeconds,
}: {
  readonly around: readonly Message[];
  readonly messageId: string;
  readonly windowSeconds: number;
}): readonly Message[] {
  const at = around.findIndex(({ id }) => id === messageId);
  const anchor = around[at];
  if (!anchor) return [];
  let first = at;
  let last = at;
  while (belongs(around[first - 1], around[first])) first -= 1;
  while (belongs(around[last], around[last + 1])) last += 1;
  return around.slice(first, last + 1);

  function belongs(earlier: Message | undefined, later: Message | undefined): boolean {
    if (!earlier || !later || earlier.author.id !== later.author.id) return false;
    return Date.parse(later.createdAt) - Date.parse(earlier.createdAt) <= windowSeconds * 1000;
  }
}
