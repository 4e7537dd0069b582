import { composeAnswer } from '../domain/posting/compose-reply.ts';
import { formSnapshot } from '../domain/intake/form-snapshot.ts';
import { routedBatchOf } from '../domain/intake/snapshot.ts';
import type { RequestOf, HandlerDeps, InteractionHandler } from './handler.ts';

/** What the team decides about answers: before they are posted, and after. */

export const accept: InteractionHandler<'accept'> = (deps, request) => decide(deps, request, true);

export const drop: InteractionHandler<'drop'> = (deps, request) => decide(deps, request, false);

/** The edited text takes the draft's place, with the same links, and is posted. */
export const edit: InteractionHandler<'edit'> = async (deps, request) => {
  const { messageId, text, actor } = request;
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
  // What it was translated from says what the team has changed.
  if (record.untranslatedAnswer !== null) await records.dropFromRecall(messageId);
  await records.reviseHeld(messageId, { post, answer: text });
  return decide(deps, request, true);
};

async function decide(
  deps: HandlerDeps,
  { messageId, actor }: Pick<RequestOf<'accept'>, 'messageId' | 'actor'>,
  isAccepted: boolean,
) {
  const { texts, records, runs } = deps;
  if (!actor.moderates) return { text: texts.not_allowed };
  const isTaken = await runs.decideDraft({ messageId, accept: isAccepted });
  if (!isTaken) return { text: texts.draft_settled };
  if (isAccepted) await records.vote({ messageId, userId: actor.id, helpful: true, byTeam: true });
  return { text: isAccepted ? texts.draft_accepted : texts.draft_dropped, isDone: true } as const;
}

/** What a team member says is right instead is captured as if they had replied to the answer. */
export const correct: InteractionHandler<'correct'> = async (deps, { requestId, messageId, text, actor }) => {
  const { records, runs, texts, now } = deps;
  if (!actor.isTeam) return { text: texts.not_allowed };
  const record = await records.replyRecord(messageId);
  const question = await records.snapshot(messageId);
  if (!record || !question) return { text: texts.gone };
  const snapshot = formSnapshot({ requestId, question, record, member: actor, text, now: now() });
  // It holds words of a person who was erased meanwhile.
  if (!(await records.saveSnapshot(snapshot))) return { text: texts.gone };
  await runs.startCapture(routedBatchOf(snapshot));
  return { text: texts.learning, isDone: true };
};
