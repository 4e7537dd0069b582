import type { Server } from 'node:http';
import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import { WebSocketServer, type WebSocket } from 'ws';
import { commandsPerMinute, sessionsResetMilliseconds, type EmulatorLimits } from '../limits.ts';
import type { World } from '../world/world.ts';
import { guildPayload } from './guild-payload.ts';
import { withoutContent } from './message-content.ts';

export interface Gateway {
  readonly send: (event: GatewayDispatchEvents, data: object) => void;
  /** Hears every dispatch from now on, as a client that needs no connection. Call what comes back to stop. */
  readonly watch: (watcher: Watcher) => () => void;
  /** How many sessions were identified, and how many resumed. */
  readonly counts: () => { readonly identified: number; readonly resumed: number };
  /** Ends every connection as a network does. Clients may resume. */
  readonly cut: () => void;
  /** Ends every connection, and no session can be resumed. What happens from now on reaches new sessions alone. */
  readonly forgetSessions: () => void;
  /** Ends every connection with one of Discord's codes. */
  readonly end: (code: GatewayCloseCodes) => void;
  /** Asks every connection to come back, or says that its session is over; `canResume` as Discord says it. */
  readonly ask: (
    what: { readonly op: 'reconnect' } | { readonly op: 'invalid'; readonly canResume: boolean },
  ) => void;
  /** As `GET /gateway/bot` shows them. */
  readonly limits: () => object;
  readonly close: () => void;
}

type Watcher = (event: GatewayDispatchEvents, data: object) => void;

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: Shard;
  readonly sent: { readonly t: string; readonly s: number; readonly d: object }[];
  socket: WebSocket | null;
}

/** Which connection, of how many. */
type Shard = readonly [id: number, count: number];

/** After these a session cannot be resumed. */
const forgetful: readonly GatewayCloseCodes[] = [
  GatewayCloseCodes.InvalidSeq,
  GatewayCloseCodes.SessionTimedOut,
  GatewayCloseCodes.DisallowedIntents,
];

/** The gateway: identify, resume, heartbeats, dispatches with sequence numbers, shards and Discord's limits. */
export function startGateway({
  server,
  world,
  token,
  url,
  mayReadContent,
  limits,
  violation,
}: {
  readonly server: Server;
  readonly world: World;
  readonly token: string;
  readonly url: string;
  readonly mayReadContent: () => boolean;
  readonly limits: EmulatorLimits;
  readonly violation: (what: string) => void;
}): Gateway {
  const sockets = new WebSocketServer({ server });
  const sessions = new Map<string, Session>();
  const watchers = new Set<Watcher>();
  const identifiedAt = new Map<number, number>();
  let resumed = 0;
  let identified = 0;

  const dispatch = (session: Session, t: string, d: object) => {
    const mayRead = (session.intents & GatewayIntentBits.MessageContent) !== 0;
    const packet = { t, s: session.sent.length + 1, d: mayRead ? d : withoutContent(d, world) };
    session.sent.push(packet);
    session.socket?.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
  };
  const say = (socket: WebSocket, op: GatewayOpcodes, d: unknown) =>
    socket.send(JSON.stringify({ op, d, s: null, t: null }));

  sockets.on('connection', (socket) => {
    const since = Date.now();
    let commands = 0;
    say(socket, GatewayOpcodes.Hello, { heartbeat_interval: 5_000 });
    socket.on('message', (data: Buffer) => {
      const { op, d } = JSON.parse(data.toString()) as {
        readonly op: GatewayOpcodes;
        readonly d: Identify & Resume;
      };
      commands += 1;
      if (commands > commandsPerMinute * Math.ceil((Date.now() - since + 1) / 60_000))
        return socket.close(GatewayCloseCodes.RateLimited);
      if (op === GatewayOpcodes.Heartbeat) say(socket, GatewayOpcodes.HeartbeatAck, null);
      if (op === GatewayOpcodes.Identify) identify(socket, d);
      if (op === GatewayOpcodes.Resume) resume(socket, d);
    });
  });

  function identify(socket: WebSocket, given: Identify): void {
    const { intents, shard = [0, 1] } = given;
    const refusal = whyNotIdentified(given);
    if (refusal !== null) return socket.close(refusal);
    const place = shard[0] % limits.identify.atOnce;
    const last = identifiedAt.get(place) ?? 0;
    if (Date.now() - last < limits.identify.seconds * 1_000)
      return say(socket, GatewayOpcodes.InvalidSession, false);
    identifiedAt.set(place, Date.now());
    const session: Session = { id: `session-${(identified += 1)}`, intents, shard, sent: [], socket };
    sessions.set(session.id, session);
    dispatch(session, GatewayDispatchEvents.Ready, {
      v: 10,
      user: world.bot,
      guilds: hasGuild(shard) ? [{ id: world.guildId, unavailable: true }] : [],
      session_id: session.id,
      resume_gateway_url: url,
      shard,
      application: { id: world.bot.id, flags: 0 },
    });
    if (hasGuild(shard)) dispatch(session, GatewayDispatchEvents.GuildCreate, guildPayload(world));
  }

  function whyNotIdentified({ token: given, intents, shard = [0, 1] }: Identify): GatewayCloseCodes | null {
    const [id, count] = shard;
    if (given !== token) return GatewayCloseCodes.AuthenticationFailed;
    if (count < limits.shards) return GatewayCloseCodes.ShardingRequired;
    if (id >= count) return GatewayCloseCodes.InvalidShard;
    if ((intents & ~everyIntent) !== 0) return GatewayCloseCodes.InvalidIntents;
    if (!mayReadContent() && (intents & GatewayIntentBits.MessageContent) !== 0)
      return GatewayCloseCodes.DisallowedIntents;
    if (identified < limits.sessionsLeft) return null;
    violation('a session more than Discord allows in a day, which costs the token');
    return GatewayCloseCodes.AuthenticationFailed;
  }

  /** Discord's own rule: the time in a server's id, over the connections in turn. */
  const hasGuild = ([id, count]: Shard): boolean =>
    (BigInt(world.guildId) >> 22n) % BigInt(count) === BigInt(id);

  function resume(socket: WebSocket, { token: given, session_id: id, seq }: Resume): void {
    const session = sessions.get(id);
    if (given !== token || !session) return say(socket, GatewayOpcodes.InvalidSession, false);
    session.socket = socket;
    resumed += 1;
    for (const packet of session.sent.filter(({ s }) => s > seq))
      socket.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
    dispatch(session, GatewayDispatchEvents.Resumed, {});
  }

  const endAll = (end: (socket: WebSocket) => void) => {
    for (const socket of sockets.clients) end(socket);
  };
  return {
    send: (event, data) => {
      const needed: number = intentFor[event] ?? 0;
      for (const session of sessions.values())
        if ((session.intents & needed) === needed && hasGuild(session.shard)) dispatch(session, event, data);
      for (const watcher of watchers) watcher(event, data);
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    counts: () => ({ identified, resumed }),
    cut: () => endAll((socket) => socket.terminate()),
    forgetSessions: () => {
      sessions.clear();
      endAll((socket) => socket.terminate());
    },
    end: (code) => {
      if (forgetful.includes(code)) sessions.clear();
      endAll((socket) => socket.close(code));
    },
    ask: (what) => {
      if (what.op === 'invalid' && !what.canResume) sessions.clear();
      endAll((socket) =>
        what.op === 'reconnect'
          ? say(socket, GatewayOpcodes.Reconnect, null)
          : say(socket, GatewayOpcodes.InvalidSession, what.canResume),
      );
    },
    limits: () => ({
      shards: limits.shards,
      session_start_limit: {
        total: 1_000,
        remaining: Math.max(0, limits.sessionsLeft - identified),
        reset_after: sessionsResetMilliseconds,
        max_concurrency: limits.identify.atOnce,
      },
    }),
    close: () => {
      endAll((socket) => socket.terminate());
      sockets.close();
    },
  };
}

const everyIntent = Object.values(GatewayIntentBits).reduce<number>(
  (all, intent) => (typeof intent === 'number' ? all | intent : all),
  0,
);

/** What a session hears of only if it asked for it. */
const intentFor: Readonly<Partial<Record<GatewayDispatchEvents, GatewayIntentBits>>> = {
  [GatewayDispatchEvents.TypingStart]: GatewayIntentBits.GuildMessageTyping,
};

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
