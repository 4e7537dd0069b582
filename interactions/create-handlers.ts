import type { InteractionHandlers, InteractionRequest } from '../domain/ports/interactions.ts';
import { ask } from './ask-question.ts';
import type { HandlerDeps, Handlers, InteractionHandler } from './handler.ts';
import { draftHandlers } from './drafts.ts';
import { answerHandlers } from './feedback.ts';
import { messageHandlers } from './messages.ts';
import { openPage } from './moderator-page.ts';
import { deskHandlers } from './operate.ts';

const handlers: Handlers<InteractionRequest['kind']> = {
  ...answerHandlers,
  ...draftHandlers,
  ...messageHandlers,
  ...deskHandlers,
  ask,
  page: openPage,
};

/** The handlers of all requests. State is in the store, and effects are runs that outlive this process. */
export const createInteractionHandlers = (deps: HandlerDeps): InteractionHandlers => ({
  async handle(request) {
    const { kind, requestId, actor, location } = request;
    const { guildId, channelId } = location;
    const limits = deps.config.budget;
    const share = { id: `${kind}/${requestId}`, kind: 'requested', guildId, channelId, limits } as const;
    const mayAsk =
      actor.moderates || (await deps.records.takeShare({ ...share, userId: actor.id, now: deps.now() }));
    if (!mayAsk) return { text: deps.texts.too_often };
    // Each handler accepts only requests of its own kind. The table guarantees it, but an indexed access loses the type.
    return (handlers[kind] as InteractionHandler<InteractionRequest['kind']>)(deps, request);
  },
  async draft(messageId) {
    const record = await deps.records.replyRecord(messageId);
    if (record?.status !== 'held') return null;
    return record.answer ?? record.post?.parts.join('\n\n') ?? null;
  },
});
