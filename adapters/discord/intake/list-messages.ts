import { Routes, type APIMessage, type REST } from 'discord.js';
import { compareIds } from '../../../domain/intake/message.ts';

/** Discord's limit for a page of messages or threads. */
export const maxListed = 100;
/** At most a thousand messages are read. */
const maxPages = 10;

/** One page, oldest first. */
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

/** The messages after an id, oldest first. */
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
