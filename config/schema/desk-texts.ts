import { z } from 'zod';
import type { DeskTexts } from '../desk-texts.ts';
import { filledText } from './fields.ts';

/** Discord's limits: 80 characters on a button, 45 above a form and its field. */
const button = (text: string) =>
  filledText().max(80).default(text).describe('On a button, at most 80 characters.');
const form = (text: string) =>
  filledText().max(45).default(text).describe('Above a form or its field, at most 45 characters.');
const sentence = (text: string, when: string) => filledText().default(text).describe(when);

export const deskTexts = (texts: DeskTexts) =>
  z.strictObject({
    helpful: button(texts.helpful),
    not_helpful: button(texts.not_helpful),
    ask_human: button(texts.ask_human),
    remove: button(texts.remove),
    correct: button(texts.correct),
    accept: button(texts.accept),
    edit: button(texts.edit),
    drop: button(texts.drop),
    reason_title: form(texts.reason_title),
    reason_label: form(texts.reason_label),
    correction_title: form(texts.correction_title),
    correction_label: form(texts.correction_label),
    draft_title: form(texts.draft_title),
    draft_label: form(texts.draft_label),
    thanks: sentence(texts.thanks, 'After a vote.'),
    human_needed: sentence(
      texts.human_needed,
      'Posted once when a member asks for a person. `{role}` is the helper role: the only one ever pinged.',
    ),
    human_called: sentence(texts.human_called, 'To the member who asked for a person.'),
    removed: sentence(texts.removed, 'After an answer was removed.'),
    learning: sentence(texts.learning, 'After a correction, or "Learn this".'),
    nothing_learned: sentence(texts.nothing_learned, 'To "Unlearn" on a message that taught nothing.'),
    unlearned: sentence(texts.unlearned, 'After "Unlearn". `{count}` is how many pairs went.'),
    not_allowed: sentence(texts.not_allowed, 'To somebody who may not do this.'),
    gone: sentence(texts.gone, 'When the answer or the conversation is no longer kept.'),
    cannot_now: sentence(texts.cannot_now, 'When something failed. Never the cause.'),
    not_here: sentence(texts.not_here, 'To a command in a channel that is not listed, or paused.'),
    nothing_asked: sentence(texts.nothing_asked, 'To an empty question.'),
    draft_heading: sentence(
      texts.draft_heading,
      'Above a draft in the team channel. `{link}` is the question.',
    ),
    draft_accepted: sentence(texts.draft_accepted, 'Below a draft that was posted.'),
    draft_dropped: sentence(texts.draft_dropped, 'Below a draft that was dropped.'),
    draft_expired: sentence(texts.draft_expired, 'Below a draft that nobody decided on in time.'),
    draft_settled: sentence(texts.draft_settled, 'To a decision that comes too late.'),
    why_heading: sentence(texts.why_heading, 'Above what "Why this answer" shows.'),
    why_nothing: sentence(texts.why_nothing, 'To "Why this answer" on another message.'),
    forget_me_question: sentence(texts.forget_me_question, 'Asked before a person is forgotten.'),
    forget_me: button(texts.forget_me),
    forgotten: sentence(texts.forgotten, 'After a person was forgotten.'),
    paused: sentence(texts.paused, 'After `/steward pause`.'),
    paused_everywhere: sentence(texts.paused_everywhere, 'After `/steward pause` everywhere.'),
    resumed: sentence(texts.resumed, 'After `/steward resume`.'),
    resumed_everywhere: sentence(texts.resumed_everywhere, 'After `/steward resume` everywhere.'),
  });
