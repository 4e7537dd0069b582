import { detectLanguage } from '../domain/language/detect-language.ts';
import type { Config } from './schema.ts';

/** All that members read, in one language. */
export type Texts = Config['texts']['en'];

/** In the language of a member's words, as far as there are texts in it; else in the community's. */
export type TextsFor = (words: string) => Texts;

const languages: Readonly<Record<string, 'en' | 'fr'>> = { eng: 'en', fra: 'fr' };

/** Without `ai_response.footer` the line below answers is empty. */
export const textsFor =
  ({ ai_response: ai, texts }: Pick<Config, 'ai_response' | 'texts'>): TextsFor =>
  (words) => {
    const found = texts[languages[detectLanguage(words)] ?? texts.language];
    return ai.footer ? found : { ...found, ai_footer: '' };
  };
