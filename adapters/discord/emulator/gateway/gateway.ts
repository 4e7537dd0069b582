import type { Server } from 'node:http';
import { GatewayDispatchEvents, GatewayOpcodes } from 'discord.js';
import { WebSocketServer, type WebSocket } from 'ws';
import { applicationIdOf, type World } from '../world/world.ts';
import { guildPayload } from './guild-payload.ts';

export type Gateway = ReturnType<typeof startGateway>;

/** What clients say to the gateway, and what it tells them. */
interface Sessions {
  readonly receive: (socket: WebSocket, op: GatewayOpcodes, d: unknown) => void;
  readonly send: (event: GatewayDispatchEvents, data: object) => void;
}

export type OpenSessions = (options: {
  readonly world: World;
  readonly token: string;
  readonly url: string;
}) => Sessions;

/** Discord's gateway. */
export function startGateway({
  server,
  openSessions = openPlainSessions,
  ...options
}: Parameters<OpenSessions>[0] & {
  readonly server: Server;
  readonly openSessions?: OpenSessions | undefined;
}) {
  const sockets = new WebSocketServer({ server });
  const sessions = openSessions(options);
  const watchers = new Set<Sessions['send']>();
  sockets.on('connection', (socket) => converse(socket, sessions));
  return {
    send: (event: GatewayDispatchEvents, data: object): void => {
      sessions.send(event, data);
      for (const watcher of watchers) watcher(event, data);
    },
    /** Calls the watcher with every dispatch, without a connection. Returns a function that stops it. */
    watch: (watcher: Sessions['send']) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    sockets,
    close: (): void => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function converse(socket: WebSocket, sessions: Sessions): void {
  sendPayload(socket, GatewayOpcodes.Hello, { heartbeat_interval: 5_000 });
  socket.on('message', (data: Buffer) => {
    const { op, d } = JSON.parse(data.toString()) as { readonly op: GatewayOpcodes; readonly d: unknown };
    if (op === GatewayOpcodes.Heartbeat) sendPayload(socket, GatewayOpcodes.HeartbeatAck, null);
    else sessions.receive(socket, op, d);
  });
}

export const sendPayload = (socket: WebSocket, op: GatewayOpcodes, d: unknown): void =>
  socket.send(JSON.stringify({ op, d, s: null, t: null }));

/** Sessions that hear everything, and of which none is resumed: a client that has lost its connection begins a new one. */
const openPlainSessions: OpenSessions = ({ world, url }) => {
  const sequences = new Map<WebSocket, number>();
  const dispatch = (socket: WebSocket, t: string, d: object) => {
    const s = (sequences.get(socket) ?? 0) + 1;
    sequences.set(socket, s);
    socket.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, t, s, d }));
  };
  return {
    receive(socket, op) {
      if (op === GatewayOpcodes.Resume) sendPayload(socket, GatewayOpcodes.InvalidSession, false);
      if (op !== GatewayOpcodes.Identify) return;
      socket.once('close', () => sequences.delete(socket));
      const ready = { session_id: world.newId(), shard: [0, 1], hasGuild: true } as const;
      dispatch(socket, GatewayDispatchEvents.Ready, readyPayload(world, url, ready));
      dispatch(socket, GatewayDispatchEvents.GuildCreate, guildPayload(world));
    },
    send(event, data) {
      for (const socket of sequences.keys()) dispatch(socket, event, data);
    },
  };
};

export const readyPayload = (
  world: World,
  url: string,
  {
    hasGuild,
    ...session
  }: {
    readonly session_id: string;
    readonly shard: readonly [id: number, count: number];
    readonly hasGuild: boolean;
  },
) => ({
  v: 10,
  user: world.bot,
  guilds: hasGuild ? [{ id: world.guildId, unavailable: true }] : [],
  ...session,
  resume_gateway_url: url,
  application: { id: applicationIdOf(world), flags: 0 },
});
