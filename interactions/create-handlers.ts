import type { InteractionHandlers, InteractionRequest } from '../domain/ports/interactions.ts';
import { ask } from './ask.ts';
import type { HandlerDeps, InteractionHandler } from './handler.ts';
import { accept, correct, correctPair, drop, edit } from './drafts.ts';
import { askHuman, removeAnswer, solved, threadSolved, vote } from './feedback.ts';
import { dismissGap, startGapDraft, endGap } from './gaps.ts';
import {
  captureMessage,
  acceptCapture,
  refuseCapture,
  retractMessage,
  retractPair,
  why,
} from './messages.ts';
import { openPage } from './open-page.ts';
import { eraseMe, pause, resume, showOverview } from './operate.ts';

const handlers: { readonly [Kind in InteractionRequest['kind']]: InteractionHandler<Kind> } = {
  vote,
  solved,
  thread_solved: threadSolved,
  ask_human: askHuman,
  remove: removeAnswer,
  correct,
  accept,
  edit,
  drop,
  learn: acceptCapture,
  dont_learn: refuseCapture,
  gap_draft: startGapDraft,
  gap_dismiss: dismissGap,
  gap_done: endGap,
  ask,
  capture: captureMessage,
  retract: retractMessage,
  retract_pair: retractPair,
  correct_pair: correctPair,
  why,
  forget_me: eraseMe,
  pause,
  resume,
  show: showOverview,
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
