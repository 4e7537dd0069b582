import {
  ApplicationFlags,
  ChannelType,
  GatewayDispatchEvents,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord.js';
import { whyCommandsRefused } from '../checks/check-commands.ts';
import { deleteMessage, editMessage } from './change-message.ts';
import { activeThreads, archivedThreads, changeThread, deleteThread } from './threads.ts';
import { guildPayload, shownChannels, withoutContent } from '../gateway/guild-payload.ts';
import { postMessage } from './post-message.ts';
import { ok, refusals, refused, type RestAnswer, type RestRequest, type RouteParts } from './rest-request.ts';
import { addThread, findMessage } from '../world/messages.ts';
import { botMay, isArchived, type World } from '../world/world.ts';

const maxTitleChars = 100;

type Route = (request: RestRequest, first: string, second: string) => RestAnswer;
type Routes = readonly (readonly [method: string, path: RegExp, route: Route])[];

/** The routes of REST v10 that Steward uses. Any other request is a violation. */
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
    parts.violation(`${request.method} ${request.path}, which this Discord does not know`);
    return refused(404, 0, '404: Not Found');
  };
}

function applicationRoutes({ world, gateway, url, violation, mayReadContent }: RouteParts): Routes {
  const application = () => ({
    id: world.bot.id,
    name: 'Steward',
    flags: mayReadContent() ? ApplicationFlags.GatewayMessageContentLimited : 0,
  });
  const putCommands: Route = ({ body }, applicationId, guildId) => {
    const wrong =
      applicationId === world.bot.id ? whyCommandsRefused(body) : `the application ${applicationId}`;
    if (wrong !== null) {
      violation(wrong);
      return refusals.invalidForm;
    }
    if (guildId !== world.guildId) return refusals.missingAccess;
    world.commands.set(guildId, body as unknown as readonly object[]);
    return ok(body);
  };
  return [
    ['GET', /^\/gateway\/bot$/, () => ok({ url, ...gateway.limits() })],
    ['GET', /^\/users\/@me$/, () => ok(world.bot)],
    ['GET', /^\/applications\/@me$/, () => ok(application())],
    ['PUT', /^\/applications\/(\d+)\/guilds\/(\d+)\/commands$/, putCommands],
  ];
}

function guildRoutes({ world }: RouteParts): Routes {
  const inOwn =
    (shown: () => unknown): Route =>
    (_, id) =>
      id === world.guildId ? ok(shown()) : refusals.missingAccess;
  const member: Route = (_, id) => {
    const found = world.members.get(id);
    return found
      ? ok({ ...found, joined_at: new Date().toISOString() })
      : refused(404, 10_007, 'Unknown Member');
  };
  const channel: Route = (_, id) => {
    const found = world.channels.get(id) ?? world.threads.get(id);
    return found ? ok(found) : refusals.unknownChannel;
  };
  return [
    ['GET', /^\/guilds\/(\d+)$/, inOwn(() => guildPayload(world))],
    ['GET', /^\/guilds\/(\d+)\/channels$/, inOwn(() => shownChannels(world))],
    ['GET', /^\/guilds\/\d+\/members\/(\d+)$/, member],
    ['GET', /^\/channels\/(\d+)$/, channel],
  ];
}

function threadRoutes({ world, gateway, violation }: RouteParts): Routes {
  const openThread: Route = ({ body }, parentId, id) => {
    const name = body['name'];
    if (typeof name !== 'string' || name.trim() === '' || name.length > maxTitleChars) {
      violation(`a thread's title of ${String(name).length} characters`);
      return refusals.invalidForm;
    }
    if (!botMay(world, parentId, PermissionFlagsBits.CreatePublicThreads)) return refusals.missingPermissions;
    if (!world.messages.get(parentId)?.some((message) => message.id === id)) return refusals.unknownMessage;
    if (world.threads.has(id))
      return refused(400, 160_004, 'A thread has already been created for this message');
    const open = [...world.threads.values()].filter((thread) => !isArchived(thread));
    if (open.length >= world.maxOpenThreads)
      return refused(400, 160_006, 'Maximum number of active threads reached');
    const thread = addThread(world, { id, parentId, ownerId: world.bot.id, name });
    gateway.send(GatewayDispatchEvents.ThreadCreate, { ...thread, newly_created: true });
    return { status: 201, body: thread };
  };
  const archived =
    (type: ChannelType): Route =>
    ({ query }, parentId) =>
      archivedThreads(world, { parentId, type, query });
  return [
    ['GET', /^\/guilds\/\d+\/threads\/active$/, () => activeThreads(world)],
    ['GET', /^\/channels\/(\d+)\/threads\/archived\/public$/, archived(ChannelType.PublicThread)],
    [
      'GET',
      /^\/channels\/(\d+)\/users\/@me\/threads\/archived\/private$/,
      archived(ChannelType.PrivateThread),
    ],
    ['PATCH', /^\/channels\/(\d+)$/, ({ body }, id) => changeThread({ world, gateway, id, body })],
    ['DELETE', /^\/channels\/(\d+)$/, (_, id) => deleteThread({ world, gateway, id })],
    ['POST', /^\/channels\/(\d+)\/messages\/(\d+)\/threads$/, openThread],
  ];
}

function messageRoutes({ world, gateway, violation, nonces, mayReadContent }: RouteParts): Routes {
  const shown = (message: APIMessage) => (mayReadContent() ? message : withoutContent(message, world));
  const read: Route = (_, channelId, id) => {
    const found = world.messages.get(channelId)?.find((message) => message.id === id);
    return found ? ok(shown(found)) : refusals.unknownMessage;
  };
  const listed: Route = ({ query }, id) =>
    botMay(world, id, PermissionFlagsBits.ViewChannel)
      ? listMessages(world, id, query, violation, shown)
      : refusals.missingAccess;
  const post: Route = (request, channelId) => {
    if (!world.messages.has(channelId)) return refusals.unknownChannel;
    const { SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
    const needed = world.threads.has(channelId) ? SendMessagesInThreads : SendMessages;
    if (!botMay(world, channelId, needed)) return refusals.missingPermissions;
    if (isLocked(world, channelId)) return refused(403, 160_005, 'Thread is locked');
    const { answer, made } = postMessage({ world, channelId, request, violation, nonces });
    const thread = world.threads.get(channelId);
    if (made && thread?.thread_metadata && isArchived(thread)) {
      thread.thread_metadata.archived = false;
      gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
    }
    if (made) gateway.send(GatewayDispatchEvents.MessageCreate, { ...made, guild_id: world.guildId });
    return answer;
  };
  const react: Route = (_, messageId, emoji) => {
    const message = findMessage(world, messageId);
    if (!message) return refusals.unknownMessage;
    if (isArchived(world.threads.get(message.channel_id))) return refusals.archived;
    if (!botMay(world, message.channel_id, PermissionFlagsBits.AddReactions))
      return refusals.missingPermissions;
    world.reactions.push(`${messageId} ${decodeURIComponent(emoji)}`);
    return { status: 204, body: undefined };
  };
  const edit: Route = (request, channelId, messageId) =>
    editMessage({ world, gateway, channelId, messageId, request, violation });
  const remove: Route = (_, channelId, messageId) => deleteMessage({ world, gateway, channelId, messageId });
  return [
    ['GET', /^\/channels\/(\d+)\/messages$/, listed],
    ['GET', /^\/channels\/(\d+)\/messages\/(\d+)$/, read],
    ['POST', /^\/channels\/(\d+)\/messages$/, post],
    ['PATCH', /^\/channels\/(\d+)\/messages\/(\d+)$/, edit],
    ['DELETE', /^\/channels\/(\d+)\/messages\/(\d+)$/, remove],
    ['PUT', /^\/channels\/\d+\/messages\/(\d+)\/reactions\/([^/]+)\/@me$/, react],
  ];
}

const isLocked = ({ threads }: World, id: string): boolean =>
  threads.get(id)?.thread_metadata?.locked === true;

/** Newest first, as in Discord, for `around`, `after` and `before` alike. */
function listMessages(
  world: World,
  channelId: string,
  query: URLSearchParams,
  violation: (what: string) => void,
  shown: (message: APIMessage) => APIMessage,
): RestAnswer {
  const all = world.messages.get(channelId);
  if (!all) return refusals.unknownChannel;
  if (!botMay(world, channelId, PermissionFlagsBits.ReadMessageHistory)) return ok([]);
  const limit = Number(query.get('limit') ?? 50);
  if (!(limit >= 1 && limit <= 100)) violation(`a list of ${limit} messages`);
  const id = (name: string) => BigInt(query.get(name) ?? 0);
  const older = (than: bigint) => all.filter((one) => BigInt(one.id) < than);
  const newer = (than: bigint) => all.filter((one) => BigInt(one.id) > than);
  const half = Math.floor(limit / 2);
  const found = query.has('around')
    ? [
        ...older(id('around')).slice(-half),
        ...all.filter((one) => one.id === query.get('around')),
        ...newer(id('around')).slice(0, half),
      ]
    : query.has('after')
      ? newer(id('after')).slice(0, limit)
      : (query.has('before') ? older(id('before')) : all).slice(-limit);
  return ok(found.toReversed().map(shown));
}
