import type { Message, Batch } from './message.ts';

/**
 * The messages that belong to one message: by the same author, with no other author's message in between, each within
 * `windowSeconds` of the next. Messages of the team or Steward also have to answer the same message. `around` contains
 * the message and is sorted oldest first.
 */
export function groupAround(
  around: readonly Message[],
  messageId: string,
  windowSeconds: number,
): readonly Message[] {
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

/**
 * Splits a helper's consecutive messages by the message that they reply to. A message that replies to nothing, or to its
 * own part, belongs to the part before it; at the beginning, to the first part.
 */
export function partsByReference(messages: readonly Message[]): readonly Batch[] {
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
