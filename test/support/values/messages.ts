import type { Pages } from '../../../domain/ports/pages.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type {
  Author,
  AuthorKind,
  Message,
  Location,
  RepliedTo,
  ThreadLocation,
} from '../../../domain/intake/message.ts';

/* Messages with plain defaults; a test overrides the fields that it is about. */

export const channel = (over: Partial<Location> = {}): Location => ({
  guildId: 'guild',
  channelId: 'help',
  thread: null,
  readableByEveryone: true,
  ...over,
});

export const thread = (over: Partial<ThreadLocation> = {}): Location =>
  channel({ thread: { id: '900', openedBySteward: true, ownerId: 'anna', inForum: false, ...over } });

export const author = (id: string, kind: AuthorKind = 'community_user'): Author => ({ id, kind, name: id });

/** Without an author, the message is gone. */
export const repliesTo = (messageId: string, by: Author | null): RepliedTo => ({
  messageId,
  authorId: by?.id ?? null,
  authorKind: by?.kind ?? null,
});

const epoch = Date.parse('2026-02-01T00:00:00.000Z');

/** The id is the time: message 60 was written sixty seconds after message 0. */
export const message = (id: number, over: Partial<Message> = {}): Message => ({
  id: String(1000 + id),
  location: channel(),
  author: author('anna'),
  text: `message ${id}`,
  createdAt: new Date(epoch + id * 1000).toISOString(),
  editedAt: null,
  repliesTo: null,
  mentionsSteward: false,
  isSystem: false,
  attachments: [],
  link: `chat://${1000 + id}`,
  ...over,
});

/** The row of a question that was answered and not posted yet. */
export const replyRecord = (messageId: string, over: Partial<ReplyRecord> = {}): ReplyRecord => ({
  messageId,
  guildId: 'guild',
  channelId: 'help',
  threadId: null,
  authorId: 'anna',
  askedDirectly: false,
  question: 'How?',
  status: 'generated',
  reason: 'answered',
  post: { style: 'thread', title: 'How?', parts: ['So.', 'And so.'] },
  answer: 'So. And so.',
  sourceIds: ['kb:a.md'],
  citations: [],
  libraryGeneration: 1,
  graph: 'standard',
  topic: null,
  answerType: null,
  confidence: null,
  moderation: [],
  language: null,
  translatedQuestion: null,
  untranslatedAnswer: null,
  toolCalls: [],
  decisions: [],
  statuses: [],
  nodeTimes: [],
  modelCalls: [],
  createdAt: new Date(epoch).toISOString(),
  postedThreadId: null,
  postedMessageIds: [],
  ...over,
});

const noPage = async () => {
  throw new PortError({ kind: 'final', code: 'page_not_found', message: 'There are no pages.' });
};

/** A web without pages. */
export const noPages: Pages = {
  fetch: noPage,
  check: async ({ url }) => ({ ok: false, status: null, url }),
  extract: noPage,
  read: noPage,
  repository: async function* () {},
  discover: async function* () {},
};
