import type { Decision } from '../../domain/models/decisions.ts';
import { detectLanguage } from '../../domain/language/detect-language.ts';
import { undetermined } from '../../domain/language/language-codes.ts';
import type { Section } from '../../domain/models/prompt-sections.ts';
import { textOf } from '../question.ts';

/** It reads English alone: what no other language is sure of, it takes for English. It translates nothing. */
export function nameLanguage(sections: readonly Section[]): Decision<'LLMTranslationResult'> {
  const language = detectLanguage(textOf(sections, 'passage'));
  return { language: language === undetermined ? 'eng' : language, translation: null };
}
