import type { Server } from 'node:http';
import { GatewayOpcodes, type GatewayDispatchEvents } from 'discord.js';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  createSessions,
  sendPayload,
  type Identify,
  type Resume,
  type SessionOptions,
  type Sessions,
} from './sessions.ts';

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
