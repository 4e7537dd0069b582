import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayDispatchEvents, type APIMessage } from 'discord.js';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import { createFiles, type FakeFile } from './files.ts';
import { startGateway, type FakeGateway } from './gateway.ts';
import { createInteractions, type FakeInteractions } from './interactions.ts';
import { refused, type RestAnswer, type RestRequest } from './rest-request.ts';
import { createRoutes } from './routes.ts';
import {
  addMessage,
  addThread,
  createWorld,
  denyBot,
  findMessage,
  removeMessage,
  user,
  type World,
} from './world.ts';

export interface Saying {
  readonly by: string;
  readonly text: string;
  readonly team?: boolean;
  /** Another bot than Steward. */
  readonly bot?: boolean;
  /** A channel's name, or a thread's id. */
  readonly in?: string;
  readonly replyTo?: string;
  /** Written so many hours ago. */
  readonly hoursAgo?: number;
  /** A forum post's first message has its thread's id. */
  readonly id?: string;
  readonly files?: readonly FakeFile[];
}

/** What happens instead of an answer: an answer of the test's, a connection that is cut or hangs. `after` the work is done. */
export type Fault = RestAnswer | 'cut' | 'cut after' | 'hang after' | { readonly slowMilliseconds: number };

export interface FakeDiscord {
  readonly apiUrl: string;
  readonly token: string;
  readonly world: World;
  readonly gateway: FakeGateway;
  /** What members do beside writing: commands, menus, buttons, forms. */
  readonly interactions: Omit<FakeInteractions, 'route'>;
  readonly requests: readonly RestRequest[];
  /** Broken limits of Discord's, and whatever could ping. Empty in a test that holds. */
  readonly violations: readonly string[];
  readonly channelId: (name: string) => string;
  readonly say: (saying: Saying) => APIMessage;
  readonly edit: (messageId: string, text: string) => void;
  /** An update without a new edit: what a link preview causes. */
  readonly preview: (messageId: string) => void;
  readonly remove: (messageId: string) => void;
  readonly openThread: (thread: {
    readonly by: string;
    readonly name: string;
    readonly on: string;
    /** Of a forum post. */
    readonly tags?: readonly string[];
  }) => string;
  /** As Discord does with a thread that nobody writes in. */
  readonly archive: (threadId: string) => void;
  /** Takes a permission from Steward in one channel. */
  readonly deny: (channel: string, permission: bigint) => void;
  readonly postsIn: (placeId: string) => readonly APIMessage[];
  /** What the next request that fits meets, or the next `times` of them. */
  readonly fail: (method: string, path: RegExp, fault: Fault, times?: number) => void;
  /** As Discord does after some minutes. */
  readonly forgetNonces: () => void;
  /** As Discord does after a day: a message that is fetched again has other links to its files. */
  readonly expireLinks: () => void;
  readonly until: (holds: () => boolean, what: string) => Promise<void>;
  readonly close: () => void;
}

/** A small Discord on loopback that the unchanged discord.js client talks to. */
export async function startFakeDiscord({
  contentIsAllowed = true,
}: { readonly contentIsAllowed?: boolean } = {}): Promise<FakeDiscord> {
  const world = createWorld();
  const token = 'the-token-of-the-test';
  const requests: RestRequest[] = [];
  const violations: string[] = [];
  const faults: { readonly method: string; readonly path: RegExp; readonly fault: Fault }[] = [];
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = () => `ws://127.0.0.1:${port}`;
  const gateway = startGateway({ server, world, token, url, contentIsAllowed });
  const files = createFiles({ url: () => `http://127.0.0.1:${port}` });
  const violation = (what: string) => void violations.push(what);
  const nonces = new Map<string, APIMessage>();
  const route = createRoutes({ world, gateway, url, violation, nonces });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://discord');
    const text = Buffer.concat(chunks).toString();
    const given: RestRequest = {
      method: request.method ?? 'GET',
      path: pathname.replace(/^\/api\/v10/, ''),
      query,
      body: text === '' ? {} : (JSON.parse(text) as RestRequest['body']),
    };
    requests.push(given);
    const at = faults.findIndex(({ method, path }) => method === given.method && path.test(given.path));
    const fault = at < 0 ? null : (faults.splice(at, 1)[0]?.fault ?? null);
    if (fault === 'cut') return void request.socket.destroy();
    const isKnown = request.headers.authorization === `Bot ${token}`;
    if (isAnswer(fault)) return respond(response, fault);
    if (typeof fault === 'object' && fault) await sleep(fault.slowMilliseconds);
    // What answers an interaction is known by the interaction's own token.
    const answer =
      files.route(given) ??
      interactions.route(given) ??
      (isKnown ? route(given) : refused(401, 0, '401: Unauthorized'));
    if (fault === 'hang after') return;
    if (fault === 'cut after') return void request.socket.destroy();
    respond(response, answer);
  }

  const respond = (response: ServerResponse, answer: RestAnswer): void => {
    response.writeHead(answer.status, {
      ...(answer.body !== undefined && { 'content-type': 'application/json' }),
      ...rateLimit,
      ...answer.headers,
    });
    if (answer.body instanceof Uint8Array) response.end(answer.body);
    else response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  };

  const people = new Map<string, string>();
  const person = (name: string, team: boolean) => {
    const id = people.get(name) ?? world.newId();
    people.set(name, id);
    const found = {
      user: user(id, name),
      roles: team ? [world.teamRoleId] : (world.members.get(id)?.roles ?? []),
    };
    world.members.set(id, found);
    return found;
  };
  const channelId = (name: string) => {
    const found = [...world.channels.values()].find((channel) => channel.name === name);
    if (!found) throw new Error(`no channel ${name}`);
    return found.id;
  };
  const place = (name: string) =>
    world.threads.has(name) || world.channels.has(name) ? name : channelId(name);
  const interactions = createInteractions({ world, gateway, person, placeId: place, violation });
  const inGuild = (message: APIMessage) => {
    const { user: _, ...member } = world.members.get(message.author.id) ?? { user: null };
    return { ...message, guild_id: world.guildId, member };
  };
  const change = (messageId: string, changes: Partial<APIMessage>) => {
    const message = findMessage(world, messageId);
    if (!message) throw new Error(`no message ${messageId}`);
    Object.assign(message, changes);
    gateway.send(GatewayDispatchEvents.MessageUpdate, inGuild(message));
  };

  /** Ids of the past need not differ from anything but each other. */
  let older = 0n;
  const idOf = (hoursAgo: number | undefined) =>
    hoursAgo === undefined
      ? undefined
      : String(BigInt(snowflakeAt(new Date(Date.now() - hoursAgo * 3_600_000))) + (older += 1n));

  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    token,
    world,
    gateway,
    interactions,
    requests,
    violations,
    channelId,
    say: ({
      by,
      text,
      team = false,
      bot = false,
      in: where = 'help',
      replyTo,
      hoursAgo,
      id = idOf(hoursAgo),
      files: given = [],
    }) => {
      const author = { ...person(by, team).user, bot };
      const message = addMessage(world, {
        author,
        channelId: place(where),
        content: text,
        replyToId: replyTo ?? null,
        attachments: given.map((file) =>
          files.attach({ ...file, id: world.newId(), channelId: place(where) }),
        ),
        ...(id !== undefined && { id }),
      });
      gateway.send(GatewayDispatchEvents.MessageCreate, inGuild(message));
      return message;
    },
    edit: (messageId, text) =>
      change(messageId, { content: text, edited_timestamp: new Date().toISOString() }),
    preview: (messageId) => change(messageId, { embeds: [{ title: 'a preview' }] }),
    remove: (messageId) => {
      const message = findMessage(world, messageId);
      if (!message) throw new Error(`no message ${messageId}`);
      const { channel_id: from } = message;
      removeMessage(world, messageId);
      const event = { id: messageId, channel_id: from, guild_id: world.guildId };
      gateway.send(GatewayDispatchEvents.MessageDelete, event);
    },
    openThread: ({ by, name, on, tags = [] }) => {
      const parentId = findMessage(world, on)?.channel_id ?? channelId(on);
      const id = world.channels.has(parentId) && findMessage(world, on) ? on : world.newId();
      const thread = addThread(world, { id, parentId, ownerId: person(by, false).user.id, name, tags });
      gateway.send(GatewayDispatchEvents.ThreadCreate, { ...thread, newly_created: true });
      return id;
    },
    archive: (threadId) => {
      const thread = world.threads.get(threadId);
      if (!thread?.thread_metadata) throw new Error(`no thread ${threadId}`);
      thread.thread_metadata.archived = true;
      thread.thread_metadata.archive_timestamp = new Date().toISOString();
      gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
    },
    deny: (channel, permission) => denyBot(world, channelId(channel), permission),
    postsIn: (placeId) =>
      (world.messages.get(placeId) ?? []).filter(({ author }) => author.id === world.bot.id),
    fail: (method, path, fault, times = 1) => {
      for (let left = times; left > 0; left -= 1) faults.push({ method, path, fault });
    },
    forgetNonces: () => nonces.clear(),
    expireLinks: files.expireLinks,
    until: async (holds, what) => {
      const end = Date.now() + 40_000;
      while (!holds()) {
        if (Date.now() > end) throw new Error(`it never came to this: ${what}`);
        await sleep(20);
      }
    },
    close: () => {
      gateway.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

const isAnswer = (fault: Fault | null): fault is RestAnswer =>
  fault !== null && typeof fault === 'object' && 'status' in fault;

/** A bucket that is never empty: a test that wants an empty one answers with headers of its own. */
const rateLimit = {
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': '999',
  'x-ratelimit-reset-after': '1.0',
  'x-ratelimit-bucket': 'a-bucket',
};
