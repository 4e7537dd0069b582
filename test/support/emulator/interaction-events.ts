import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  GatewayDispatchEvents,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import type { RouteParts } from '../../../adapters/discord/emulator/rest/rest-request.ts';
import { isMessage, type SentInteraction } from './answer-interactions.ts';
import { applicationIdOf, locationIdOf } from '../../../adapters/discord/emulator/world/world.ts';
import type { Members } from '../../../adapters/discord/emulator/members/members.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface InteractionUser {
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
    used: InteractionUser & { readonly name: string; readonly sub?: string; readonly options?: Fields },
  ) => ShownInteraction;
  /** Sends any interaction of a member, which may be `on` a message. */
  readonly send: (
    actor: InteractionUser,
    interaction: { readonly type: InteractionType; readonly data: object; readonly on?: Fields | null },
  ) => ShownInteraction;
  /** All that were sent, by id. */
  readonly sent: ReadonlyMap<string, SentInteraction>;
}

interface InteractionParts extends Pick<RouteParts, 'world' | 'gateway'> {
  readonly person: Members['person'];
  readonly sent: Map<string, SentInteraction>;
}

/** Lets members use commands. */
export function createInteractions({ world, gateway, person, sent }: InteractionParts): Interactions {
  const send: Interactions['send'] = (actor, { type, data, on = null }) => {
    const id = world.newId();
    const channelId = on ? String(on['channel_id']) : locationIdOf(world, actor.in ?? 'help');
    const token = `token-${id}`;
    const one: SentInteraction = { id, token, channelId, on, response: null };
    sent.set(id, one);
    const { ManageMessages, SendMessages } = PermissionFlagsBits;
    const permissions = String(actor.moderates ? ManageMessages : SendMessages);
    gateway.send(GatewayDispatchEvents.InteractionCreate, {
      id,
      application_id: applicationIdOf(world),
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
    return shownAs(one);
  };
  const command: Interactions['command'] = ({ name, sub, options: values = {}, ...actor }) => {
    const namedOptions = Object.entries(values).map(([key, value]) => ({
      name: key,
      type: optionType(value),
      value,
    }));
    const { Subcommand } = ApplicationCommandOptionType;
    const options =
      sub === undefined ? namedOptions : [{ name: sub, type: Subcommand, options: namedOptions }];
    const type = ApplicationCommandType.ChatInput;
    const data = { id: '1', guild_id: world.guildId, name, type, options };
    return send(actor, { type: InteractionType.ApplicationCommand, data });
  };
  return { command, send, sent };
}

const optionType = (value: unknown) =>
  typeof value === 'boolean' ? ApplicationCommandOptionType.Boolean : ApplicationCommandOptionType.String;

const shownAs = (one: SentInteraction): ShownInteraction => ({
  id: one.id,
  shown: () => (one.response && isMessage(one.response.type) ? one.response.data : null),
  text: () => textOf(one.response?.data ?? {}),
  isPrivate: () => (Number(one.response?.data['flags'] ?? 0) & MessageFlags.Ephemeral) !== 0,
  form: () => (one.response?.type === InteractionResponseType.Modal ? one.response.data : null),
  acknowledged: () => one.response !== null,
});

/** The texts of a response's embeds. */
export const embedsOf = ({ embeds }: Fields): readonly string[] =>
  Array.isArray(embeds)
    ? embeds.map(({ description = '' }: { readonly description?: string }) => description)
    : [];

/** The text that a member reads, embeds included. */
const textOf = ({ content, ...data }: Fields): string =>
  [typeof content === 'string' ? content : '', ...embedsOf(data)].join('\n');
