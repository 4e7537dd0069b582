import {
  Client,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayIntentBits,
  Options,
  Status,
  type GatewayDispatchPayload,
} from 'discord.js';
import { faultFields, finalError, transientError, type PortError } from '../../../domain/ports/errors.ts';
import { contentIntentIsOff, discordFailure, wrongToken } from '../discord-failure.ts';
import { restOptions } from '../discord-rest.ts';
import type { Log } from '../../../domain/ports/log.ts';

/** The client would cache everyone who writes or types, but Steward reads only itself from the cache. */
const maxPeople = 200;

/** A discord.js client that caches channels and roles, but no messages. */
export const createGatewayClient = (apiUrl: string | undefined, refused: () => void): Client =>
  new Client({
    // Discord says how many connections it wants: a bot in more than 2,500 servers needs several.
    shards: 'auto',
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.GuildMessageTyping,
      GatewayIntentBits.GuildMessageReactions,
      GatewayIntentBits.MessageContent,
    ],
    rest: restOptions(apiUrl, refused),
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ThreadMemberManager: 0,
      GuildMemberManager: { maxSize: maxPeople, keepOverLimit: ({ id, client }) => id === client.user.id },
      UserManager: { maxSize: maxPeople, keepOverLimit: ({ id, client }) => id === client.user.id },
    }),
  });

/** Whether all connections receive events. */
export const isConnected = ({ ws: { shards } }: Client): boolean =>
  shards.size > 0 && shards.every(({ status }) => status === Status.Ready);

/** Logs in and waits for the servers. The client reconnects by itself. Calls `failed` if Discord ends the connection for good. */
export async function connectGateway({
  client,
  token,
  log,
  failed,
}: {
  readonly client: Client;
  readonly token: string;
  readonly log: Log;
  readonly failed: (error: PortError) => void;
}): Promise<void> {
  guardPackets(client, log);
  client.on(Events.Error, (error) => log.warn({ error: error.name }, 'discord.client_error'));
  client.on(Events.ShardError, (error) => log.warn({ error: error.name }, 'discord.connection_error'));
  noteOutages(client, log);
  await new Promise<void>((resolve, reject) => {
    client.on(Events.ShardDisconnect, ({ code }) => {
      const error = closedForGood(code);
      failed(error);
      reject(error);
    });
    client.once(Events.ClientReady, () => resolve());
    client.login(token).catch((error: unknown) => reject(loginFailure(error)));
  });
}

/** During an outage the client tries twice a second; one line for each connection says so. */
function noteOutages(client: Client, log: Log): void {
  const away = new Set<number>();
  client.on(Events.ShardReconnecting, (shard) => {
    if (!away.has(shard)) log.info({ shard }, 'discord.reconnecting');
    away.add(shard);
  });
  client.on(Events.ShardReady, (shard) => away.delete(shard));
  client.on(Events.ShardResume, (shard, replayed) => {
    away.delete(shard);
    log.info({ shard, replayed }, 'discord.resumed');
  });
}

function closedForGood(code: GatewayCloseCodes): PortError {
  if (code === GatewayCloseCodes.AuthenticationFailed) return wrongToken();
  if (code === GatewayCloseCodes.DisallowedIntents) return contentIntentIsOff();
  const message = `Discord has ended the connection for good (${code} ${GatewayCloseCodes[code] ?? ''}). This is a bug: please report it.`;
  return finalError('discord_disconnected', message);
}

function loginFailure(error: unknown): PortError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === DiscordjsErrorCodes.TokenInvalid) return wrongToken();
  // They are spent where something starts Steward again and again, or another program has its token.
  if (error instanceof Error && error.message.startsWith('Not enough sessions'))
    return transientError(
      'discord_sessions_spent',
      `Discord lets a bot connect 1,000 times a day. ${error.message}.`,
      error,
    );
  return discordFailure(error, 'the gateway');
}

/** What discord.js calls with each packet: Steward's listeners first, then its own handlers. Its types hide the second. */
interface PacketCalls {
  emit: (kind: string, data: unknown, shardId: number) => boolean;
  handlePacket: (packet?: GatewayDispatchPayload, shard?: unknown) => boolean;
}

/**
 * Discord may send what a listener or discord.js cannot read, and discord.js would let the error end the process. Such a packet is
 * logged by its kind and id. A message in it is not lost: Steward's listener has it, and reads it by itself.
 */
function guardPackets(client: Client, log: Log): void {
  const calls = client.ws as unknown as PacketCalls;
  const { emit, handlePacket } = calls;
  const guarded = (kind: string, data: unknown, work: () => boolean): boolean => {
    try {
      return work();
    } catch (error) {
      const { id = null } = (data ?? {}) as { readonly id?: unknown };
      log.warn({ kind, id, ...faultFields(error) }, 'discord.packet_unreadable');
      return true;
    }
  };
  calls.emit = (kind, data, shardId) => guarded(kind, data, () => emit.call(calls, kind, data, shardId));
  calls.handlePacket = (packet, shard) =>
    guarded(packet?.t ?? 'none', packet?.d, () => handlePacket.call(calls, packet, shard));
}
