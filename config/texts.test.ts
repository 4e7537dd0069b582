import { detectLanguage } from '../domain/language/detect-language.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsIn } from '../adapters/discord/interactions/commands.ts';
import { loadGiven, mistakes } from '../test/support/values/load-given.ts';
import { buttonActions } from '../domain/posting/post-buttons.ts';
import { withoutSmallPrint } from '../domain/intake/conversation.ts';
import { configSchema, parseAll } from './schema.ts';
import { languages, textsOf, type Texts } from './schema/texts.ts';
import { textsByLanguage, textsFor } from './texts-for.ts';

const codes = readdirSync(new URL('texts', import.meta.url)).map((name) => name.replace('.json', ''));
const fileOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`texts/${language}.json`, import.meta.url), 'utf8')) as object;

/** Every text by its path. */
const flat = (texts: object, at = ''): readonly (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${at}${key}`, text] as const] : flat(text as object, `${at}${key}.`),
  );
const english = flat(fileOf('en'));

it('every file of texts is named by a two-letter code, and English is first', () => {
  expect(languages.toSorted()).toEqual(codes.toSorted());
  expect(languages[0]).toBe('en');
});

describe('the texts of all languages', () => {
  it('name the links below an answer by headings that models are not shown again', () => {
    const headings = codes.map((code) => (fileOf(code) as Texts).links_heading);
    const shown = headings.filter((heading) => withoutSmallPrint(`**${heading}**\n- Ports`) !== '');
    expect(shown).toEqual([]);
  });

  it('have the keys of English, the same placeholders, and fit into their places on Discord', () => {
    const missing = codes.flatMap((language) => {
      const keys = new Set(flat(fileOf(language)).map(([key]) => key));
      return english.filter(([key]) => !keys.has(key)).map(([key]) => `texts.${language}.${key}: missing`);
    });
    const given = { texts: Object.fromEntries(codes.map((language) => [language, fileOf(language)])) };
    const wrong = parseAll(given).issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect([...missing, ...wrong]).toEqual([]);
  });

  it('name the same commands, and are small print where English is', () => {
    const form = (text: string) => [text.startsWith('-# '), ...(text.match(/\/steward \w+/gu) ?? [])];
    const forms = (texts: Texts) => flat(texts).map(([key, text]) => [key, ...form(text)]);
    for (const language of codes) expect(forms(textsOf(language))).toEqual(forms(textsOf('en')));
  });

  it('are not left in English, except words that are the same in both', () => {
    const own = english.filter(([, text]) => !['Links', 'Question'].includes(text));
    const left = codes.flatMap((language) => {
      const texts = new Map(flat(fileOf(language)));
      const same = language === 'en' ? [] : own.filter(([key, text]) => texts.get(key) === text);
      return same.map(([key, text]) => `config/texts/${language}.json: ${key}: ${text}`);
    });
    expect(left).toEqual([]);
  });
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
    ['human_needed', 'Hier', '500 characters, not blank, with {role}'],
    ['page_link', 'Hier: {linkn}', '500 characters, not blank, with {link}'],
    ['unlearned', 'Weg: {cout}', '500 characters, not blank, with {count}'],
    ['helpful', 'Ja {name}', '80 characters, not blank, with no placeholders'],
    ['helpful', ' ', '80 characters, not blank, with no placeholders'],
    ['reason_title', 'x'.repeat(46), '45 characters, not blank, with no placeholders'],
  ])('keep the placeholders and the length of their place: %s %j', (key, text, expected) => {
    const { problems } = mistakes({ yaml: `texts:\n  de:\n    desk:\n      ${key}: '${text}'` });
    expect(problems).toEqual([
      {
        path: `texts.de.desk.${key}`,
        found: JSON.stringify(text),
        expected: `text of at most ${expected}`,
        origin: 'c.yaml:4',
      },
    ]);
  });

  it.each(buttonActions)('of a button fit on it: %s', (action) => {
    const { problems } = mistakes({ yaml: `texts: { de: { desk: { ${action}: ${'x'.repeat(81)} } } }` });
    expect(problems.map(({ expected }) => expected)).toEqual([
      expect.stringContaining('at most 80 characters'),
    ]);
  });

  it('under a name that no text has are refused with those that begin alike', () => {
    const { problems } = mistakes({
      yaml: 'texts: { fr: { desk: { helpfull: Oui }, greetd: Salut }, de: { desk: Ja } }',
      env: { STEWARD__TEXTS__IT__COMMANDS__RESUMEE: 'Riprendi' },
    });
    expect(problems.map(({ path, expected }) => `${path}: ${expected}`).toSorted()).toEqual([
      'texts.de.desk: a group of settings',
      'texts.fr.desk.helpfull: helpful',
      'texts.fr.greetd: greeted',
      'texts.it.commands.resumee: resume',
    ]);
  });

  it('leave room in a message for what stands below', () => {
    const { problems } = mistakes({ yaml: `texts: { fr: { greeted: ${'a'.repeat(1001)} } }` });
    expect(problems.map(({ path, expected }) => [path, expected])).toEqual([
      ['texts.fr.greeted', 'text of at most 1000 characters, not blank, with no placeholders'],
    ]);
  });

  it('of a language that there is no file for are refused', () => {
    const { problems } = mistakes({ yaml: 'texts: { xx: { not_covered: No idea. } }' });
    expect(problems.map(({ path }) => path)).toEqual(['texts.xx']);
    expect(problems[0]?.expected).toContain('a language that has a file: en, de');
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
