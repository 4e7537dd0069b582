import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionType,
  type APIApplicationCommandInteraction,
  type APIApplicationCommandInteractionDataOption,
  type APIInteraction,
  type APIMessageApplicationCommandInteractionData,
  type APIModalSubmission,
} from 'discord.js';
import type { InteractionRequest } from '../../../domain/ports/interactions.ts';
import { pairOfTarget, type PostButton } from '../../../domain/posting/post-buttons.ts';
import { parseCustomId } from '../posting/components.ts';
import { everywhereOption, menus, questionOption } from './commands.ts';
import { choiceId, fieldId, type FormKind } from './forms.ts';

/** An interaction is either a form to open or a request for a handler. */
export type Read = InteractionRequest | { readonly opens: FormKind; readonly target: string };

/** Null for an unknown interaction, such as a command of an older version. */
export function readRequest(
  data: APIInteraction,
  channel: { readonly threadId: string | null; readonly channelId: string },
): Read | null {
  switch (data.type) {
    case InteractionType.MessageComponent: {
      const button = parseCustomId(data.data.custom_id);
      return button && readButton(button, data.member?.user.id ?? '');
    }
    case InteractionType.ModalSubmit: {
      const form = parseCustomId(data.data.custom_id);
      return form && readForm(form, wordsOf(data.data));
    }
    case InteractionType.ApplicationCommand:
      return readCommand(data, channel);
    case InteractionType.Ping:
    case InteractionType.ApplicationCommandAutocomplete:
      return null;
  }
}

function readButton({ action, target }: Pick<PostButton, 'action' | 'target'>, userId: string): Read | null {
  switch (action) {
    case 'not_helpful':
    case 'correct':
    case 'edit':
    case 'rewrite_pair':
      return { opens: action, target };
    case 'helpful':
      return { kind: 'vote', target, helpful: true, reason: null };
    case 'forget_me':
      return { kind: 'forget_me', confirmed: target === userId };
    case 'page_right': {
      const pair = pairOfTarget(target);
      return pair && { kind: 'retract_pair', qaId: pair.qaId };
    }
    case 'ask_human':
    case 'remove':
    case 'accept':
    case 'drop':
    case 'learn':
    case 'dont_learn':
    case 'keep_pair':
      return { kind: action, target };
  }
}

function readForm({ action, target }: Pick<PostButton, 'action' | 'target'>, text: string): Read | null {
  if (action === 'not_helpful')
    return { kind: 'vote', target, helpful: false, reason: text === '' ? null : text };
  const pair = action === 'rewrite_pair' && text !== '' ? pairOfTarget(target) : null;
  if (pair) return { kind: 'correct_pair', qaId: pair.qaId, text };
  if ((action !== 'correct' && action !== 'edit') || text === '') return null;
  return { kind: action, target, text };
}

/** What was chosen and what was written. */
const wordsOf = ({ components }: APIModalSubmission): string =>
  [choiceId, fieldId]
    .flatMap((id) => {
      const field = components.find((row) => 'component' in row && row.component.custom_id === id);
      const value = field && 'component' in field && 'value' in field.component && field.component.value;
      return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
    })
    .join(': ');

function readCommand(
  data: APIApplicationCommandInteraction,
  channel: Parameters<typeof readRequest>[1],
): Read | null {
  const { data: command, token } = data;
  if (command.type === ApplicationCommandType.Message) return readMenu(command, { token, channel });
  if (command.type !== ApplicationCommandType.ChatInput) return null;
  if (command.name === 'ask') {
    const question = String(valuesOf(command.options).get(questionOption) ?? '');
    return { kind: 'ask', question, responseToken: token };
  }
  const [sub] = command.options ?? [];
  if (command.name !== 'steward' || sub?.type !== ApplicationCommandOptionType.Subcommand) return null;
  const isEverywhere = valuesOf(sub.options).get(everywhereOption) === true;
  return readSubcommand(sub.name, { channelId: isEverywhere ? null : channel.channelId });
}

const valuesOf = (options: readonly APIApplicationCommandInteractionDataOption[] = []) =>
  new Map(options.map((option) => [option.name, 'value' in option ? option.value : null]));

function readMenu(
  { name, target_id: messageId, resolved }: APIMessageApplicationCommandInteractionData,
  { token, channel }: { readonly token: string; readonly channel: Parameters<typeof readRequest>[1] },
): Read | null {
  const question = resolved.messages[messageId]?.content ?? '';
  switch (name) {
    case menus.ask:
      return { kind: 'ask', question, responseToken: token };
    case menus.answer:
      return { kind: 'answer', message: { ...channel, messageId } };
    case menus.learn:
      return { kind: 'capture', message: { ...channel, messageId } };
    case menus.unlearn:
      return { kind: 'retract', postedMessageId: messageId };
    default:
      return null;
  }
}

function readSubcommand(name: string, where: { readonly channelId: string | null }): Read | null {
  if (name === 'pause' || name === 'resume') return { kind: name, ...where };
  if (name === 'page') return { kind: 'page' };
  return name === 'forget-me' ? { kind: 'forget_me', confirmed: false } : null;
}
