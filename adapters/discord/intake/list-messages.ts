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

/** Page by page, oldest first: `query` names the next one by what is there already. */
async function listPages(
  rest: REST,
  locationId: string,
  query: (all: readonly APIMessage[]) => Readonly<Record<string, string>>,
): Promise<readonly APIMessage[]> {
  let all: readonly APIMessage[] = [];
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await listMessages(rest, locationId, { limit: String(maxListed), ...query(all) });
    all = [...all, ...page].toSorted((a, b) => compareIds(a.id, b.id));
    if (page.length < maxListed) break;
  }
  return all;
}

/** The newest messages of a location, oldest first. */
export const listNewest = (rest: REST, locationId: string): Promise<readonly APIMessage[]> =>
  listPages(rest, locationId, ([oldest]) => Object.fromEntries(oldest ? [['before', oldest.id]] : []));

/** The messages after an id, oldest first. */
export const listAfter = (rest: REST, locationId: string, id: string): Promise<readonly APIMessage[]> =>
  listPages(rest, locationId, (all) => ({ after: all.at(-1)?.id ?? id }));
