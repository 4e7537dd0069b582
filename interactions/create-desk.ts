import type { Desk, DeskRequest } from '../domain/ports/desk.ts';
import { ask } from './ask.ts';
import type { DeskDeps, Handler } from './desk-deps.ts';
import { accept, correct, drop, edit } from './drafts.ts';
import { askHuman, remove, vote } from './feedback.ts';
import { learn, unlearn, why } from './lessons.ts';
import { forgetMe, pause, resume, show } from './operate.ts';

const handlers: { readonly [Kind in DeskRequest['kind']]: Handler<Kind> } = {
  vote,
  ask_human: askHuman,
  remove,
  correct,
  accept,
  edit,
  drop,
  ask,
  learn,
  unlearn,
  why,
  forget_me: forgetMe,
  pause,
  resume,
  show,
};

/** The desk of one Steward: state in the store, effects by runs that outlive this process. */
export const createDesk = (deps: DeskDeps): Desk => ({
  // Each handler takes requests of its own kind, which the table says and the type of an index does not.
  handle: (request) => (handlers[request.kind] as Handler<DeskRequest['kind']>)(deps, request),
  async draft(messageId) {
    const record = await deps.storage.records.replyRecord(messageId);
    return record?.status === 'held' ? record.answer : null;
  },
});
