import {
  answerTurnId,
  askSnapshot,
  isPageTurn,
  outsideGuilds,
  askedId,
} from '../domain/intake/ask-snapshot.ts';
import { batchText } from '../domain/intake/conversation.ts';
import type { Author, Location, Message } from '../domain/intake/message.ts';
import { routedBatchOf, type Snapshot } from '../domain/intake/snapshot.ts';
import type { AskedRun, Asking, Conversation } from '../domain/ports/interactions.ts';
import { finalError, personForgotten } from '../domain/ports/errors.ts';
import type { Records } from '../domain/ports/records.ts';
import type { Runs, RunStarts } from '../domain/ports/runs.ts';
import type { ReplyRecord } from '../domain/reply/reply-record.ts';
import { erasedAuthor } from '../domain/team/erased-turns.ts';
import { saveVote } from './feedback.ts';
import { isPaused } from '../domain/intake/routing.ts';
import type { InteractionHandler } from './handler.ts';

export interface AskDeps {
  readonly records: Pick<Records, 'claim' | 'snapshot' | 'replyRecord' | 'replyRecordsWhere'>;
  readonly runs: Pick<RunStarts, 'startReply'> & Pick<Runs, 'replyStatus' | 'ended'>;
  readonly now: () => Date;
}

export type AskRequest = Omit<Parameters<typeof askSnapshot>[0], 'now' | 'history'> & {
  /** `record`, the default: the answer stays in its row. `respond`: it answers the command that brought the question. */
  readonly deliver?: 'record' | 'respond';
  readonly conversation?: Conversation;
};

/**
 * Asks a question that did not come as a message. A run answers it, like any other, and outlives the caller. The same
 * request id finds the same run for as long as its row is kept. Throws a final `PortError` if the id belongs to another
 * question, or if the conversation is unknown, and a transient one if a person in it was forgotten meanwhile.
 */
export async function askQuestion(
  { records, runs, now }: AskDeps,
  { deliver = 'record', conversation, ...asked }: AskRequest,
): Promise<AskedRun> {
  const before = conversation && (await placeIn(records, conversation, asked.author));
  const snapshot = askSnapshot({ ...asked, ...before, now: now() });
  const { id } = snapshot;
  const isNew = await records.claim({ owner: id, messageIds: [id], snapshot, reason: 'asked' });
  const storedSnapshot = isNew ? snapshot : await records.snapshot(id);
  if (storedSnapshot && !isRepeated(storedSnapshot, { snapshot, conversation }))
    throw failure('request_id_taken');
  const conversationId = conversation ? (storedSnapshot?.location.thread?.id ?? null) : null;
  const record = await records.replyRecord(id);
  if (record) return { conversationId, status: async () => null, row: async () => record };
  // The turns before were read before an erasure.
  if (!storedSnapshot) throw personForgotten();
  const run = await runs.startReply({ routed: routedBatchOf(storedSnapshot), deliver });
  return {
    conversationId,
    status: () => runs.replyStatus(run),
    async row() {
      await runs.ended(run);
      const written = await records.replyRecord(id);
      if (!written) throw failure('no_record');
      return written;
    },
  };
}

const isRepeated = (
  storedSnapshot: Snapshot,
  { snapshot, conversation }: Pick<AskRequest, 'conversation'> & { readonly snapshot: Snapshot },
): boolean =>
  batchText(storedSnapshot.batch) === batchText(snapshot.batch) &&
  (conversation?.isNew === false
    ? storedSnapshot.location.thread?.id === conversation.id
    : storedSnapshot.history.every(isPageTurn));

/** More turns than any prompt has room for. */
const maxTurns = 40;

/** The earlier turns of a conversation, while the snapshot of its last question is kept. */
async function placeIn(
  records: AskDeps['records'],
  { channelId, id, isNew }: Conversation,
  author: Author | undefined,
): Promise<{ readonly location: Location; readonly history: readonly Message[] }> {
  const thread = { id, openedBySteward: false, ownerId: author?.id ?? '', inForum: false };
  const location = { guildId: outsideGuilds, channelId, thread, readableByEveryone: false };
  if (isNew) return { location, history: [] };
  const [last] = await records.replyRecordsWhere({ threadId: id, limit: 1 });
  const before = last && (await records.snapshot(last.messageId));
  if (!before || last.authorId === erasedAuthor) throw failure('conversation_unknown');
  const turns = [...before.history, ...before.batch, ...answerOf(last, before)];
  return { location, history: turns.filter(({ text }) => text !== '').slice(-maxTurns) };
}

function answerOf({ answer, messageId }: ReplyRecord, { batch, author }: Snapshot): readonly Message[] {
  const lastMessage = batch.at(-1);
  if (!lastMessage || answer === null) return [];
  return [
    {
      ...lastMessage,
      id: answerTurnId(messageId),
      author: { id: 'steward', kind: 'steward', name: 'Steward' },
      text: answer,
      repliesTo: { messageId, authorId: author.id, authorKind: author.kind },
      mentionsSteward: false,
    },
  ];
}

/** Saves a page visitor's vote on an answer, if the answer belongs to the key that they use. */
export async function voteOnAnswer(
  records: Parameters<typeof saveVote>[0],
  { messageId, channelId, ...vote }: Parameters<Asking['vote']>[0],
): Promise<void> {
  const record = await records.replyRecord(messageId);
  if (record?.channelId !== channelId || record.answer === null) throw failure('answer_unknown');
  await saveVote(records, record, { ...vote, byTeam: false });
}

const failures = {
  request_id_taken: 'This request id belongs to another question',
  conversation_unknown: 'This conversation is unknown or no longer stored',
  answer_unknown: 'This is not an answer to a question of this key',
  no_record: 'A run has left no record',
} as const;

const failure = (code: keyof typeof failures) => finalError(code, failures[code]);

/** How long Discord accepts an answer to a command. */
const responseMilliseconds = 15 * 60_000;

/** `/ask`, and "Ask Steward" on a message. The run that answers outlives this process. */
export const ask: InteractionHandler<'ask'> = async (deps, request) => {
  const { requestId, question, responseToken, actor, location } = request;
  const { records, channelFor, texts, now } = deps;
  const isHere = channelFor(location.channelId) !== null;
  if (!isHere || isPaused(await records.pauses(), location.channelId)) return { text: texts.not_here };
  if (question.trim() === '') return { text: texts.nothing_asked };
  const author = { id: actor.id, kind: 'community_user', name: actor.name } as const;
  const expiresAt = new Date(now().getTime() + responseMilliseconds);
  await records.saveResponse({ messageId: askedId(requestId), token: responseToken, expiresAt });
  await askQuestion(deps, { requestId, question, location, author, deliver: 'respond' });
  return null;
};
