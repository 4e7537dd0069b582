import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import type { WebSocket } from 'ws';
import { applicationIdOf, type World } from '../world/world.ts';
import { guildPayload } from './guild-payload.ts';

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: Shard;
  readonly sent: { readonly t: string; readonly s: number; readonly d: object }[];
  socket: WebSocket | null;
}

/** The index of a connection, and the number of connections. */
type Shard = readonly [id: number, count: number];

export interface Identify {
  readonly token: string;
  readonly intents: number;
  readonly shard?: Shard;
}

export interface Resume {
  readonly token: string;
  readonly session_id: string;
  readonly seq: number;
}

/** Why a session is refused, or null. After `later` the client identifies again. */
export type Admit = (given: Identify) => GatewayCloseCodes | 'later' | null;

export interface Sessions {
  readonly identify: (socket: WebSocket, given: Identify) => void;
  readonly resume: (socket: WebSocket, given: Resume) => void;
  /** Sends an event to every session with the needed intent whose shard has the server. */
  readonly send: (event: GatewayDispatchEvents, data: object) => void;
  /** Ends all sessions; none can be resumed. */
  readonly forget: () => void;
  /** How many sessions were identified, and how many resumed. */
  readonly counts: () => { readonly identified: number; readonly resumed: number };
}

export interface SessionOptions {
  readonly world: World;
  readonly token: string;
  readonly url: string;
  readonly admit: Admit;
}

export const sendPayload = (socket: WebSocket, op: GatewayOpcodes, d: unknown): void =>
  socket.send(JSON.stringify({ op, d, s: null, t: null }));

/** Opens, resumes and refuses sessions like Discord. */
export function createSessions({ world, token, url, admit }: SessionOptions): Sessions {
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
