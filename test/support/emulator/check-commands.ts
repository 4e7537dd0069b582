import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import { firstOf } from './check-components.ts';

/** Discord's limits for registered commands. */
const maxCommands = {
  [ApplicationCommandType.ChatInput]: 100,
  [ApplicationCommandType.Message]: 15,
} as const;
const maxOptions = 25;
const maxDescriptionChars = 100;
const chatName = /^[-_'\p{L}\p{N}]{1,32}$/u;
const menuName = /^[\p{L}\p{N} '_-]{1,32}$/u;

type Given = Readonly<Record<string, unknown>>;

/** Why Discord would refuse a list of application commands, or null. */
export function whyCommandsRefused(commands: unknown): string | null {
  if (!Array.isArray(commands)) return 'commands that are no list';
  for (const type of [ApplicationCommandType.ChatInput, ApplicationCommandType.Message] as const) {
    const names = commands.filter((one: Given) => typeOf(one) === type).map((one: Given) => one['name']);
    if (names.length > maxCommands[type]) return `${names.length} commands of the type ${type}`;
    if (new Set(names).size !== names.length) return 'two commands of one name';
  }
  return firstOf(commands.map(whyCommandRefused));
}

const valuesOf = (given: unknown): readonly unknown[] =>
  typeof given === 'object' && given !== null ? Object.values(given) : [];

const typeOf = ({ type = ApplicationCommandType.ChatInput }: Given) => type;

function whyCommandRefused(command: Given): string | null {
  const { name, description, default_member_permissions: permissions } = command;
  const isPermissions = typeof permissions === 'string' && /^\d+$/.test(permissions);
  if (permissions !== undefined && permissions !== null && !isPermissions)
    return `the permissions of ${String(name)}`;
  const localized = valuesOf(command['name_localizations']);
  if (typeOf(command) !== ApplicationCommandType.ChatInput) {
    if (description !== undefined && description !== '') return `the menu ${String(name)} with a description`;
    return [name, ...localized].every((one) => typeof one === 'string' && menuName.test(one))
      ? null
      : `the menu's name ${String(name)}`;
  }
  return firstOf([whyNamedWrongly(command), whyOptionsRefused(command['options'])]);
}

function whyNamedWrongly(given: Given): string | null {
  const names = [given['name'], ...valuesOf(given['name_localizations'])];
  const good = (name: unknown) =>
    typeof name === 'string' && chatName.test(name) && name === name.toLowerCase();
  if (!names.every(good)) return `the name ${String(given['name'])}`;
  const descriptions = [given['description'], ...valuesOf(given['description_localizations'])];
  const fits = (text: unknown) =>
    typeof text === 'string' && text.length >= 1 && text.length <= maxDescriptionChars;
  return descriptions.every(fits) ? null : `the description of ${String(given['name'])}`;
}

function whyOptionsRefused(options: unknown = []): string | null {
  if (!Array.isArray(options) || options.length > maxOptions) return 'more than 25 options';
  const firstFree = options.findIndex((option: Given) => option['required'] !== true);
  const isMixed = firstFree >= 0 && options.slice(firstFree).some((one: Given) => one['required'] === true);
  if (isMixed) return 'a required option after one that is not';
  const kinds = new Set(options.map(({ type }: Given) => type === ApplicationCommandOptionType.Subcommand));
  if (kinds.size > 1) return 'subcommands beside other options';
  return firstOf(
    options.map((option: Given) => firstOf([whyNamedWrongly(option), whyOptionsRefused(option['options'])])),
  );
}
