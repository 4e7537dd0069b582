import { composeAnswer } from '../domain/posting/compose-reply.ts';
import { answersBehind } from '../domain/reply/recall.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import type { QaId } from '../domain/values/qa-id.ts';
import { appendCorrection, correctPair } from './correct-entry.ts';
import { formSnapshot, pairCorrection } from '../domain/intake/form-snapshot.ts';
import { routedBatchOf, snapshotOfPair, type Snapshot } from '../domain/intake/snapshot.ts';
import { questionIdOf, type ReplyRecord } from '../domain/reply/reply-record.ts';
import type { RequestOf, HandlerDeps, Handlers } from './handler.ts';

/** What the team makes of answers, before and after they are posted. */
export const draftHandlers: Handlers<'accept' | 'drop' | 'edit' | 'correct' | 'correct_pair'> = {
  accept: (deps, request) => decide(deps, request, true),

  drop: (deps, request) => decide(deps, request, false),

  /** Replaces the draft's text, keeps its links, and posts it. */
  edit: async (deps, request) => {
    const { target: messageId, text, actor } = request;
    const { records } = deps;
    const record = await records.replyRecord(messageId);
    if (!actor.moderates) return { text: deps.texts.not_allowed };
    if (record?.status !== 'held' || !record.post) return { text: deps.texts.draft_settled };
    const { style } = record.post;
    const { question, citations, language } = record;
    const post = composeAnswer({
      style,
      question,
      texts: deps.textsFor(language),
      answer: text,
      citations,
      writtenBy: 'team',
    });
    // Recall could otherwise give the untranslated answer, which the team has changed.
    if (record.untranslatedAnswer !== null) await records.dropFromRecall(messageId);
    await records.reviseHeld(messageId, { post, answer: text });
    return decide(deps, request, true);
  },

  /** Captures a team member's correction as if they had replied to the answer, or behind the question once only its row is kept. */
  correct: async (deps, request) => {
    const { requestId, target: messageId, text, actor } = request;
    const { records, texts, now } = deps;
    if (!actor.isTeam) return { text: texts.not_allowed };
    const record = await records.replyRecord(messageId);
    const question = await records.snapshot(messageId);
    if (!record) return { text: texts.gone };
    if (!question) return correctRecord(deps, { record, request });
    return learn(deps, formSnapshot({ requestId, question, record, member: actor, text, now: now() }));
  },

  /** Captures a correction as if it followed the conversation of the pair, or its entry in the archive once that is all that is kept. */
  correct_pair: async (deps, request) => {
    const { requestId, qaId, text, actor } = request;
    const { records, texts, now } = deps;
    if (!actor.isTeam) return { text: texts.not_allowed };
    const conversation = await snapshotOfPair(records, qaId);
    if (conversation && !(await deps.library.retracted()).has(qaId))
      return learn(deps, pairCorrection({ requestId, said: conversation, member: actor, text, now: now() }));
    const typed = { messageId: requestId, memberId: actor.id, text, now: now() };
    return learnEntry(deps, await correctPair(deps, { qaId, ...typed }));
  },
};

async function decide(
  deps: HandlerDeps,
  { target: messageId, actor }: Pick<RequestOf<'accept'>, 'target' | 'actor'>,
  isAccepted: boolean,
) {
  const { texts, records, runs } = deps;
  if (!actor.moderates) return { text: texts.not_allowed };
  const isTaken = await runs.decideDraft({ messageId, accept: isAccepted });
  if (!isTaken) return { text: texts.draft_settled };
  if (isAccepted)
    await records.vote({ messageId: questionIdOf(messageId), userId: actor.id, helpful: true, byTeam: true });
  return { text: isAccepted ? texts.draft_accepted : texts.draft_dropped, isDone: true } as const;
}

async function correctRecord(
  deps: HandlerDeps,
  { record, request }: { readonly record: ReplyRecord; readonly request: RequestOf<'correct'> },
) {
  const { requestId, text, actor } = request;
  const { messageId, postedThreadId, question, authorId, sourceIds, channelId } = record;
  if (question === '') return { text: deps.texts.gone };
  for (const answer of answersBehind(record)) await deps.records.dropFromRecall(answer);
  const qaId = await appendCorrection(deps, {
    entry: {
      conversationId: postedThreadId === null ? `reply_${messageId}` : `thread_${postedThreadId}`,
      messageIds: [messageId],
      turns: [{ label: 'User', text: question }],
    },
    origin: {
      link: null,
      correctedSourceIds: sourceIds.filter(isTeamSource),
      authorIds: [authorId],
      channelId,
    },
    messageId: requestId,
    memberId: actor.id,
    text,
    now: deps.now(),
  });
  return learnEntry(deps, qaId);
}

async function learnEntry({ runs, texts }: HandlerDeps, qaId: QaId | null) {
  if (qaId === null) return { text: texts.gone };
  await runs.startEntryCapture(qaId);
  return { text: texts.learning, isDone: true } as const;
}

async function learn({ records, runs, texts }: HandlerDeps, snapshot: Snapshot) {
  // It holds words of a person who was erased meanwhile.
  if (!(await records.saveSnapshot(snapshot))) return { text: texts.gone };
  await runs.startCapture(routedBatchOf(snapshot));
  return { text: texts.learning, isDone: true } as const;
}
