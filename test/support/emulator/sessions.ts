import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import type { WebSocket } from 'ws';
import {
  readyPayload,
  sendPayload,
  type OpenSessions,
} from '../../../adapters/discord/emulator/gateway/gateway.ts';
import { guildPayload } from '../../../adapters/discord/emulator/gateway/guild-payload.ts';
import type { World } from '../../../adapters/discord/emulator/world/world.ts';
import { createSessionLimits } from './session-limits.ts';

/** Why a session is refused, or null. After `later` the client identifies again. */
export type Admit = (given: Identify) => GatewayCloseCodes | 'later' | null;

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

export interface TestSessions {
  /** What Discord says of them. */
  readonly limits: () => object;
  readonly open: OpenSessions;
  /** Ends all sessions; none can be resumed. */
  readonly forget: () => void;
  /** How many sessions were identified, and how many resumed. */
  readonly counts: () => { readonly identified: number; readonly resumed: number };
}

/** Opens, resumes and refuses sessions like Discord, and tells each what its intents and its shard let it hear. */
export function createSessions(given: Parameters<typeof createSessionLimits>[0]): TestSessions {
  const { admit, limits } = createSessionLimits(given);
  const sessions = new Map<string, Session>();
  const counts = { identified: 0, resumed: 0 };
  const dispatch = (session: Session, t: string, d: object) => {
    const packet = { t, s: session.sent.length + 1, d };
    session.sent.push(packet);
    session.socket?.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
  };
  const open: OpenSessions = ({ world, token, url }) => {
    const identify = (socket: WebSocket, given: Identify) => {
      const { intents, shard = theOnly } = given;
      const refusal = given.token === token ? admit(given) : GatewayCloseCodes.AuthenticationFailed;
      if (refusal === 'later') return sendPayload(socket, GatewayOpcodes.InvalidSession, false);
      if (refusal !== null) return socket.close(refusal);
      counts.identified += 1;
      const session: Session = { id: `session-${counts.identified}`, intents, shard, sent: [], socket };
      sessions.set(session.id, session);
      const isHere = hasGuild(world, shard);
      const ready = { session_id: session.id, shard, hasGuild: isHere };
      dispatch(session, GatewayDispatchEvents.Ready, readyPayload(world, url, ready));
      if (isHere) dispatch(session, GatewayDispatchEvents.GuildCreate, guildPayload(world));
    };
    const resume = (socket: WebSocket, { token: given, session_id: id, seq }: Resume) => {
      const session = sessions.get(id);
      if (given !== token || !session) return sendPayload(socket, GatewayOpcodes.InvalidSession, false);
      session.socket = socket;
      counts.resumed += 1;
      for (const packet of session.sent.filter(({ s }) => s > seq))
        socket.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
      dispatch(session, GatewayDispatchEvents.Resumed, {});
    };
    return {
      receive(socket, op, d) {
        if (op === GatewayOpcodes.Identify) identify(socket, d as Identify);
        if (op === GatewayOpcodes.Resume) resume(socket, d as Resume);
      },
      send(event, data) {
        const needed: number = intentFor[event] ?? 0;
        for (const session of sessions.values())
          if ((session.intents & needed) === needed && hasGuild(world, session.shard))
            dispatch(session, event, data);
      },
    };
  };
  return { open, limits, forget: () => sessions.clear(), counts: () => ({ ...counts }) };
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
