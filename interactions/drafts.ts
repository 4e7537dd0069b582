import { composeAnswer } from '../domain/posting/compose-reply.ts';
import { correctPair } from './correct-entry.ts';
import { formSnapshot, snapshotOfRow } from '../domain/intake/form-snapshot.ts';
import { discordLink } from '../domain/intake/message.ts';
import { captureMasks, isMasked } from '../domain/team/form-pair.ts';
import { fillText } from '../domain/values/text.ts';
import { routedBatchOf } from '../domain/intake/snapshot.ts';
import { questionIdOf } from '../domain/reply/reply-record.ts';
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
    if (!actor.moderates) return { text: deps.texts.team_only };
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
    await records.revise(messageId, (draft) =>
      draft.status === 'held' && draft.post ? { post, answer: text } : null,
    );
    return decide(deps, request, true);
  },

  /** Captures a team member's correction as if they had replied to the answer, also when only the question's row is kept. */
  correct: async (deps, { requestId, target: messageId, text, actor }) => {
    const { records, runs, config, texts, now } = deps;
    if (!actor.isTeam) return { text: texts.team_only };
    const record = await records.replyRecord(messageId);
    if (!record || record.question === '') return { text: texts.gone };
    const mask = captureMasks[config.kb.capture_mask];
    if (isMasked([{ label: 'Team', text: mask(text) }])) {
      const { guildId, channelId: locationId } = record;
      return {
        text: fillText(texts.not_learned_masked, { link: discordLink({ guildId, locationId, messageId }) }),
      };
    }
    const question = (await records.snapshot(messageId)) ?? snapshotOfRow(record);
    const snapshot = formSnapshot({ requestId, question, record, member: actor, text, now: now() });
    // It holds words of a person who was erased meanwhile.
    if (!(await records.saveSnapshot(snapshot))) return { text: texts.gone };
    await runs.startCapture(routedBatchOf(snapshot));
    return { text: texts.learning, isDone: true };
  },

  /** Captures a correction behind the pair's entry in the archive. */
  correct_pair: async (deps, { requestId: messageId, qaId, text, actor }) => {
    const { runs, texts, now, config } = deps;
    if (!actor.isTeam) return { text: texts.team_only };
    const mask = captureMasks[config.kb.capture_mask];
    const typed = { messageId, memberId: actor.id, text, now: now() };
    const corrected = await correctPair(deps, { qaId, mask, ...typed });
    if (corrected === 'masked') return { text: fillText(texts.not_learned_masked, { link: qaId }) };
    if (corrected === null) return { text: texts.gone };
    await runs.startEntryCapture(corrected);
    return { text: texts.learning, isDone: true };
  },
};

async function decide(
  deps: HandlerDeps,
  { target: messageId, actor }: Pick<RequestOf<'accept'>, 'target' | 'actor'>,
  isAccepted: boolean,
) {
  const { texts, records, runs } = deps;
  if (!actor.moderates) return { text: texts.team_only };
  // A draft whose sources have changed again is gone, and its buttons are about to be.
  if ((await records.replyRecord(messageId))?.status !== 'held') return { text: texts.draft_settled };
  const isTaken = await runs.decideDraft({ messageId, accept: isAccepted });
  if (!isTaken) return { text: texts.draft_settled };
  if (isAccepted)
    await records.vote({ messageId: questionIdOf(messageId), userId: actor.id, helpful: true, byTeam: true });
  return { text: isAccepted ? texts.draft_accepted : texts.draft_dropped, isDone: true } as const;
}
