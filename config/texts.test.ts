import { detectLanguage } from '../domain/language/detect-language.ts';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsIn } from '../adapters/discord/interactions/commands.ts';
import { loadGiven, mistakes } from '../test/support/values/load-given.ts';
import { ConfigError } from './problem.ts';
import { configSchema } from './schema.ts';
import { languages, textsOf, type Texts } from './schema/texts.ts';
import { textsByLanguage, textsFor } from './texts-for.ts';

/** Every text by its path. */
const flat = (texts: object, at = ''): readonly (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${at}${key}`, text] as const] : flat(text as object, `${at}${key}.`),
  );
const english = new Map(flat(textsOf('en')));
const placeholders = (text: string) => (text.match(/\{\w+\}|\/steward \w+/gu) ?? []).toSorted();

it('every file of texts is named by a two-letter code, and English is first', () => {
  const files = readdirSync(new URL('texts', import.meta.url));
  expect(languages.map((language) => `${language}.yaml`).toSorted()).toEqual(files.toSorted());
  expect(languages[0]).toBe('en');
});

describe.each(languages)('the texts in %s', (language) => {
  it('are all there, with the same placeholders, commands and small print as in English', () => {
    for (const [key, text] of flat(textsOf(language))) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(english.get(key) ?? '')]);
      expect([key, text.startsWith('-# ')]).toEqual([key, english.get(key)?.startsWith('-# ')]);
    }
  });

  it('are not left in English', () => {
    if (language === 'en') return;
    const same = flat(textsOf(language)).filter(([key, text]) => english.get(key) === text);
    // Words that are the same in both.
    expect(
      same.map(([, text]) => text).filter((text) => !['Links', 'Question', 'Links'].includes(text)),
    ).toEqual([]);
  });
});

it('a key that is missing or too long is named with its file', () => {
  const broken = (change: (texts: Record<string, object>) => void) => {
    const texts = structuredClone(textsOf('fr')) as unknown as Record<string, object>;
    change(texts);
    return () => textsOf('xx', () => JSON.stringify(texts));
  };
  const missing = broken(({ desk }) => delete (desk as Record<string, string>)['helpful']);
  expect(missing).toThrow(ConfigError);
  expect(missing).toThrow(
    'texts.xx.desk.helpful: found nothing, expected text of at most 80 characters, not blank (config/texts/xx.yaml)',
  );
  const long = broken(({ desk }) => Object.assign(desk ?? {}, { reason_title: 'x'.repeat(46) }));
  expect(long).toThrow(/texts\.xx\.desk\.reason_title: found "x+", expected .*at most 45 characters/u);
  const flattened = broken((all) => Object.assign(all, { desk: 'Oui' }));
  expect(flattened).toThrow('texts.xx.desk: found "Oui", expected a group of texts');
  const unknown = broken(({ desk }) => Object.assign(desk ?? {}, { helpfull: 'Oui' }));
  expect(unknown).toThrow('texts.xx.desk.helpfull: found an unknown key');
});

/** A language that there will be no file for. */
const klingon = 'tlh';

describe('the texts for a member', () => {
  const texts = textsFor(configSchema.parse({}));
  const notCovered = (language: string | null, over: object = {}) =>
    textsFor(configSchema.parse({ texts: over }))(language).not_covered;

  it.each([
    ['Wie kann ich den Port ändern, auf dem der Server lauscht?', 'de'],
    ['¿Cómo puedo cambiar el puerto en el que escucha el servidor?', 'es'],
    ['Jak mogę zmienić port, na którym nasłuchuje serwer?', 'pl'],
    ['サーバーのポートを変更するにはどうすればいいですか？', 'ja'],
    ['怎样更改服务器监听的端口？', 'zh'],
    ['Làm thế nào để thay đổi cổng mà máy chủ đang lắng nghe?', 'vi'],
  ])('who writes %j are in %s', (words, language) => {
    expect(texts(detectLanguage(words))).toEqual(textsOf(language));
  });

  it('are English for another language, or those of the community', () => {
    expect(notCovered(klingon)).toBe(textsOf('en').not_covered);
    expect(notCovered(klingon, { language: 'it' })).toBe(textsOf('it').not_covered);
    expect(notCovered('und', { language: 'it' })).toBe(textsOf('it').not_covered);
    expect(notCovered(null, { language: 'it' })).toBe(textsOf('it').not_covered);
  });

  it('may be overridden one by one', () => {
    const { config } = loadGiven({ yaml: 'texts: { de: { desk: { helpful: Super } } }' });
    const german = textsFor(config)('deu');
    expect(german.desk).toEqual({ ...textsOf('de').desk, helpful: 'Super' } satisfies Texts['desk']);
  });

  it.each([
    ['human_needed', 'role'],
    ['draft_heading', 'link'],
    ['capture_heading', 'link'],
    ['page_link', 'link'],
  ])('keep what %s is there to tell: {%s}', (key, name) => {
    const { message } = mistakes({ yaml: `texts:\n  de:\n    desk:\n      ${key}: 'Hier: {${name}n}'` });
    expect(message).toContain(
      `texts.de.desk.${key}: found "Hier: {${name}n}", expected text of at most 500 characters with {${name}} (c.yaml:4)`,
    );
  });

  it.each([
    [
      'en',
      'unlearned',
      'Removed {cout} pairs',
      /^only the placeholders (?:\{\w+\}(?:, )?)+, and not \{cout\}$/u,
    ],
    ['fr', 'helpful', 'Oui {name}', /^no placeholders here, and not \{name\}$/u],
  ])('have no placeholder that Steward does not fill (%s, %s)', (language, key, text, expected) => {
    const { problems } = mistakes({ yaml: `texts: { ${language}: { desk: { ${key}: '${text}' } } }` });
    expect(problems).toMatchObject([
      { path: `texts.${language}.desk.${key}`, found: JSON.stringify(text), origin: 'c.yaml:1' },
    ]);
    expect(problems[0]?.expected).toMatch(expected);
  });

  it('leave room in a message for what stands below', () => {
    const { problems } = mistakes({ yaml: `texts: { fr: { greeted: ${'a'.repeat(1001)} } }` });
    expect(problems.map(({ path, expected }) => [path, expected])).toEqual([
      ['texts.fr.greeted', 'text of at most 1000 characters, not blank'],
    ]);
  });

  it('of a language that there is no file for are refused', () => {
    const { problems } = mistakes({ yaml: 'texts: { xx: { not_covered: No idea. } }' });
    expect(problems.map(({ path }) => path)).toEqual(['texts.xx']);
  });
});

it("Discord's list of commands has each text in every language, and menus keep the names that Steward knows them by", () => {
  const commands = commandsIn(textsByLanguage(configSchema.parse({}).texts));
  const ask = commands.find(({ name }) => name === 'ask');
  expect(ask).toMatchObject({
    description: textsOf('en').commands.ask,
    description_localizations: { de: textsOf('de').commands.ask, 'zh-CN': textsOf('zh').commands.ask },
  });
  const menu = commands.find(({ name }) => name === 'Learn this');
  expect(menu?.name_localizations).toMatchObject({ 'pt-BR': 'Aprender isto', 'en-US': 'Learn this' });
  const locales = Object.keys(menu?.name_localizations ?? {});
  expect(new Set(locales.map((locale) => locale.slice(0, 2)))).toEqual(new Set(languages));
  const ofTwo = ['en-GB', 'es-419'];
  expect(locales).toEqual(expect.arrayContaining(ofTwo));
  expect(locales).toHaveLength(languages.length + ofTwo.length);
});
