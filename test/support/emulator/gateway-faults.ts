import { GatewayCloseCodes, GatewayOpcodes } from 'discord.js';
import type { WebSocket } from 'ws';
import type { Gateway } from '../../../adapters/discord/emulator/gateway/gateway.ts';
import { sendPayload } from '../../../adapters/discord/emulator/gateway/gateway.ts';
import type { TestSessions } from './sessions.ts';

/** The failures of a gateway that a test can cause. */
export interface GatewayFaults {
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
}

/** After these a session cannot be resumed. */
const forgetful: readonly GatewayCloseCodes[] = [
  GatewayCloseCodes.InvalidSeq,
  GatewayCloseCodes.SessionTimedOut,
  GatewayCloseCodes.DisallowedIntents,
];

/** Discord's limit of payloads that a connection may send. */
const commandsPerMinute = 120;

/** Also closes connections that send more than Discord allows. */
export function createGatewayFaults({ sockets }: Gateway, { forget }: TestSessions): GatewayFaults {
  const endAll = (end: (socket: WebSocket) => void) => {
    for (const socket of sockets.clients) end(socket);
  };
  const cut = () => endAll((socket) => socket.terminate());
  sockets.on('connection', limitCommands);
  return {
    cut,
    forgetSessions: () => {
      forget();
      cut();
    },
    end: (code) => {
      if (forgetful.includes(code)) forget();
      endAll((socket) => socket.close(code));
    },
    ask: (what) => {
      if (what.op === 'invalid' && !what.canResume) forget();
      endAll((socket) =>
        what.op === 'reconnect'
          ? sendPayload(socket, GatewayOpcodes.Reconnect, null)
          : sendPayload(socket, GatewayOpcodes.InvalidSession, what.canResume),
      );
    },
  };
}

function limitCommands(socket: WebSocket): void {
  const since = Date.now();
  let commands = 0;
  socket.on('message', () => {
    commands += 1;
    if (commands > commandsPerMinute * Math.ceil((Date.now() - since + 1) / 60_000))
      socket.close(GatewayCloseCodes.RateLimited);
  });
}
