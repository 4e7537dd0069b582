import { ApplicationFlags, GatewayDispatchEvents, type APIMessage, type APIThreadChannel } from 'discord.js';
import { guildPayload, shownChannels } from '../gateway/guild-payload.ts';
import { addMessage, addThread, findMessage, removeMessage } from '../world/messages.ts';
import { applicationIdOf, isArchived, type World } from '../world/world.ts';
import {
  invalidForm,
  ok,
  refusals,
  refused,
  type RestAnswer,
  type RestRequest,
  type RouteParts,
} from './rest-request.ts';

type Route = (request: RestRequest, first: string, second: string) => RestAnswer;
type Routes = readonly (readonly [method: string, path: RegExp, route: Route])[];

/** The routes of REST v10 that Steward uses. */
export function createRoutes(parts: RouteParts): (request: RestRequest) => RestAnswer {
  const routes = [
    ...applicationRoutes(parts),
    ...guildRoutes(parts),
    ...threadRoutes(parts),
    ...messageRoutes(parts),
  ];
  return (request) => {
    for (const [method, pattern, route] of routes) {
      const match = method === request.method ? request.path.match(pattern) : null;
      if (match) return route(request, match[1] ?? '', match[2] ?? '');
    }
    return refusals.unknownRoute;
  };
}

function applicationRoutes({ world, url }: RouteParts): Routes {
  const flags = ApplicationFlags.GatewayMessageContentLimited;
  const id = applicationIdOf(world);
  return [
    ['GET', /^\/gateway\/bot$/, () => ok({ url, ...limits })],
    ['GET', /^\/users\/@me$/, () => ok(world.bot)],
    ['GET', /^\/applications\/@me$/, () => ok({ id, name: 'Steward', flags })],
  ];
}

const limits = {
  shards: 1,
  session_start_limit: { total: 1_000, remaining: 1_000, reset_after: 14_400_000, max_concurrency: 1 },
};

function guildRoutes({ world }: RouteParts): Routes {
  const inOwn =
    (body: () => unknown): Route =>
    (_, id) =>
      id === world.guildId ? ok(body()) : refusals.missingAccess;
  const member: Route = (_, id) => {
    const worldMember = world.members.get(id);
    return worldMember
      ? ok({ ...worldMember, joined_at: new Date().toISOString() })
      : refused(404, 10_007, 'Unknown Member');
  };
  const channel: Route = (_, id) => {
    const worldChannel = world.channels.get(id) ?? world.threads.get(id);
    return worldChannel ? ok(worldChannel) : refusals.unknownChannel;
  };
  return [
    ['GET', /^\/guilds\/(\d+)$/, inOwn(() => guildPayload(world))],
    ['GET', /^\/guilds\/(\d+)\/channels$/, inOwn(() => shownChannels(world))],
    ['GET', /^\/guilds\/\d+\/members\/(\d+)$/, member],
    ['GET', /^\/channels\/(\d+)$/, channel],
  ];
}

function threadRoutes({ world, gateway }: RouteParts): Routes {
  const open: Route = ({ body }, parentId, id) => {
    if (!world.messages.get(parentId)?.some((message) => message.id === id)) return refusals.unknownMessage;
    if (world.threads.has(id))
      return refused(400, 160_004, 'A thread has already been created for this message');
    const thread = addThread(world, { id, parentId, ownerId: world.bot.id, name: String(body['name']) });
    gateway.send(GatewayDispatchEvents.ThreadCreate, { ...thread, newly_created: true });
    return { status: 201, body: thread };
  };
  /** Nothing archives a thread here. */
  const none: Route = () => ok({ threads: [], members: [], has_more: false });
  const active = () => threadsIn(world).filter((thread) => !isArchived(thread));
  return [
    ['GET', /^\/guilds\/\d+\/threads\/active$/, () => ok({ threads: active(), members: [] })],
    ['GET', /^\/channels\/\d+\/(?:users\/@me\/)?threads\/archived\/(?:public|private)$/, none],
    ['POST', /^\/channels\/(\d+)\/messages\/(\d+)\/threads$/, open],
  ];
}

export const threadsIn = (world: World): readonly APIThreadChannel[] =>
  [...world.threads.values()].map((thread) => ({
    ...thread,
    last_message_id: world.messages.get(thread.id)?.at(-1)?.id ?? null,
  }));

function messageRoutes(parts: RouteParts): Routes {
  const { world } = parts;
  const read: Route = (_, channelId, id) => {
    const worldMessage = world.messages.get(channelId)?.find((message) => message.id === id);
    return worldMessage ? ok(worldMessage) : refusals.unknownMessage;
  };
  const type: Route = (_, channelId) => {
    if (!world.messages.has(channelId)) return refusals.unknownChannel;
    world.typing.push(channelId);
    return { status: 204, body: undefined };
  };
  const react: Route = (_, messageId, emoji) => {
    const message = findMessage(world, messageId);
    if (!message) return refusals.unknownMessage;
    world.reactions.push(`${messageId} ${decodeURIComponent(emoji)}`);
    return { status: 204, body: undefined };
  };
  return [
    ['POST', /^\/channels\/(\d+)\/typing$/, type],
    ['GET', /^\/channels\/(\d+)\/messages$/, ({ query }, id) => listMessages(world, id, query)],
    ['GET', /^\/channels\/(\d+)\/messages\/(\d+)$/, read],
    ['POST', /^\/channels\/(\d+)\/messages$/, postMessage(parts)],
    ['PATCH', /^\/channels\/(\d+)\/messages\/(\d+)$/, editMessage(parts)],
    ['DELETE', /^\/channels\/(\d+)\/messages\/(\d+)$/, deleteMessage(parts)],
    ['PUT', /^\/channels\/\d+\/messages\/(\d+)\/reactions\/([^/]+)\/@me$/, react],
  ];
}

/** Newest first, as in Discord, for `around`, `after` and `before` alike. */
function listMessages(world: World, channelId: string, query: URLSearchParams): RestAnswer {
  const all = world.messages.get(channelId);
  if (!all) return refusals.unknownChannel;
  const limit = Number(query.get('limit') ?? 50);
  const id = (name: string) => BigInt(query.get(name) ?? 0);
  const older = (than: bigint) => all.filter((one) => BigInt(one.id) < than);
  const newer = (than: bigint) => all.filter((one) => BigInt(one.id) > than);
  const half = Math.floor(limit / 2);
  const page = query.has('around')
    ? [
        ...older(id('around')).slice(-half),
        ...all.filter((one) => one.id === query.get('around')),
        ...newer(id('around')).slice(0, half),
      ]
    : query.has('after')
      ? newer(id('after')).slice(0, limit)
      : (query.has('before') ? older(id('before')) : all).slice(-limit);
  return ok(page.toReversed());
}

interface Reference {
  readonly message_id?: string;
  readonly fail_if_not_exists?: boolean;
}

/** A nonce is posted once. */
const postMessage =
  ({ world, gateway }: RouteParts): Route =>
  ({ body }, channelId) => {
    if (!world.messages.has(channelId)) return refusals.unknownChannel;
    const { content, nonce, flags, components, message_reference: reference } = body;
    const key = `${channelId} ${String(nonce)}`;
    const first = world.nonces.get(key);
    if (first) return ok(first);
    const { message_id: referenced = null, fail_if_not_exists: mustExist = true } = (reference ??
      {}) as Reference;
    const isGone = referenced !== null && findMessage(world, referenced)?.channel_id !== channelId;
    if (isGone && mustExist) return invalidForm('message_reference', 'REPLIES_UNKNOWN_MESSAGE');
    const replyToId = isGone ? null : referenced;
    const made = addMessage(world, {
      author: world.bot,
      channelId,
      content: String(content),
      nonce: String(nonce),
      replyToId,
      flags: Number(flags ?? 0),
      components,
    });
    world.nonces.set(key, made);
    gateway.send(GatewayDispatchEvents.MessageCreate, { ...made, guild_id: world.guildId });
    return ok(made);
  };

/** Steward may change only its own messages, because it has no Manage Messages. */
const editMessage =
  ({ world, gateway }: RouteParts): Route =>
  ({ body }, channelId, messageId) => {
    const message = ownMessage(world, channelId, messageId);
    if ('status' in message) return message;
    message.content = String(body['content']).trim();
    if ('components' in body) Object.assign(message, { components: body['components'] });
    message.edited_timestamp = new Date().toISOString();
    const event = { ...message, channel_id: channelId, guild_id: world.guildId };
    gateway.send(GatewayDispatchEvents.MessageUpdate, event);
    return ok(message);
  };

const deleteMessage =
  ({ world, gateway }: RouteParts): Route =>
  (_, channelId, messageId) => {
    const message = ownMessage(world, channelId, messageId);
    if ('status' in message) return message;
    removeMessage(world, message);
    const event = { id: messageId, channel_id: channelId, guild_id: world.guildId };
    gateway.send(GatewayDispatchEvents.MessageDelete, event);
    return { status: 204, body: undefined };
  };

function ownMessage(world: World, channelId: string, messageId: string): APIMessage | RestAnswer {
  const messages = world.messages.get(channelId);
  if (!messages) return refusals.unknownChannel;
  const message = messages.find(({ id }) => id === messageId);
  if (!message) return refusals.unknownMessage;
  return message.author.id === world.bot.id
    ? message
    : refused(403, 50_005, 'Cannot edit a message authored by another user');
}
