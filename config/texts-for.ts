import { toLanguageCode, type LanguageCode } from '../domain/language/language-codes.ts';
import type { Config } from './schema.ts';
import { languages, type Texts } from './schema/texts.ts';

/** In a language, as far as there are texts in it; else, and for null, in the community's. */
export type TextsFor = (language: LanguageCode | null) => Texts;

/** The community's texts in a language that has a file. */
const textsIn = (texts: Config['texts'], language: string): Texts =>
  (texts as unknown as Readonly<Record<string, Texts>>)[language] ?? texts.en;

/** Every language that has a file, with the community's texts in it. */
export const textsByLanguage = (texts: Config['texts']): TextsByLanguage => ({
  ...Object.fromEntries(languages.map((language) => [language, textsIn(texts, language)])),
  en: texts.en,
});

export type TextsByLanguage = Readonly<Record<string, Texts>> & { readonly en: Texts };

const byCode = new Map(languages.map((language) => [toLanguageCode(language), language]));

/** Without `ai_response.footer` the line below answers is empty. */
export const textsFor =
  ({ ai_response: ai, texts }: Pick<Config, 'ai_response' | 'texts'>): TextsFor =>
  (language) => {
    const found = textsIn(texts, (language !== null && byCode.get(language)) || texts.language);
    return ai.footer ? found : { ...found, ai_footer: '' };
  };
