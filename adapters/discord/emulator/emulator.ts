import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { GatewayCloseCodes, GatewayDispatchEvents, type APIMessage } from 'discord.js';
import { startGateway, type Gateway } from './gateway/gateway.ts';
import { createInteractions, type Interactions } from './members/interactions.ts';
import { roomyLimits, type EmulatorLimits } from './limits.ts';
import { createMembers, type Members } from './members/members.ts';
import { answerInteractions, type SentInteraction } from './rest/answer-interactions.ts';
import { createFiles } from './rest/files.ts';
import { refused, type RestRequest } from './rest/rest-request.ts';
import { createRateLimits } from './rest/rate-limits.ts';
import { createRestServer, type Fault } from './rest/rest-server.ts';
import { createRoutes } from './rest/routes.ts';
import { channelId, denyBot, type World } from './world/world.ts';

export interface Emulator extends Members {
  readonly apiUrl: string;
  readonly token: string;
  readonly world: World;
  readonly gateway: Gateway;
  readonly interactions: Interactions;
  readonly channelId: (name: string) => string;
  /** Takes a permission from Steward in one channel. */
  readonly deny: (channel: string, permission: bigint) => void;
  readonly rename: (channel: string, name: string) => void;
  /** Steward's messages in a channel or thread. */
  readonly postsIn: (locationId: string) => readonly APIMessage[];
  /** Discord does this after some minutes. */
  readonly forgetNonces: () => void;
  /** Discord does this after a day. A message that is fetched again has new links. */
  readonly expireLinks: () => void;
  /** Turns off "Message Content Intent", which ends the connections that need it. */
  readonly forbidContent: () => void;
  /** The number of requests that a rate limit refused. */
  readonly limited: () => number;
  readonly close: () => void;
}

interface EmulatorOptions {
  readonly world: World;
  /** The switch "Message Content Intent" of the developer portal. */
  readonly contentIsAllowed?: boolean;
  readonly limits?: Partial<EmulatorLimits>;
  readonly violation?: (what: string) => void;
  readonly disturb?: (request: RestRequest) => Fault | null;
}

/** Not a secret: only programs on this computer can reach the loopback address. */
const token = 'the-token-of-the-emulator';

/**
 * Emulates Discord's REST API and gateway on loopback for the unchanged discord.js client. It refuses what Discord would
 * refuse, and calls `violation` for that and for anything that Steward may never send.
 */
export async function startEmulator({
  world,
  contentIsAllowed = true,
  limits: given = {},
  violation = () => {},
  disturb = () => null,
}: EmulatorOptions): Promise<Emulator> {
  const limits = { ...roomyLimits, ...given };
  const rateLimits = createRateLimits(limits);
  let isAllowed = contentIsAllowed;
  const mayReadContent = () => isAllowed;
  const server = createRestServer({
    token,
    disturb,
    limits: rateLimits,
    // Responses to interactions and requests for files need no bot token.
    answer: (request, isBot) =>
      files.route(request) ??
      answerInteraction(request) ??
      (isBot ? route(request) : refused(401, 0, '401: Unauthorized')),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}`;
  const gateway = startGateway({ server, world, token, url, mayReadContent, limits, violation });
  const files = createFiles({ url: `http://127.0.0.1:${port}` });
  const nonces = new Map<string, APIMessage>();
  const route = createRoutes({ world, gateway, url, violation, nonces, mayReadContent });
  const members = createMembers({ world, gateway, files });
  const sent = new Map<string, SentInteraction>();
  const answerInteraction = answerInteractions({ world, sent, violation });
  const interactions = createInteractions({ world, gateway, person: members.person, sent, violation });
  return {
    ...members,
    apiUrl: `http://127.0.0.1:${port}/api`,
    token,
    world,
    gateway,
    interactions,
    channelId: (name) => channelId(world, name),
    deny: (channel, permission) => denyBot(world, channelId(world, channel), permission),
    rename: (channel, name) => rename({ world, gateway }, channelId(world, channel), name),
    postsIn: (locationId) =>
      (world.messages.get(locationId) ?? []).filter(({ author }) => author.id === world.bot.id),
    forgetNonces: () => nonces.clear(),
    expireLinks: files.expireLinks,
    forbidContent: () => {
      isAllowed = false;
      gateway.end(GatewayCloseCodes.DisallowedIntents);
    },
    limited: rateLimits.refused,
    close: () => {
      gateway.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

function rename({ world, gateway }: Pick<Emulator, 'world' | 'gateway'>, id: string, name: string): void {
  const before = world.channels.get(id);
  if (!before) return;
  const channel = { ...before, name };
  world.channels.set(id, channel);
  gateway.send(GatewayDispatchEvents.ChannelUpdate, channel);
}
