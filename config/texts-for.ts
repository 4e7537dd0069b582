import { detectLanguage } from '../domain/language/detect-language.ts';
import { toLanguageCode } from '../domain/language/language-codes.ts';
import type { Config } from './schema.ts';
import { languages, type Texts } from './schema/texts.ts';

export type { Texts };

/** In the language of a member's words, as far as there are texts in it; else, and for null, in the community's. */
export type TextsFor = (words: string | null) => Texts;

/** The community's texts in a language that has a file. */
export const textsIn = (texts: Config['texts'], language: string): Texts =>
  (texts as unknown as Readonly<Record<string, Texts>>)[language] ?? texts.en;

const byCode = new Map(languages.map((language) => [toLanguageCode(language), language]));

/** Without `ai_response.footer` the line below answers is empty. */
export const textsFor =
  ({ ai_response: ai, texts }: Pick<Config, 'ai_response' | 'texts'>): TextsFor =>
  (words) => {
    const language = words === null ? undefined : byCode.get(detectLanguage(words));
    const found = textsIn(texts, language ?? texts.language);
    return ai.footer ? found : { ...found, ai_footer: '' };
  };
