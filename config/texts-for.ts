import { toLanguageCode, type LanguageCode } from '../domain/language/language-codes.ts';
import type { Config } from './schema.ts';
import { languages, type Texts } from './schema/texts.ts';

/** The texts in a language or, if there are none or it is null, in the community's language. */
export type TextsFor = (language: LanguageCode | null) => Texts;

const textsIn = (texts: Config['texts'], language: string): Texts =>
  (texts as unknown as Readonly<Record<string, Texts>>)[language] ?? texts.en;

/** The community's texts in every language that has a file. */
export const textsByLanguage = (texts: Config['texts']): TextsByLanguage => ({
  ...Object.fromEntries(languages.map((language) => [language, textsIn(texts, language)])),
  en: texts.en,
});

export type TextsByLanguage = Readonly<Record<string, Texts>> & { readonly en: Texts };

const byCode = new Map(languages.map((language) => [toLanguageCode(language), language]));

/** Without `ai_response.footer`, answers have an empty footer. */
export const textsFor =
  ({ ai_response: ai, texts }: Pick<Config, 'ai_response' | 'texts'>): TextsFor =>
  (language) => {
    const languageTexts = textsIn(texts, (language !== null && byCode.get(language)) || texts.language);
    return ai.footer ? languageTexts : { ...languageTexts, ai_footer: '' };
  };
