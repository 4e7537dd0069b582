import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import type { WebSocket } from 'ws';
import type { EmulatorLimits } from '../limits.ts';
import type { World } from '../world/world.ts';
import { guildPayload, withoutContent } from './guild-payload.ts';

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

export interface Sessions {
  readonly identify: (socket: WebSocket, given: Identify) => void;
  readonly resume: (socket: WebSocket, given: Resume) => void;
  /** Sends an event to every session with the needed intent whose shard has the server. */
  readonly send: (event: GatewayDispatchEvents, data: object) => void;
  /** Ends all sessions; none can be resumed. */
  readonly forget: () => void;
  readonly counts: () => { readonly identified: number; readonly resumed: number };
}

export interface SessionOptions {
  readonly world: World;
  readonly token: string;
  readonly url: string;
  readonly mayReadContent: () => boolean;
  readonly limits: EmulatorLimits;
  readonly violation: (what: string) => void;
}

export const sendPayload = (socket: WebSocket, op: GatewayOpcodes, d: unknown): void =>
  socket.send(JSON.stringify({ op, d, s: null, t: null }));

/** Opens, resumes and refuses sessions like Discord. */
export function createSessions(options: SessionOptions): Sessions {
  const { world, token, url, limits } = options;
  const sessions = new Map<string, Session>();
  const identifiedAt = new Map<number, number>();
  const counts = { identified: 0, resumed: 0 };
  const dispatch = (session: Session, t: string, d: object) => {
    const mayRead = (session.intents & GatewayIntentBits.MessageContent) !== 0;
    const packet = { t, s: session.sent.length + 1, d: mayRead ? d : withoutContent(d, world) };
    session.sent.push(packet);
    session.socket?.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, ...packet }));
  };
  return {
    identify(socket, given) {
      const { intents, shard = theOnly } = given;
      const refusal = whyRefused(given, options, counts.identified);
      if (refusal !== null) return socket.close(refusal);
      const place = shard[0] % limits.identify.atOnce;
      if (Date.now() - (identifiedAt.get(place) ?? 0) < limits.identify.seconds * 1_000)
        return sendPayload(socket, GatewayOpcodes.InvalidSession, false);
      identifiedAt.set(place, Date.now());
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
        application: { id: world.bot.id, flags: 0 },
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

function whyRefused(
  { token: given, intents, shard: [id, count] = theOnly }: Identify,
  { token, limits, mayReadContent, violation }: SessionOptions,
  identified: number,
): GatewayCloseCodes | null {
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

const everyIntent = Object.values(GatewayIntentBits).reduce<number>(
  (all, intent) => (typeof intent === 'number' ? all | intent : all),
  0,
);

/** The intents that a session needs for these events. */
const intentFor: Readonly<Partial<Record<GatewayDispatchEvents, GatewayIntentBits>>> = {
  [GatewayDispatchEvents.TypingStart]: GatewayIntentBits.GuildMessageTyping,
  [GatewayDispatchEvents.MessageReactionAdd]: GatewayIntentBits.GuildMessageReactions,
};
