import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandBooleanOption,
  type APIApplicationCommandSubcommandOption,
  type RESTPutAPIApplicationGuildCommandsJSONBody,
} from 'discord.js';
import { overviews, type Overview } from '../../../domain/ports/desk.ts';

/** Names as they come back from Discord. A menu's name is what people read. */
export const menus = {
  ask: 'Ask Steward',
  learn: 'Learn this',
  why: 'Why this answer',
  unlearn: 'Unlearn',
} as const;

export const askOptions = { question: 'question', isPublic: 'public' } as const;
export const everywhereOption = 'everywhere';

const overviewTexts: Readonly<Record<Overview, readonly [english: string, french: string]>> = {
  status: ['How Steward is doing', 'Comment va Steward'],
  sources: ['What answers are made from', 'Ce dont les réponses sont faites'],
  unanswered: ['Questions that nothing covered', 'Les questions sans réponse'],
  usage: ['What the models were used for', "L'utilisation des modèles"],
  learned: ['What was learned last', 'Ce qui a été appris en dernier'],
};

const inServers = { contexts: [InteractionContextType.Guild] };
/** Discord's own default; a server's owner may change it under Integrations. */
const moderators = { default_member_permissions: String(PermissionFlagsBits.ManageMessages) };
const type = ApplicationCommandOptionType;

const described = (english: string, french: string) => ({
  description: english,
  description_localizations: { fr: french },
});

const everywhere: APIApplicationCommandBooleanOption = {
  type: type.Boolean,
  name: everywhereOption,
  ...described('In all channels instead of this one', 'Dans tous les salons plutôt que celui-ci'),
};

const subcommand = (
  name: string,
  english: string,
  french: string,
  options: readonly APIApplicationCommandBooleanOption[] = [],
): APIApplicationCommandSubcommandOption => ({
  type: type.Subcommand,
  name,
  ...described(english, french),
  options: [...options],
});

/**
 * Everything that is registered. `/steward` is open to all, since anyone may have themselves forgotten; the rest of it is
 * checked when it is used, because Discord has permissions for whole commands alone.
 */
export const commands: RESTPutAPIApplicationGuildCommandsJSONBody = [
  {
    name: 'ask',
    ...described(
      'Ask a question, and get an answer that only you see',
      'Poser une question, et être seul à lire la réponse',
    ),
    ...inServers,
    options: [
      {
        type: type.String,
        name: askOptions.question,
        ...described('Your question', 'Votre question'),
        required: true,
        max_length: 2_000,
      },
      {
        type: type.Boolean,
        name: askOptions.isPublic,
        ...described(
          'Let everyone in the channel read the answer',
          'Que tout le salon puisse lire la réponse',
        ),
      },
    ],
  },
  {
    name: 'steward',
    ...described('Look after Steward, or be forgotten by it', "S'occuper de Steward, ou s'en faire oublier"),
    ...inServers,
    options: [
      ...overviews.map((name) => subcommand(name, ...overviewTexts[name])),
      subcommand('pause', 'Answer nothing from now on', 'Ne plus répondre', [everywhere]),
      subcommand('resume', 'Answer again', 'Répondre de nouveau', [everywhere]),
      subcommand('forget-me', 'Have what you wrote taken out', 'Faire retirer ce que vous avez écrit'),
    ],
  },
  { type: ApplicationCommandType.Message, name: menus.ask, ...inServers },
  { type: ApplicationCommandType.Message, name: menus.learn, ...inServers, ...moderators },
  { type: ApplicationCommandType.Message, name: menus.why, ...inServers, ...moderators },
  { type: ApplicationCommandType.Message, name: menus.unlearn, ...inServers, ...moderators },
];
