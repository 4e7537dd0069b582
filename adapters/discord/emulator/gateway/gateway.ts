import type { Server } from 'node:http';
import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import { WebSocketServer, type WebSocket } from 'ws';
import { guildPayload } from './guild-payload.ts';
import type { World } from '../world/world.ts';

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
  readonly close: () => void;
}

type Watcher = (event: GatewayDispatchEvents, data: object) => void;

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly sent: { readonly t: string; readonly s: number; readonly d: object }[];
  socket: WebSocket | null;
}

/** The gateway: identify, resume, heartbeats, dispatches with sequence numbers. */
export function startGateway({
  server,
  world,
  token,
  url,
  contentIsAllowed,
}: {
  readonly server: Server;
  readonly world: World;
  readonly token: string;
  readonly url: string;
  readonly contentIsAllowed: boolean;
}): Gateway {
  const sockets = new WebSocketServer({ server });
  const sessions = new Map<string, Session>();
  const watchers = new Set<Watcher>();
  let resumed = 0;
  let identified = 0;

  const dispatch = (session: Session, t: string, d: object) => {
    const packet = { t, s: session.sent.length + 1, d };
    session.sent.push(packet);
    session.socket?.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
  };

  sockets.on('connection', (socket) => {
    const say = (op: GatewayOpcodes, d: unknown) => socket.send(JSON.stringify({ op, d, s: null, t: null }));
    say(GatewayOpcodes.Hello, { heartbeat_interval: 5_000 });
    socket.on('message', (data: Buffer) => {
      const { op, d } = JSON.parse(data.toString()) as {
        readonly op: GatewayOpcodes;
        readonly d: Identify & Resume;
      };
      if (op === GatewayOpcodes.Heartbeat) say(GatewayOpcodes.HeartbeatAck, null);
      if (op === GatewayOpcodes.Identify) identify(socket, d);
      if (op === GatewayOpcodes.Resume) resume(socket, d);
    });
  });

  function identify(socket: WebSocket, { token: given, intents }: Identify): void {
    if (given !== token) return socket.close(GatewayCloseCodes.AuthenticationFailed);
    if (!contentIsAllowed && (intents & GatewayIntentBits.MessageContent) !== 0)
      return socket.close(GatewayCloseCodes.DisallowedIntents);
    const session: Session = { id: `session-${(identified += 1)}`, intents, sent: [], socket };
    sessions.set(session.id, session);
    dispatch(session, GatewayDispatchEvents.Ready, {
      v: 10,
      user: world.bot,
      guilds: [{ id: world.guildId, unavailable: true }],
      session_id: session.id,
      resume_gateway_url: url,
      application: { id: world.bot.id, flags: 0 },
    });
    dispatch(session, GatewayDispatchEvents.GuildCreate, guildPayload(world));
  }

  function resume(socket: WebSocket, { token: given, session_id: id, seq }: Resume): void {
    const session = sessions.get(id);
    if (given !== token || !session) {
      socket.send(JSON.stringify({ op: GatewayOpcodes.InvalidSession, d: false }));
      return;
    }
    session.socket = socket;
    resumed += 1;
    for (const packet of session.sent.filter(({ s }) => s > seq))
      socket.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
    dispatch(session, GatewayDispatchEvents.Resumed, {});
  }

  return {
    send: (event, data) => {
      const needed: number = intentFor[event] ?? 0;
      for (const session of sessions.values())
        if ((session.intents & needed) === needed) dispatch(session, event, data);
      for (const watcher of watchers) watcher(event, data);
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    counts: () => ({ identified, resumed }),
    cut: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    forgetSessions: () => {
      sessions.clear();
      for (const socket of sockets.clients) socket.terminate();
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** What a session hears of only if it asked for it. */
const intentFor: Readonly<Partial<Record<GatewayDispatchEvents, GatewayIntentBits>>> = {
  [GatewayDispatchEvents.TypingStart]: GatewayIntentBits.GuildMessageTyping,
};

interface Identify {
  readonly token: string;
  readonly intents: number;
}

interface Resume {
  readonly token: string;
  readonly session_id: string;
  readonly seq: number;
}
