import { createHash, randomBytes } from 'node:crypto';
import type { PageAccess, PageRecords } from '../domain/ports/handler-records.ts';
import { fillText } from '../domain/values/text.ts';
import type { InteractionHandler } from './handler.ts';

/** Time to find the answer to the command and to follow its link. */
const linkMinutes = 10;
/** A working day: a person who loses the role loses the page by then. */
const sessionHours = 8;

/** `/steward page`: a link that only its requester sees, and that opens the page once. */
export const openPage: InteractionHandler<'page'> = async ({ records, texts, pageUrl, now }, { actor }) => {
  if (!actor.moderatesServer) return { text: texts.team_only };
  if (pageUrl === null) return { text: texts.no_page };
  const link = await pageLink(records, { pageUrl, userId: actor.id, isTeam: actor.isTeam, now: now() });
  return { text: fillText(texts.page_link, { link: `<${link}>` }) };
};

/** Makes a link that opens the page for a person, once. */
export async function pageLink(
  records: Pick<PageRecords, 'savePageKey'>,
  { pageUrl, userId, isTeam, now }: PageAccess & { readonly pageUrl: string; readonly now: Date },
): Promise<string> {
  const key = newKey();
  const expiresAt = new Date(now.getTime() + linkMinutes * 60_000);
  await records.savePageKey({ hash: hashOfKey(key), kind: 'link', userId, isTeam, expiresAt });
  return `${pageUrl}/page/enter?key=${key}`;
}

/** Begins a session with the key of a link. Returns null if the link was used, has expired, or never existed. */
export async function enterPage(
  records: Pick<PageRecords, 'takePageLink' | 'savePageKey'>,
  linkKey: string,
  now: Date,
): Promise<{ readonly key: string; readonly expiresAt: Date } | null> {
  const access = await records.takePageLink(hashOfKey(linkKey));
  if (!access) return null;
  const [key, expiresAt] = [newKey(), new Date(now.getTime() + sessionHours * 3_600_000)];
  await records.savePageKey({ ...access, hash: hashOfKey(key), kind: 'session', expiresAt });
  return { key, expiresAt };
}

export const pageSession = (records: Pick<PageRecords, 'pageSession'>, key: string) =>
  records.pageSession(hashOfKey(key));

export const leavePage = (records: Pick<PageRecords, 'endPageSession'>, key: string) =>
  records.endPageSession(hashOfKey(key));

const newKey = (): string => randomBytes(32).toString('base64url');

const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');
