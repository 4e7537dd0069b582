import { InteractionResponseType } from 'discord.js';
import { applicationIdOf, type World } from '../../../adapters/discord/emulator/world/world.ts';
import {
  ok,
  refused,
  type RestAnswer,
  type RestRequest,
} from '../../../adapters/discord/emulator/rest/rest-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An interaction and the bot's response. */
export interface SentInteraction {
  readonly id: string;
  readonly token: string;
  readonly channelId: string;
  /** The message whose button was pressed. */
  readonly on: Fields | null;
  response: { readonly type: InteractionResponseType; data: Fields } | null;
}

/** Saves responses to interactions. Null for any other request. */
export const answerInteractions =
  (world: World, sent: ReadonlyMap<string, SentInteraction>) =>
  ({ method, path, body }: RestRequest): RestAnswer | null => {
    const [, id = '', token = ''] = path.match(/^\/interactions\/(\d+)\/([\w-]+)\/callback$/) ?? [];
    if (id !== '' && method === 'POST') return acknowledge(sent.get(id), token, body);
    const original = decodeURIComponent(path).match(/^\/webhooks\/(\d+)\/([\w-]+)\/messages\/@original$/);
    if (!original || method !== 'PATCH') return null;
    const [, applicationId, sentWith] = original;
    // The original response, which may have been deferred.
    const one = [...sent.values()].find((each) => each.token === sentWith);
    if (applicationId !== applicationIdOf(world) || !one?.response || !isMessage(one.response.type))
      return refused(404, 10_015, 'Unknown Webhook');
    one.response.data = { ...one.response.data, ...body };
    return ok({ id: one.id, channel_id: one.channelId, author: world.bot, ...one.response.data });
  };

function acknowledge(one: SentInteraction | undefined, token: string, body: Fields): RestAnswer {
  if (one?.token !== token) return refused(404, 10_062, 'Unknown interaction');
  if (one.response) return refused(400, 40_060, 'Interaction has already been acknowledged.');
  const type = body['type'] as InteractionResponseType;
  const data = (body['data'] ?? {}) as Fields;
  one.response = { type, data: updates.has(type) ? { ...one.on, ...data } : data };
  if (type === InteractionResponseType.UpdateMessage && one.on) Object.assign(one.on, data);
  return { status: 204, body: undefined };
}

export const updates: ReadonlySet<InteractionResponseType> = new Set([
  InteractionResponseType.UpdateMessage,
  InteractionResponseType.DeferredMessageUpdate,
]);

const responses: ReadonlySet<InteractionResponseType> = new Set([
  ...updates,
  InteractionResponseType.ChannelMessageWithSource,
  InteractionResponseType.DeferredChannelMessageWithSource,
]);

export const isMessage = (type: InteractionResponseType): boolean => responses.has(type);
