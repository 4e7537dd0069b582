import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { buttonActions } from '../../domain/posting/post-buttons.ts';
import english from '../texts/en.json' with { type: 'json' };

/**
 * Every fixed text that members read. config/texts/en.json defines the keys and their placeholders; the other files there have the
 * same ones, and a community replaces single texts under `texts.<language>`. Headings have no markup; posts add it.
 */
export type Texts = Readonly<typeof english>;

type OwnTexts = {
  readonly [Key in keyof Texts]?: Texts[Key] extends string ? string : Partial<Texts[Key]>;
};

const folder = new URL('../texts/', import.meta.url);

/** Named after the files, English first. */
export const languages: readonly string[] = [
  'en',
  ...readdirSync(folder).flatMap((name) => /^(?!en\b)([a-z]{2})\.json$/u.exec(name)?.[1] ?? []),
];

const over = (texts: Texts, ownTexts: OwnTexts = {}): Texts => ({
  ...texts,
  ...ownTexts,
  desk: { ...texts.desk, ...ownTexts.desk },
  commands: { ...texts.commands, ...ownTexts.commands },
  widget: { ...texts.widget, ...ownTexts.widget },
});

const shipped = new Map(
  languages.map((language) => {
    const text = readFileSync(new URL(`${language}.json`, folder), 'utf8');
    return [language, over(english, JSON.parse(text) as OwnTexts)];
  }),
);

/** The texts that come with Steward in a language. What its file lacks is English. */
export const textsOf = (language: string): Texts => shipped.get(language) ?? english;

/** The longest texts: Discord's limits and, for what is posted whole with lists or a pair below it, a part of a message. */
const limits: readonly (readonly [RegExp, number])[] = [
  [/^commands\.menu_/u, 32],
  [/^(?:commands\.|thread_title$)/u, 100],
  [/_(?:title|label)$/u, 45],
  [new RegExp(`^desk\\.(?:${buttonActions.join('|')})$`, 'u'), 80],
];

const placeholdersIn = (text: string): string => [...new Set(text.match(/\{\w+\}/gu))].toSorted().join(', ');

/** Without its placeholders, a text would not call the helper or lead to the page; members would read the braces of others. */
function ownText(key: string, usual: string) {
  const names = placeholdersIn(usual);
  const max = limits.find(([keys]) => keys.test(key))?.[1] ?? (names === '' ? 1000 : 500);
  return z
    .string()
    .regex(/\S/u)
    .max(max)
    .refine((text) => placeholdersIn(text) === names)
    .meta({
      expects: `text of at most ${max} characters, not blank, with ${names === '' ? 'no placeholders' : names}`,
    })
    .optional();
}

const ownTexts = (group: object, at = ''): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(group).map(([key, usual]: [string, string | object]) => [
        key,
        typeof usual === 'string'
          ? ownText(`${at}${key}`, usual)
          : ownTexts(usual, `${at}${key}.`).optional(),
      ]),
    ),
  );

export const texts = z
  .object({
    language: z
      .enum(languages)
      .default('en')
      .describe("The language of these texts if the asker's language is unknown or has none."),
  })
  .catchall(ownTexts(english).meta({ expects: 'a group of texts, with the keys of config/texts/en.json' }))
  .check(({ value, issues }) => {
    for (const name of Object.keys(value).filter((one) => one !== 'language' && !languages.includes(one))) {
      const message = `language, or a language that has a file: ${languages.join(', ')}`;
      issues.push({ code: 'custom', message, input: value[name], path: [name] });
    }
  })
  .transform(({ language, ...own }) => ({
    language,
    en: over(english, own['en']),
    ...Object.fromEntries(languages.map((name) => [name, over(textsOf(name), own[name])])),
  }));
