import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConfigError, foundText, pathText, valueAt, type ConfigProblem } from '../problem.ts';
import { filledText } from './fields.ts';

/**
 * Every fixed text that members read, with its purpose. Each language has one file in config/texts with all of them; a
 * community overrides single texts under `texts.<language>`.
 */

/** Discord's limits: 80 characters on a button, 45 above a form and its field, 100 for a command, 32 for a menu. */
const limited = (max: number, when: string) =>
  filledText()
    .max(max)
    .meta({ expects: `text of at most ${max} characters, not blank` })
    .describe(when);
const button = () => limited(80, 'On a button.');
const form = () => limited(45, 'Above a form or its field.');
const command = (name: string) => limited(100, `Describes ${name} in Discord's list of commands.`);
const menu = () => limited(32, 'In the menu of a message, where people choose an app.');
/** Half of a message, because these are posted whole, some with lists and links below. */
const sentence = (when: string) => limited(1000, when);
/** Without the name, the helper would not be called, and a link would lead nowhere. The rest of the message is the pair. */
const around = (name: string, when: string) =>
  limited(500, when)
    .regex(new RegExp(String.raw`\{${name}\}`), { abort: true })
    .meta({ expects: `text of at most 500 characters with {${name}}` });

const answers = {
  not_covered: sentence('To a member who asked directly, when nothing covers the question.'),
  out_of_scope: sentence('To a member who asked directly, when it has nothing to do with the project.'),
  nearest_pages: sentence('Above up to three pages that come nearest.'),
  close_answers: sentence('Above similar answers of the team, when nothing covers the question.'),
  cannot_look_up: sentence('To a member who asked directly, when something failed. Never the cause.'),
  asked_too_often: sentence(
    'To a member who asked directly, when the last hour had as many such questions as `budget` allows.',
  ),
  say_more: sentence('To a member who asked directly in one or two words, above the nearest pages.'),
  unread_file: sentence('To a member who sends Steward nothing but a file that it does not read.'),
  refused: sentence(
    'To a member who asked directly, when moderation stops the question or its language is not supported.',
  ),
  links_heading: sentence('Above the sources of an answer.'),
  answered_by_team: sentence('Names a source that is an answer of the team.'),
  earlier_answer: sentence('Above an answer that was given to an earlier question.'),
  ai_footer: sentence('The last line of an answer, if `ai_response.footer` is on.'),
  thanked: sentence('To a message that only thanks Steward.'),
  greeted: sentence('To a message that only greets Steward.'),
  asked_who: sentence('To a message that only asks who or what Steward is.'),
  insulted: sentence('To a message that only insults Steward.'),
  from_documentation: sentence('Above an answer that quotes the documentation.'),
  from_team: sentence("Above an answer in the team's own words."),
  thread_title: limited(100, 'The title of a thread whose question has no words of its own.'),
};

const desk = {
  helpful: button(),
  not_helpful: button(),
  ask_human: button(),
  remove: button(),
  correct: button(),
  accept: button(),
  edit: button(),
  drop: button(),
  learn: button(),
  dont_learn: button(),
  gap_draft: button(),
  gap_dismiss: button(),
  gap_done: button(),
  reason_title: form(),
  reason_label: form(),
  correction_title: form(),
  correction_label: form(),
  draft_title: form(),
  draft_label: form(),
  thanks: sentence('After a vote.'),
  human_needed: around(
    'role',
    'Posted once when a member asks for a person. `{role}` is the helper role: the only one ever pinged.',
  ),
  human_called: sentence('To the member who asked for a person.'),
  too_often: sentence("To a member whose share, or whose channel's share, of calls or requests is used up."),
  call_settled: sentence('To a member who asks for a person about an old or solved question.'),
  removed: sentence('After an answer was removed.'),
  learning: sentence('After a correction, or "Learn this".'),
  nothing_learned: sentence('After "Unlearn" on a message that nothing was learned from.'),
  unlearned: sentence('After "Unlearn". `{count}` is the number of removed pairs.'),
  not_allowed: sentence('To somebody who may not do this.'),
  gone: sentence('When the answer or the conversation is no longer kept.'),
  cannot_now: sentence('When something failed. Never the cause.'),
  not_here: sentence('To a command in a channel that is not listed, or paused.'),
  nothing_asked: sentence('To an empty question.'),
  draft_heading: around('link', 'Above a draft in the team channel. `{link}` is the question.'),
  draft_accepted: sentence('Below a draft that was posted.'),
  draft_dropped: sentence('Below a draft that was dropped.'),
  draft_expired: sentence('Below a draft that nobody decided on in time.'),
  draft_settled: sentence('To a decision that comes too late.'),
  capture_edited: around(
    'link',
    'Above a pair whose question was edited after the answer. `{link}` is the answer.',
  ),
  capture_heading: around('link', 'Above a pair that the team is asked to confirm. `{link}` is the answer.'),
  capture_dropped: sentence('Below a pair that is not learned, and to the person who decided it.'),
  capture_expired: sentence('Below a pair that nobody decided on in time.'),
  capture_settled: sentence('To a decision about a pair that comes too late.'),
  gap_drafting: sentence('To the person who asked for a draft for a gap.'),
  gap_not_posted: sentence('The same, if `discord.team_channel_id` is not set.'),
  gap_dismissed: sentence('After a gap was dismissed.'),
  gap_closed: sentence('After a gap was marked as done.'),
  why_heading: sentence('Above what "Why this answer" shows.'),
  why_nothing: sentence('To "Why this answer" on another message.'),
  forget_me_question: sentence('Asked before a person is forgotten.'),
  forget_me: button(),
  forget_me_operator: around(
    'id',
    'To a team member, or to a person with whom more pairs would go than `kb.max_removals_per_regeneration` allows. `{id}` is their id.',
  ),
  forgotten: sentence('After a person was forgotten.'),
  page_link: around('link', 'After `/steward page`. `{link}` opens the page once, within ten minutes.'),
  no_page: sentence('To `/steward page` where `http.page` is off.'),
  paused: sentence('After `/steward pause`.'),
  paused_everywhere: sentence('After `/steward pause` everywhere.'),
  resumed: sentence('After `/steward resume`.'),
  resumed_everywhere: sentence('After `/steward resume` everywhere.'),
};

const commands = {
  ask: command('`/ask`'),
  ask_question: command('the option `question` of `/ask`'),
  ask_public: command('the option `public` of `/ask`'),
  steward: command('`/steward`'),
  status: command('`/steward status`'),
  sources: command('`/steward sources`'),
  unanswered: command('`/steward unanswered`'),
  gaps: command('`/steward gaps`'),
  usage: command('`/steward usage`'),
  learned: command('`/steward learned`'),
  pause: command('`/steward pause`'),
  resume: command('`/steward resume`'),
  everywhere: command('the option `everywhere`'),
  page: command('`/steward page`'),
  forget_me: command('`/steward forget-me`'),
  menu_ask: menu(),
  menu_learn: menu(),
  menu_why: menu(),
  menu_unlearn: menu(),
};

const file = z.strictObject({
  ...answers,
  desk: z.strictObject(desk),
  commands: z.strictObject(commands),
});

/** All texts for members in one language. Headings have no markup; posts add it. */
export type Texts = Readonly<z.output<typeof file>>;

const folder = new URL('../texts/', import.meta.url);

/** Named after the files, English first. */
export const languages: readonly string[] = [
  'en',
  ...readdirSync(folder).flatMap((name) => /^(?!en\b)([a-z]{2})\.yaml$/u.exec(name)?.[1] ?? []),
];

const readBefore = new Map<string, Texts>();

/** Reads the texts of a language. Throws `ConfigError` with every key that is missing, unknown or wrong. */
export function textsOf(language: string, readText = (url: URL): string => readFileSync(url, 'utf8')): Texts {
  const known = readBefore.get(language);
  if (known) return known;
  const text = readText(new URL(`${language}.yaml`, folder));
  // A package contains them as JSON, which is also YAML and is read a hundred times as fast.
  const given: unknown = text.startsWith('{') ? JSON.parse(text) : parse(text);
  const { data, error } = file.safeParse(given);
  if (data) {
    readBefore.set(language, data);
    return data;
  }
  const origin = `config/texts/${language}.yaml`;
  const problem = (path: readonly PropertyKey[], found: string, expected: string): ConfigProblem => ({
    path: pathText(['texts', language, ...path]),
    found,
    expected,
    origin,
  });
  throw new ConfigError(
    error.issues.flatMap((issue): readonly ConfigProblem[] => {
      const { path } = issue;
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => problem([...path, key], 'an unknown key', 'a key of texts.en'));
      const field = valueAt({ ...answers, desk, commands }, path) as z.ZodType | undefined;
      const expects = field?.meta?.()?.['expects'];
      const expected = typeof expects === 'string' ? expects : 'a group of texts';
      return [problem(path, foundText(valueAt(given, path)), expected)];
    }),
  );
}

type Fields = Readonly<Record<string, z.ZodString>>;

/** Single texts of a community; the defaults shown are the English ones. */
const given = (fields: Fields, english: Readonly<Record<string, unknown>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([key, text]) => [
        key,
        filledLike(String(english[key]), text).optional().meta({ default: english[key] }),
      ]),
    ),
  );

const placeholdersIn = (text: string): readonly string[] => text.match(/\{\w+\}/gu) ?? [];

/** Members would read the braces of a placeholder that Steward does not fill. */
const filledLike = (english: string, text: z.ZodString): z.ZodString => {
  const known = [...new Set(placeholdersIn(english))];
  const rule = known.length === 0 ? 'no placeholders here' : `only the placeholders ${known.join(', ')}`;
  return text.check(({ value, issues }) => {
    const unknown = placeholdersIn(value).filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    issues.push({
      code: 'custom',
      message: `${rule}, and not ${unknown.join(', ')}`,
      input: value,
      path: [],
    });
  });
};

const english = textsOf('en');

/** One schema for all languages, because one per language would take as long to build as all other settings together. */
const overrides = given(answers, { ...english }).extend({
  desk: given(desk, english.desk)
    .prefault({})
    .describe('Buttons, forms, and the replies to people who use them.'),
  commands: given(commands, english.commands).prefault({}).describe("What Discord's list of commands shows."),
});

/** The texts of `textsOf` with the community's own ones. */
const inLanguage = (language: string): z.ZodType<Texts> =>
  overrides.transform((own): Texts => {
    const texts = textsOf(language);
    return {
      ...texts,
      ...own,
      desk: { ...texts.desk, ...(own.desk as Partial<Texts['desk']>) },
      commands: { ...texts.commands, ...(own.commands as Partial<Texts['commands']>) },
    };
  });

export const texts = z.strictObject({
  language: z
    .enum(languages)
    .default('en')
    .describe("The language of these texts if the asker's language is unknown or has none."),
  ...(Object.fromEntries(
    languages.map((language) => [
      language,
      inLanguage(language)
        .prefault({} as Texts)
        .describe(
          language === 'en'
            ? 'What members read, in English.'
            : `What members read where the language is \`${language}\`: the keys of \`texts.en\`. config/texts/${language}.yaml has the defaults.`,
        )
        .meta(language === 'en' ? {} : { repeats: 'texts.en' }),
    ]),
  ) as unknown as { readonly en: z.ZodPrefault<z.ZodType<Texts>> }),
});
