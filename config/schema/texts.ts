import { z } from 'zod';
import { englishTexts, frenchTexts, type MemberTexts } from '../texts.ts';
import { deskTexts } from './desk-texts.ts';
import { filledText } from './fields.ts';

const language = (texts: MemberTexts) =>
  z.strictObject({
    not_covered: filledText()
      .default(texts.not_covered)
      .describe('To a member who asked directly, when nothing covers the question.'),
    out_of_scope: filledText()
      .default(texts.out_of_scope)
      .describe('To a member who asked directly, when it has nothing to do with the project.'),
    nearest_pages: filledText()
      .default(texts.nearest_pages)
      .describe('Above up to three pages that come nearest.'),
    cannot_look_up: filledText()
      .default(texts.cannot_look_up)
      .describe('To a member who asked directly, when something failed. Never the cause.'),
    say_more: filledText()
      .default(texts.say_more)
      .describe('To a member who asked directly in one or two words, above the nearest pages.'),
    refused: filledText()
      .default(texts.refused)
      .describe('To a member who asked directly, when moderation stops a question or it is in no language.'),
    links_heading: filledText().default(texts.links_heading).describe('Above the sources of an answer.'),
    answered_by_team: filledText()
      .default(texts.answered_by_team)
      .describe('Names a source that is an answer of the team.'),
    earlier_answer: filledText()
      .default(texts.earlier_answer)
      .describe('Above an answer that was given to an earlier question.'),
    ai_footer: filledText()
      .default(texts.ai_footer)
      .describe('The last line of an answer, if `ai_response.footer` is on.'),
    desk: deskTexts(texts.desk)
      .prefault({})
      .describe('Buttons, forms, and what is said to who presses them.'),
  });

export const texts = z.strictObject({
  language: z
    .enum(['en', 'fr'])
    .default('en')
    .describe('The language of these texts, where that of the asker cannot be told or has none.'),
  en: language(englishTexts).prefault({}).describe('What members read, in English.'),
  fr: language(frenchTexts).prefault({}).describe('What members read, in French.'),
});
