import { Routes, type APIMessage, type REST } from 'discord.js';
import { compareIds } from '../../../domain/intake/message.ts';

/** Discord's limit for one list. */
export const maxListed = 100;
/** A thread of more than a thousand messages is read from its newest thousand. */
const maxPages = 10;

export async function listMessages(
  rest: REST,
  locationId: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly APIMessage[]> {
  const listed = (await rest.get(Routes.channelMessages(locationId), {
    query: new URLSearchParams(query),
  })) as readonly APIMessage[];
  return listed.toSorted((a, b) => compareIds(a.id, b.id));
}

/** The newest messages of a location, oldest first. */
export async function listNewest(rest: REST, locationId: string): Promise<readonly APIMessage[]> {
  let all: readonly APIMessage[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const before: Readonly<Record<string, string>> = all[0] ? { before: all[0].id } : {};
    const older = await listMessages(rest, locationId, { limit: String(maxListed), ...before });
    all = [...older, ...all];
    if (older.length < maxListed) break;
  }
  return all;
}

/** What came after a message, oldest first. */
export async function listAfter(rest: REST, locationId: string, id: string): Promise<readonly APIMessage[]> {
  let all: readonly APIMessage[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const after = all.at(-1)?.id ?? id;
    const newer = await listMessages(rest, locationId, { limit: String(maxListed), after });
    all = [...all, ...newer];
    if (newer.length < maxListed) break;
  }
  return all;
}
