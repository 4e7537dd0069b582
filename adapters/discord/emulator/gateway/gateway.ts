import type { Server } from 'node:http';
import { GatewayCloseCodes, GatewayOpcodes, type GatewayDispatchEvents } from 'discord.js';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  createSessions,
  sendPayload,
  type Identify,
  type Resume,
  type SessionOptions,
  type Sessions,
} from './sessions.ts';

export interface Gateway {
  readonly send: (event: GatewayDispatchEvents, data: object) => void;
  /** Calls the watcher with every dispatch, without a connection. Returns a function that stops it. */
  readonly watch: (watcher: Watcher) => () => void;
  /** How many sessions were identified, and how many resumed. */
  readonly counts: () => { readonly identified: number; readonly resumed: number };
  /** Cuts every connection like a network failure. Clients may resume their sessions. */
  readonly cut: () => void;
  /** Cuts every connection, and no session can be resumed. */
  readonly forgetSessions: () => void;
  /** Closes every connection with one of Discord's codes. */
  readonly end: (code: GatewayCloseCodes) => void;
  /** Asks every client to reconnect, or says that its session is invalid. */
  readonly ask: (
    what: { readonly op: 'reconnect' } | { readonly op: 'invalid'; readonly canResume: boolean },
  ) => void;
  /** The limits in the answer to `GET /gateway/bot`. */
  readonly limits: () => object;
  readonly close: () => void;
}

/** Discord's limit of payloads that a connection may send. */
const commandsPerMinute = 120;

type Watcher = (event: GatewayDispatchEvents, data: object) => void;

/** After these a session cannot be resumed. */
const forgetful: readonly GatewayCloseCodes[] = [
  GatewayCloseCodes.InvalidSeq,
  GatewayCloseCodes.SessionTimedOut,
  GatewayCloseCodes.DisallowedIntents,
];

/** Discord's gateway, with the failures that a test can cause. */
export function startGateway({ server, ...options }: SessionOptions & { readonly server: Server }): Gateway {
  const { limits } = options;
  const sockets = new WebSocketServer({ server });
  const sessions = createSessions(options);
  const watchers = new Set<Watcher>();
  sockets.on('connection', (socket) => converse(socket, sessions));
  const endAll = (end: (socket: WebSocket) => void) => {
    for (const socket of sockets.clients) end(socket);
  };
  const cut = () => endAll((socket) => socket.terminate());
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
    cut,
    forgetSessions: () => {
      sessions.forget();
      cut();
    },
    end: (code) => {
      if (forgetful.includes(code)) sessions.forget();
      endAll((socket) => socket.close(code));
    },
    ask: (what) => {
      if (what.op === 'invalid' && !what.canResume) sessions.forget();
      endAll((socket) =>
        what.op === 'reconnect'
          ? sendPayload(socket, GatewayOpcodes.Reconnect, null)
          : sendPayload(socket, GatewayOpcodes.InvalidSession, what.canResume),
      );
    },
    limits: () => ({
      shards: limits.shards,
      session_start_limit: {
        total: 1_000,
        remaining: Math.max(0, limits.sessionsLeft - sessions.counts().identified),
        // In four hours, in milliseconds.
        reset_after: 14_400_000,
        max_concurrency: limits.identify.atOnce,
      },
    }),
    close: () => {
      cut();
      sockets.close();
    },
  };
}

/** Handles the heartbeats, sessions and rate limit of one connection. */
function converse(socket: WebSocket, sessions: Sessions): void {
  const since = Date.now();
  let commands = 0;
  sendPayload(socket, GatewayOpcodes.Hello, { heartbeat_interval: 5_000 });
  socket.on('message', (data: Buffer) => {
    const { op, d } = JSON.parse(data.toString()) as {
      readonly op: GatewayOpcodes;
      readonly d: Identify & Resume;
    };
    commands += 1;
    if (commands > commandsPerMinute * Math.ceil((Date.now() - since + 1) / 60_000))
      return socket.close(GatewayCloseCodes.RateLimited);
    if (op === GatewayOpcodes.Heartbeat) sendPayload(socket, GatewayOpcodes.HeartbeatAck, null);
    if (op === GatewayOpcodes.Identify) sessions.identify(socket, d);
    if (op === GatewayOpcodes.Resume) sessions.resume(socket, d);
  });
}
