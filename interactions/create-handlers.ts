import type { InteractionHandlers, InteractionRequest } from '../domain/ports/interactions.ts';
import { ask } from './ask.ts';
import type { HandlerDeps, Handlers, InteractionHandler } from './handler.ts';
import { draftHandlers } from './drafts.ts';
import { answerHandlers } from './feedback.ts';
import { gapHandlers } from './gaps.ts';
import { messageHandlers } from './messages.ts';
import { openPage } from './moderator-page.ts';
import { deskHandlers } from './operate.ts';

const handlers: Handlers<InteractionRequest['kind']> = {
  ...answerHandlers,
  ...draftHandlers,
  ...gapHandlers,
  ...messageHandlers,
  ...deskHandlers,
  ask,
  page: openPage,
};

/** The handlers of all requests. State is in the store, and effects are runs that outlive this process. */
export const createInteractionHandlers = (deps: HandlerDeps): InteractionHandlers => ({
  // Each handler accepts only requests of its own kind. The table guarantees it, but an indexed access loses the type.
  handle: (request) =>
    (handlers[request.kind] as InteractionHandler<InteractionRequest['kind']>)(deps, request),
  async draft(messageId) {
    const record = await deps.records.replyRecord(messageId);
    return record?.status === 'held' ? record.answer : null;
  },
});
