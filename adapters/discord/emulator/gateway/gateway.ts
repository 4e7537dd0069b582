import type { Server } from 'node:http';
import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import { WebSocketServer, type WebSocket } from 'ws';
import { applicationIdOf, type World } from '../world/world.ts';
import { guildPayload } from './guild-payload.ts';

export interface Gateway extends Pick<Sessions, 'counts' | 'forget'> {
  readonly send: (event: GatewayDispatchEvents, data: object) => void;
  /** Calls the watcher with every dispatch, without a connection. Returns a function that stops it. */
  readonly watch: (watcher: Watcher) => () => void;
  readonly sockets: WebSocketServer;
  /** The limits in the answer to `GET /gateway/bot`. */
  readonly limits: () => object;
  readonly close: () => void;
}

type Watcher = (event: GatewayDispatchEvents, data: object) => void;

/** Why a session is refused, or null. After `later` the client identifies again. */
export type Admit = (given: Identify) => GatewayCloseCodes | 'later' | null;

interface SessionOptions {
  readonly world: World;
  readonly token: string;
  readonly url: string;
  readonly admit: Admit;
}

/** Discord's gateway. */
export function startGateway({ server, ...options }: SessionOptions & { readonly server: Server }): Gateway {
  const sockets = new WebSocketServer({ server });
  const sessions = createSessions(options);
  const watchers = new Set<Watcher>();
  sockets.on('connection', (socket) => converse(socket, sessions));
  return {
    send: (event, data) => {
      sessions.send(event, data);
      for (const watcher of watchers) watcher(event, data);
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    counts: sessions.counts,
    forget: sessions.forget,
    sockets,
    limits: () => ({
      shards: 1,
      session_start_limit: { total: 1_000, remaining: 1_000, reset_after: 14_400_000, max_concurrency: 1 },
    }),
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Handles the heartbeats and sessions of one connection. */
function converse(socket: WebSocket, sessions: Sessions): void {
  sendPayload(socket, GatewayOpcodes.Hello, { heartbeat_interval: 5_000 });
  socket.on('message', (data: Buffer) => {
    const { op, d } = JSON.parse(data.toString()) as {
      readonly op: GatewayOpcodes;
      readonly d: Identify & Resume;
    };
    if (op === GatewayOpcodes.Heartbeat) sendPayload(socket, GatewayOpcodes.HeartbeatAck, null);
    if (op === GatewayOpcodes.Identify) sessions.identify(socket, d);
    if (op === GatewayOpcodes.Resume) sessions.resume(socket, d);
  });
}

export const sendPayload = (socket: WebSocket, op: GatewayOpcodes, d: unknown): void =>
  socket.send(JSON.stringify({ op, d, s: null, t: null }));

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: Shard;
  readonly sent: { readonly t: string; readonly s: number; readonly d: object }[];
  socket: WebSocket | null;
}

/** The index of a connection, and the number of connections. */
type Shard = readonly [id: number, count: number];

interface Identify {
  readonly token: string;
  readonly intents: number;
  readonly shard?: Shard;
}

interface Resume {
  readonly token: string;
  readonly session_id: string;
  readonly seq: number;
}

interface Sessions {
  readonly identify: (socket: WebSocket, given: Identify) => void;
  readonly resume: (socket: WebSocket, given: Resume) => void;
  /** Sends an event to every session with the needed intent whose shard has the server. */
  readonly send: (event: GatewayDispatchEvents, data: object) => void;
  /** Ends all sessions; none can be resumed. */
  readonly forget: () => void;
  /** How many sessions were identified, and how many resumed. */
  readonly counts: () => { readonly identified: number; readonly resumed: number };
}

/** Opens, resumes and refuses sessions like Discord. */
function createSessions({ world, token, url, admit }: SessionOptions): Sessions {
  const sessions = new Map<string, Session>();
  const counts = { identified: 0, resumed: 0 };
  const dispatch = (session: Session, t: string, d: object) => {
    const packet = { t, s: session.sent.length + 1, d };
    session.sent.push(packet);
    session.socket?.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
  };
  return {
    identify(socket, given) {
      const { intents, shard = theOnly } = given;
      const refusal = given.token === token ? admit(given) : GatewayCloseCodes.AuthenticationFailed;
      if (refusal === 'later') return sendPayload(socket, GatewayOpcodes.InvalidSession, false);
      if (refusal !== null) return socket.close(refusal);
      counts.identified += 1;
      const session: Session = { id: `session-${counts.identified}`, intents, shard, sent: [], socket };
      sessions.set(session.id, session);
      const isHere = hasGuild(world, shard);
      dispatch(session, GatewayDispatchEvents.Ready, {
        v: 10,
        user: world.bot,
        guilds: isHere ? [{ id: world.guildId, unavailable: true }] : [],
        session_id: session.id,
        resume_gateway_url: url,
        shard,
        application: { id: applicationIdOf(world), flags: 0 },
      });
      if (isHere) dispatch(session, GatewayDispatchEvents.GuildCreate, guildPayload(world));
    },

    resume(socket, { token: given, session_id: id, seq }) {
      const session = sessions.get(id);
      if (given !== token || !session) return sendPayload(socket, GatewayOpcodes.InvalidSession, false);
      session.socket = socket;
      counts.resumed += 1;
      for (const packet of session.sent.filter(({ s }) => s > seq))
        socket.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
      dispatch(session, GatewayDispatchEvents.Resumed, {});
    },

    send(event, data) {
      const needed: number = intentFor[event] ?? 0;
      for (const session of sessions.values())
        if ((session.intents & needed) === needed && hasGuild(world, session.shard))
          dispatch(session, event, data);
    },
    forget: () => sessions.clear(),
    counts: () => ({ ...counts }),
  };
}

const theOnly: Shard = [0, 1];

/** Discord's rule: a server's shard is the timestamp in its id modulo the number of shards. */
const hasGuild = ({ guildId }: World, [id, count]: Shard): boolean =>
  (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);

/** The intents that a session needs for these events. */
const intentFor: Readonly<Partial<Record<GatewayDispatchEvents, GatewayIntentBits>>> = {
  [GatewayDispatchEvents.TypingStart]: GatewayIntentBits.GuildMessageTyping,
  [GatewayDispatchEvents.MessageReactionAdd]: GatewayIntentBits.GuildMessageReactions,
};
