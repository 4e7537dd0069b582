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
import { whyFormRefused } from '../checks/check-components.ts';
import { textOfResponse, whyMessageRefused } from '../checks/check-response.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { ok, refused, type RestAnswer, type RestRequest } from '../rest/rest-request.ts';
import { findMessage } from '../world/messages.ts';
import { locationIdOf, type World } from '../world/world.ts';
import type { Members } from './members.ts';

/** An interaction must be acknowledged within three seconds; its token is good for a quarter of an hour. */
const acknowledgeMilliseconds = 3_000;

type Fields = Readonly<Record<string, unknown>>;

interface InteractionUser {
  readonly by: string;
  readonly team?: boolean;
  /** Has Manage Messages. */
  readonly moderates?: boolean;
  /** A channel's name, or a thread's id. */
  readonly in?: string;
}

/** What a member sees of what they did. */
export interface ShownInteraction {
  readonly id: string;
  /** The message that the member was shown, as it is now, or null. */
  readonly shown: () => Fields | null;
  /** Its text, embeds included. */
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
  /** Presses the button whose custom id has this text in it. */
  readonly press: (
    actor: InteractionUser & { readonly on: string | ShownInteraction; readonly button: string },
  ) => ShownInteraction;
  readonly submit: (
    actor: InteractionUser & {
      readonly form: ShownInteraction;
      readonly fields: Readonly<Record<string, string>>;
    },
  ) => ShownInteraction;
  readonly route: (request: RestRequest) => RestAnswer | null;
}

interface Kept {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly channelId: string;
  readonly since: number;
  /** The message whose button was pressed. */
  readonly on: Fields | null;
  response: { readonly type: InteractionResponseType; data: Fields } | null;
}

/** Commands, menus, buttons and forms: what members do, and what Discord demands of the answers. */
export function createInteractions({
  world,
  gateway,
  person,
  violation,
}: {
  readonly world: World;
  readonly gateway: Gateway;
  readonly person: Members['person'];
  readonly violation: (what: string) => void;
}): Interactions {
  const kept = new Map<string, Kept>();

  function send(
    actor: InteractionUser,
    type: InteractionType,
    data: object,
    on: Fields | null = null,
  ): ShownInteraction {
    const id = world.newId();
    const channelId = on ? String(on['channel_id']) : locationIdOf(world, actor.in ?? 'help');
    const one: Kept = { id, token: `token-${id}`, type, channelId, since: Date.now(), on, response: null };
    kept.set(id, one);
    const { user, roles } = person(actor.by, actor.team);
    const permissions = actor.moderates
      ? PermissionFlagsBits.ManageMessages
      : PermissionFlagsBits.SendMessages;
    gateway.send(GatewayDispatchEvents.InteractionCreate, {
      id,
      application_id: world.bot.id,
      type,
      data,
      token: one.token,
      version: 1,
      guild_id: world.guildId,
      channel_id: channelId,
      channel: world.channels.get(channelId) ?? world.threads.get(channelId),
      member: {
        user,
        roles,
        permissions: String(permissions),
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
    return {
      id,
      shown: () => (one.response && isMessage(one.response.type) ? one.response.data : null),
      text: () => textOfResponse(one.response?.data ?? {}),
      isPrivate: () => (Number(one.response?.data['flags'] ?? 0) & MessageFlags.Ephemeral) !== 0,
      form: () => (one.response?.type === InteractionResponseType.Modal ? one.response.data : null),
      acknowledged: () => one.response !== null,
    };
  }

  const no = (what: string): RestAnswer => {
    violation(what);
    return refused(400, 50_035, 'Invalid Form Body');
  };

  function acknowledge(one: Kept | undefined, token: string, body: Fields): RestAnswer {
    if (!one || one.token !== token || Date.now() - one.since > acknowledgeMilliseconds)
      return refused(404, 10_062, 'Unknown interaction');
    if (one.response) return refused(400, 40_060, 'Interaction has already been acknowledged.');
    const type = body['type'] as InteractionResponseType;
    const data = (body['data'] ?? {}) as Fields;
    if (type === InteractionResponseType.Modal) {
      if (one.type === InteractionType.ModalSubmit) return no('a form in answer to a form');
      const wrong = whyFormRefused(data);
      if (wrong) return no(wrong);
    } else if (updates.has(type) && one.on === null) return no('an update without a message');
    else if (!responses.has(type)) return no(`a response of the type ${type}`);
    else if (
      type === InteractionResponseType.ChannelMessageWithSource ||
      type === InteractionResponseType.UpdateMessage
    ) {
      const wrong = whyMessageRefused(data, type === InteractionResponseType.UpdateMessage);
      if (wrong) return no(wrong);
    }
    one.response = { type, data: updates.has(type) ? { ...one.on, ...data } : data };
    if (type === InteractionResponseType.UpdateMessage && one.on) Object.assign(one.on, data);
    return { status: 204, body: undefined };
  }

  /** PATCH of what was shown first: fills a deferred response, too. */
  function edit(token: string, body: Fields): RestAnswer {
    const one = [...kept.values()].find((each) => each.token === token);
    if (!one?.response || !isMessage(one.response.type)) return refused(404, 10_015, 'Unknown Webhook');
    const wrong = whyMessageRefused(body, true);
    if (wrong) return no(wrong);
    one.response.data = { ...one.response.data, ...body };
    return ok({ id: one.id, channel_id: one.channelId, author: world.bot, ...one.response.data });
  }

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
      const type = ApplicationCommandType.ChatInput;
      return send(actor, InteractionType.ApplicationCommand, {
        id: '1',
        name,
        type,
        guild_id: world.guildId,
        options: inside,
      });
    },
    menu: ({ name, on, ...actor }) => {
      const message = findMessage(world, on);
      if (!message) throw new Error(`no message ${on}`);
      const resolved = { messages: { [on]: message } };
      const type = ApplicationCommandType.Message;
      const data = { id: '1', name, type, guild_id: world.guildId, target_id: on, resolved };
      return send({ in: message.channel_id, ...actor }, InteractionType.ApplicationCommand, data);
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
      return send(actor, InteractionType.MessageComponent, data, message);
    },
    submit: ({ form, fields, ...actor }) => {
      const opened = form.form();
      if (!opened) throw new Error('no form was opened');
      const components = Object.entries(fields).map(([id, value]) => ({
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.TextInput, custom_id: id, value }],
      }));
      const on = kept.get(form.id)?.on ?? null;
      return send(actor, InteractionType.ModalSubmit, { custom_id: opened['custom_id'], components }, on);
    },
    route: ({ method, path, body }) => {
      const callback = path.match(/^\/interactions\/(\d+)\/([\w-]+)\/callback$/);
      if (callback && method === 'POST')
        return acknowledge(kept.get(callback[1] ?? ''), callback[2] ?? '', body);
      const original = decodeURIComponent(path).match(/^\/webhooks\/\d+\/([\w-]+)\/messages\/@original$/);
      if (original && method === 'PATCH') return edit(original[1] ?? '', body);
      return null;
    },
  };
}

const updates: ReadonlySet<InteractionResponseType> = new Set([
  InteractionResponseType.UpdateMessage,
  InteractionResponseType.DeferredMessageUpdate,
]);

const responses: ReadonlySet<InteractionResponseType> = new Set([
  ...updates,
  InteractionResponseType.ChannelMessageWithSource,
  InteractionResponseType.DeferredChannelMessageWithSource,
]);

const isMessage = (type: InteractionResponseType): boolean => responses.has(type);

const optionType = (value: unknown) =>
  typeof value === 'boolean' ? ApplicationCommandOptionType.Boolean : ApplicationCommandOptionType.String;
