import type { Message } from './message.ts';

/**
 * The neighbours that belong to a message: by the same author, without anybody's message in between, each within
 * `windowSeconds` of the next. Of what the team or Steward said, only what answers the same message. `around` holds the
 * message itself and is sorted oldest first.
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
  const group = around.slice(first, last + 1);
  if (anchor.author.kind === 'community_user') return group;
  return partsByReference(group).find((part) => part.includes(anchor)) ?? [anchor];

  function belongs(earlier: Message | undefined, later: Message | undefined): boolean {
    if (!earlier || !later || earlier.author.id !== later.author.id) return false;
    return Date.parse(later.createdAt) - Date.parse(earlier.createdAt) <= windowSeconds * 1000;
  }
}

type Part = readonly [Message, ...Message[]];

/**
 * What one helper wrote in a row, apart by the message that it replies to. What replies to nothing, or to its own part,
 * belongs to the part before it, or to the first.
 */
export function partsByReference(messages: readonly Message[]): readonly Part[] {
  const parts: [Message, ...Message[]][] = [];
  let reference: string | null = null;
  for (const message of messages) {
    const part = parts.at(-1);
    const refersTo = message.repliesTo?.messageId ?? null;
    const goesOn = refersTo === null || refersTo === reference || part?.some(({ id }) => id === refersTo);
    if (part && (goesOn || reference === null)) part.push(message);
    else parts.push([message]);
    if (!goesOn) reference = refersTo;
  }
  return parts;
}
