import { createHash } from 'node:crypto';
import { withoutCredentials } from './mask-credentials.ts';
import type { Author, Message, Location } from './message.ts';
import { oneLineOf } from '../values/text.ts';
import { newSnapshot, type Snapshot } from './snapshot.ts';

/** The guild id of questions from outside Discord, which an operator asks. */
export const outsideGuilds = 'ask';

/** The id of such a question, its snapshot and its row. */
export const askedId = (requestId: string): string => `ask-${requestId}`;

/** The id of its answer as a turn of later questions. */
export const answerTurnId = (messageId: string): string => `${messageId}-answer`;

/** The author of a question over HTTP: the holder of a key, or one of their visitors. Both ids are hashes. */
export const httpAsker = (key: string, visitor: string | null): Author => {
  const id = visitor === null ? key : `${key}-${visitor}`;
  return { id, kind: 'community_user', name: id };
};

/** The channel id of a key's questions: a short hash, from which nobody can tell the key. */
export const httpKeyId = (key: string): string =>
  `http-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;

/** All questions over HTTP, for a rehearsal of them. */
export const httpChannel = 'http';

/** Whether an author asked over HTTP. The channel id of such a question is its key. */
export const isHttpAsker = (id: string): boolean => isVisitor(id) || /^http-[0-9a-f]{12}$/u.test(id);

/** Whether an author is a visitor of a key's holder, who is unknown to the community. */
export const isVisitor = (id: string): boolean => /^http-[0-9a-f]{12}-[0-9a-f]{12}$/u.test(id);

/** The page of a site on which somebody asks. Whoever wrote it, it is said as their own words: data, and no source. */
export interface PageAround {
  readonly url: string;
  readonly title: string;
  /** Of the product that the page is about. */
  readonly version?: string | undefined;
}

const pageTurn = (message: Message, { url, title, version = '' }: PageAround): Message => ({
  ...message,
  id: `${message.id}-page`,
  text: `I am reading the page "${oneLineOf(title, 200)}" (${oneLineOf(url, 300)})${version && ` of version ${oneLineOf(version, 50)}`}.`,
  mentionsSteward: false,
});

/** Whether a turn only says which page is read. */
export const isPageTurn = ({ id }: Pick<Message, 'id'>): boolean => id.endsWith('-page');

/** A question from outside Discord. `channelId` selects a channel's settings. */
export function askSnapshot({
  requestId,
  question,
  now,
  channelId = 'ask',
  location = { guildId: outsideGuilds, channelId, thread: null, readableByEveryone: false },
  author = operator,
  history = [],
  page,
  askedDirectly = true,
  passages,
}: {
  readonly requestId: string;
  readonly question: string;
  readonly now: Date;
  readonly channelId?: string;
  /** Where it was asked; nowhere by default. */
  readonly location?: Location;
  readonly author?: Author;
  readonly history?: readonly Message[];
  readonly page?: PageAround;
  /** If false, the question counts as a message in the channel that is not addressed to Steward. */
  readonly askedDirectly?: boolean;
  readonly passages?: Snapshot['passages'];
}): Snapshot {
  const id = askedId(requestId);
  const message: Message = withoutCredentials({
    id,
    location,
    author,
    text: question,
    createdAt: now.toISOString(),
    editedAt: null,
    repliesTo: null,
    mentionsSteward: askedDirectly,
    isSystem: false,
    attachments: [],
    link: id,
  });
  return newSnapshot({
    id,
    route: 'reply',
    batch: [message],
    history: page ? [...history, withoutCredentials(pageTurn(message, page))] : history,
    conversationId: location.thread ? `thread_${location.thread.id}` : `reply_${id}`,
    ...(passages && { passages }),
  });
}

/** The author of questions that measure how well Steward answers. */
export const evaluator: Author = { id: 'evaluator', kind: 'community_user', name: 'evaluator' };

const operator: Author = { id: 'operator', kind: 'community_user', name: 'operator' };
