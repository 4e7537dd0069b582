import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  GatewayDispatchEvents,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import { textOfResponse } from '../checks/check-message.ts';
import type { RouteParts } from '../rest/rest-request.ts';
import { acknowledgeMilliseconds, isMessage, type SentInteraction } from '../rest/answer-interactions.ts';
import { findMessage } from '../world/messages.ts';
import { locationIdOf } from '../world/world.ts';
import type { Members } from './members.ts';

type Fields = Readonly<Record<string, unknown>>;

interface InteractionUser {
  readonly by: string;
  readonly team?: boolean;
  /** Whether the member has Manage Messages. */
  readonly moderates?: boolean;
  /** A channel's name, or a thread's id. */
  readonly in?: string;
}

/** An interaction as its member sees it. */
export interface ShownInteraction {
  readonly id: string;
  /** The current state of the response, or null if none was shown. */
  readonly shown: () => Fields | null;
  /** The response's text, embeds included. */
  readonly text: () => string;
  readonly isPrivate: () => boolean;
  /** The form that was opened, or null. */
  readonly form: () => Fields | null;
  readonly acknowledged: () => boolean;
}

export interface Interactions {
  readonly command: (
    actor: InteractionUser & { readonly name: string; readonly sub?: string; readonly options?: Fields },
  ) => ShownInteraction;
  readonly menu: (
    actor: InteractionUser & { readonly name: string; readonly on: string },
  ) => ShownInteraction;
  /** Presses the button whose custom id contains `button`. */
  readonly press: (
    actor: InteractionUser & { readonly on: string | ShownInteraction; readonly button: string },
  ) => ShownInteraction;
  readonly submit: (
    actor: InteractionUser & {
      readonly form: ShownInteraction;
      readonly fields: Readonly<Record<string, string>>;
    },
  ) => ShownInteraction;
}

interface InteractionParts extends Pick<RouteParts, 'world' | 'gateway' | 'violation'> {
  readonly person: Members['person'];
  readonly sent: Map<string, SentInteraction>;
}

/** Lets members use commands, menus, buttons and forms. */
export function createInteractions(parts: InteractionParts): Interactions {
  const { world, sent } = parts;
  const own = { id: '1', guild_id: world.guildId };
  return {
    command: ({ name, sub, options = {}, ...actor }) => {
      const given = Object.entries(options).map(([key, value]) => ({
        name: key,
        type: optionType(value),
        value,
      }));
      const inside =
        sub === undefined
          ? given
          : [{ name: sub, type: ApplicationCommandOptionType.Subcommand, options: given }];
      const data = { ...own, name, type: ApplicationCommandType.ChatInput, options: inside };
      return send(parts, actor, { type: InteractionType.ApplicationCommand, data });
    },

    menu: ({ name, on, ...actor }) => {
      const message = findMessage(world, on);
      if (!message) throw new Error(`no message ${on}`);
      const resolved = { messages: { [on]: message } };
      const data = { ...own, name, type: ApplicationCommandType.Message, target_id: on, resolved };
      const where = { in: message.channel_id, ...actor };
      return send(parts, where, { type: InteractionType.ApplicationCommand, data });
    },

    press: ({ on, button, ...actor }) => {
      const message = (
        typeof on === 'string'
          ? findMessage(world, on)
          : { channel_id: locationIdOf(world, actor.in ?? 'help'), ...on.shown() }
      ) as Fields | null;
      const rows = (message?.['components'] ?? []) as readonly { readonly components: readonly Fields[] }[];
      const found = rows
        .flatMap(({ components }) => components)
        .find((each) => String(each['custom_id']).includes(button));
      if (!message || !found) throw new Error(`there is no button ${button}`);
      const data = { component_type: ComponentType.Button, custom_id: found['custom_id'] };
      return send(parts, actor, { type: InteractionType.MessageComponent, data, on: message });
    },

    submit: ({ form, fields, ...actor }) => {
      const opened = form.form();
      if (!opened) throw new Error('no form was opened');
      const components = Object.entries(fields).map(([id, value]) => ({
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.TextInput, custom_id: id, value }],
      }));
      const on = sent.get(form.id)?.on ?? null;
      const data = { custom_id: opened['custom_id'], components };
      return send(parts, actor, { type: InteractionType.ModalSubmit, data, on });
    },
  };
}

const optionType = (value: unknown) =>
  typeof value === 'boolean' ? ApplicationCommandOptionType.Boolean : ApplicationCommandOptionType.String;

/** Sends the interaction, and reports a violation if it is not acknowledged in time. */
function send(
  { world, gateway, person, sent, violation }: InteractionParts,
  actor: InteractionUser,
  {
    type,
    data,
    on = null,
  }: { readonly type: InteractionType; readonly data: object; readonly on?: Fields | null },
): ShownInteraction {
  const id = world.newId();
  const channelId = on ? String(on['channel_id']) : locationIdOf(world, actor.in ?? 'help');
  const token = `token-${id}`;
  const one: SentInteraction = { id, token, type, channelId, since: Date.now(), on, response: null };
  sent.set(id, one);
  const { ManageMessages, SendMessages } = PermissionFlagsBits;
  const permissions = String(actor.moderates ? ManageMessages : SendMessages);
  gateway.send(GatewayDispatchEvents.InteractionCreate, {
    id,
    application_id: world.bot.id,
    type,
    data,
    token,
    version: 1,
    guild_id: world.guildId,
    channel_id: channelId,
    channel: world.channels.get(channelId) ?? world.threads.get(channelId),
    member: {
      ...person(actor.by, actor.team),
      permissions,
      joined_at: new Date().toISOString(),
      flags: 0,
    },
    locale: 'en-US',
    app_permissions: '0',
    entitlements: [],
    authorizing_integration_owners: {},
    context: 0,
    ...(on && { message: on }),
  });
  setTimeout(() => {
    if (one.response === null) violation('an interaction that was not acknowledged within three seconds');
  }, acknowledgeMilliseconds).unref();
  return shownAs(one);
}

const shownAs = (one: SentInteraction): ShownInteraction => ({
  id: one.id,
  shown: () => (one.response && isMessage(one.response.type) ? one.response.data : null),
  text: () => textOfResponse(one.response?.data ?? {}),
  isPrivate: () => (Number(one.response?.data['flags'] ?? 0) & MessageFlags.Ephemeral) !== 0,
  form: () => (one.response?.type === InteractionResponseType.Modal ? one.response.data : null),
  acknowledged: () => one.response !== null,
});
