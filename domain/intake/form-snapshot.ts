import { maskCredentials } from './mask-credentials.ts';
import { discordLink, locationId, type Message } from './message.ts';
import { newSnapshot, type Snapshot } from './snapshot.ts';

interface TypedCorrection {
  readonly requestId: string;
  readonly member: { readonly id: string; readonly name: string };
  readonly text: string;
  readonly now: Date;
  readonly question: Snapshot;
  /** The row of the answer that is corrected. */
  readonly record: Pick<QuestionOrigin, 'messageId' | 'createdAt'> & {
    readonly answer: string | null;
    readonly postedThreadId: string | null;
    readonly postedMessageIds: readonly string[];
  };
}

/**
 * The conversation of a correction that a team member typed into a form: the question, the answer and the correction, as
 * if it had been a reply to the answer.
 */
export function formSnapshot({ question, record, ...typed }: TypedCorrection): Snapshot {
  const lastMessage = question.batch.at(-1);
  const thread =
    record.postedThreadId === null
      ? question.location.thread
      : { id: record.postedThreadId, openedBySteward: true, ownerId: question.author.id, inForum: false };
  const location = { ...question.location, thread };
  const plain = plainAt(location, lastMessage?.link);
  const answerId = record.postedMessageIds.at(-1) ?? record.messageId;
  const answer: readonly Message[] =
    record.answer === null || answerId === record.messageId
      ? []
      : [
          {
            ...plain,
            id: answerId,
            author: { id: 'steward', kind: 'steward', name: 'Steward' },
            text: record.answer,
            createdAt: record.createdAt,
            repliesTo: null,
          },
        ];
  const repliesTo = { messageId: answerId, authorId: 'steward', authorKind: 'steward' } as const;
  return newSnapshot({
    id: typed.requestId,
    route: 'capture',
    batch: [{ ...plain, ...typedIn(typed), repliesTo }],
    history: [...question.history, ...question.batch, ...answer],
    conversationId:
      record.postedThreadId === null ? question.conversationId : `thread_${record.postedThreadId}`,
    correctsAnswerTo: record.messageId,
  });
}

/** What the row of a question keeps of where, by whom and when it was asked. */
export interface QuestionOrigin {
  /** The id of the batch's last message, which is also the snapshot's. */
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly threadId: string | null;
  readonly authorId: string;
  readonly askedDirectly: boolean;
  readonly question: string;
  readonly createdAt: string;
}

/** The conversation of a question once only its row is kept: its words alone. */
export function snapshotOfRow(record: QuestionOrigin): Snapshot {
  const { messageId: id, guildId, channelId, threadId, authorId } = record;
  const { askedDirectly, question, createdAt } = record;
  const thread =
    threadId === null ? null : { id: threadId, openedBySteward: false, ownerId: authorId, inForum: false };
  const location = { guildId, channelId, thread, readableByEveryone: false };
  const plain = plainAt(location, discordLink({ guildId, locationId: locationId(location), messageId: id }));
  const author = { id: authorId, kind: 'community_user', name: authorId } as const;
  const message = { ...plain, id, author, text: question, createdAt, repliesTo: null };
  const conversationId = threadId === null ? `reply_${id}` : `thread_${threadId}`;
  return newSnapshot({ id, route: 'reply', batch: [message], conversationId, askedDirectly });
}

/** The fields of a message that exists nowhere on Discord; `link` points to a message next to it. */
const plainAt = (location: Message['location'], link = '') => ({
  location,
  editedAt: null,
  mentionsSteward: false,
  isSystem: false,
  attachments: [],
  link,
});

const typedIn = ({ requestId, member, text, now }: Omit<TypedCorrection, 'question' | 'record'>) =>
  ({
    id: requestId,
    author: { ...member, kind: 'team_member', name: maskCredentials(member.name) },
    text: maskCredentials(text),
    createdAt: now.toISOString(),
    typedInForm: true,
  }) as const;
