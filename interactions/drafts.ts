import { composeAnswer } from '../domain/posting/compose-reply.ts';
import { formSnapshot, pairCorrection } from '../domain/intake/form-snapshot.ts';
import { routedBatchOf, snapshotOfPair, type Snapshot } from '../domain/intake/snapshot.ts';
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

  /** Captures a team member's correction as if they had replied to the answer. */
  correct: async (deps, request) => {
    const { requestId, target: messageId, text, actor } = request;
    const { records, texts, now } = deps;
    if (!actor.isTeam) return { text: texts.not_allowed };
    const record = await records.replyRecord(messageId);
    const question = await records.snapshot(messageId);
    if (!record || !question) return { text: texts.gone };
    return learn(deps, formSnapshot({ requestId, question, record, member: actor, text, now: now() }));
  },

  /** Captures a correction as if it followed the conversation of the pair, while that is kept. */
  correct_pair: async (deps, request) => {
    const { requestId, qaId, text, actor } = request;
    const { records, texts, now } = deps;
    if (!actor.isTeam) return { text: texts.not_allowed };
    const said = await snapshotOfPair(records, qaId);
    if (!said || (await deps.library.retracted()).has(qaId)) return { text: texts.gone };
    return learn(deps, pairCorrection({ requestId, said, member: actor, text, now: now() }));
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
  if (isAccepted) await records.vote({ messageId, userId: actor.id, helpful: true, byTeam: true });
  return { text: isAccepted ? texts.draft_accepted : texts.draft_dropped, isDone: true } as const;
}

async function learn({ records, runs, texts }: HandlerDeps, snapshot: Snapshot) {
  // It holds words of a person who was erased meanwhile.
  if (!(await records.saveSnapshot(snapshot))) return { text: texts.gone };
  await runs.startCapture(routedBatchOf(snapshot));
  return { text: texts.learning, isDone: true } as const;
}
