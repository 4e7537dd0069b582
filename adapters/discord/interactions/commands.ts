import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  Locale,
  PermissionFlagsBits,
  type APIApplicationCommandBooleanOption,
  type APIApplicationCommandSubcommandOption,
  type LocalizationMap,
  type RESTPutAPIApplicationGuildCommandsJSONBody,
  Routes,
} from 'discord.js';
import type { Texts } from '../../../config/schema/texts.ts';
import type { TextsByLanguage } from '../../../config/texts-for.ts';
import { withDiscordFailure } from '../discord-failure.ts';
import { createRest } from '../discord-rest.ts';
import { readApplication } from '../guild/application.ts';

/** The names that Discord sends with an interaction. Members see them in their own language. */
export const menus = {
  ask: 'Ask Steward',
  answer: 'Answer here',
  learn: 'Learn this',
  unlearn: 'Unlearn',
} as const;

export const questionOption = 'question';
export const everywhereOption = 'everywhere';

const inServers = { contexts: [InteractionContextType.Guild] };
/** Only a default: a server's owner may change it under Integrations. */
const moderators = { default_member_permissions: String(PermissionFlagsBits.ManageMessages) };
const type = ApplicationCommandOptionType;

type CommandText = keyof Texts['commands'];

/** Discord's locales of a language. Other languages have a locale of the same name, or none. */
const localesOf: Readonly<Record<string, readonly Locale[]>> = {
  en: [Locale.EnglishUS, Locale.EnglishGB],
  es: [Locale.SpanishES, Locale.SpanishLATAM],
  pt: [Locale.PortugueseBR],
  zh: [Locale.ChineseCN],
};

const localized = (texts: TextsByLanguage, key: CommandText): LocalizationMap =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, { commands }]) =>
      (localesOf[language] ?? Object.values(Locale).filter((locale) => locale.valueOf() === language)).map(
        (locale) => [locale, commands[key]],
      ),
    ),
  );

/**
 * `/steward` is open to everyone, because every member may use `forget-me`. Discord's permissions apply only to whole
 * commands, so the handlers check who may use the other subcommands.
 */
export function commandsIn(texts: TextsByLanguage): RESTPutAPIApplicationGuildCommandsJSONBody {
  const described = (key: CommandText) => ({
    description: texts.en.commands[key],
    description_localizations: localized(texts, key),
  });
  const everywhere: APIApplicationCommandBooleanOption = {
    type: type.Boolean,
    name: everywhereOption,
    ...described('everywhere'),
  };
  const subcommand = (
    name: string,
    key: CommandText,
    options: APIApplicationCommandBooleanOption[] = [],
  ): APIApplicationCommandSubcommandOption => ({ type: type.Subcommand, name, ...described(key), options });
  const menu = (name: keyof typeof menus, who: object = moderators) => ({
    type: ApplicationCommandType.Message as const,
    name: menus[name],
    name_localizations: localized(texts, `menu_${name}`),
    ...inServers,
    ...who,
  });
  return [
    {
      name: 'ask',
      ...described('ask'),
      ...inServers,
      options: [
        {
          type: type.String,
          name: questionOption,
          ...described('ask_question'),
          required: true,
          max_length: 2_000,
        },
      ],
    },
    {
      name: 'steward',
      ...described('steward'),
      ...inServers,
      options: [
        subcommand('pause', 'pause', [everywhere]),
        subcommand('resume', 'resume', [everywhere]),
        subcommand('page', 'page'),
        subcommand('forget-me', 'forget_me'),
      ],
    },
    menu('ask', {}),
    menu('answer'),
    menu('learn'),
    menu('unlearn'),
  ];
}

/** Replaces the registered commands of each server and returns their number. Throws `PortError`. */
export async function registerCommands({
  guildIds,
  texts,
  ...access
}: {
  readonly token: string;
  readonly apiUrl?: string;
  readonly guildIds: readonly string[];
  readonly texts: TextsByLanguage;
}): Promise<number> {
  const rest = createRest(access);
  const commands = commandsIn(texts);
  const { id } = await readApplication(rest);
  for (const guildId of guildIds)
    await withDiscordFailure(
      `the server ${guildId}`,
      rest.put(Routes.applicationGuildCommands(id, guildId), { body: commands }),
    );
  return commands.length;
}
