import type { ReplyRecord } from '../reply/reply-record.ts';
import type { Message } from './message.ts';
import { newSnapshot, type Snapshot } from './snapshot.ts';

interface TypedCorrection {
  readonly requestId: string;
  readonly question: Snapshot;
  readonly record: Pick<
    ReplyRecord,
    'messageId' | 'answer' | 'postedThreadId' | 'postedMessageIds' | 'createdAt'
  >;
  readonly member: { readonly id: string; readonly name: string };
  readonly text: string;
  readonly now: Date;
}

/**
 * A team member's correction that was typed into a form: the conversation of the question, the answer, and what is right
 * instead, as if it had been said in reply to the answer.
 */
export function formSnapshot({ requestId, question, record, member, text, now }: TypedCorrection): Snapshot {
  const asked = question.batch.at(-1);
  const thread =
    record.postedThreadId === null
      ? question.location.thread
      : { id: record.postedThreadId, openedBySteward: true, ownerId: question.author.id, inForum: false };
  const location = { ...question.location, thread };
  const plain = {
    location,
    editedAt: null,
    mentionsSteward: false,
    isSystem: false,
    attachments: [],
    link: asked?.link ?? '',
  };
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
  const author = { ...member, kind: 'team_member' } as const;
  const correction: Message = {
    ...plain,
    id: requestId,
    author,
    text,
    createdAt: now.toISOString(),
    repliesTo: { messageId: answerId, authorId: 'steward', authorKind: 'steward' },
    typedInForm: true,
  };
  return newSnapshot({
    id: requestId,
    route: 'capture',
    batch: [correction],
    history: [...question.history, ...question.batch, ...answer],
    conversationId:
      record.postedThreadId === null ? question.conversationId : `thread_${record.postedThreadId}`,
    correctsAnswerTo: record.messageId,
  });
}
