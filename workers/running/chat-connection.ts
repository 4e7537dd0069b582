import { join } from 'node:path';
import type { Logger } from 'pino';
import { openDiscord } from '../../adapters/discord/open-discord.ts';
import { openCommunity } from '../../adapters/terminal/community.ts';
import type { Config } from '../../config/schema.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import { createInteractionHandlers } from '../../interactions/create-handlers.ts';
import { holdGateway } from './hold-gateway.ts';
import { channelFor } from '../../config/channel-for.ts';
import { textsFor } from '../../config/texts-for.ts';
import type { Steward } from '../wiring/wiring.ts';

/** A worker's connection to the chat. */
export interface ChatConnection {
  /** Null for a process that does not speak. */
  readonly chat: Chat | null;
  /** Which channels count, and what the config lists them as. Null: every one. */
  readonly listed: ReadonlyMap<string, string> | null;
  /** Begins to listen. Steward has to be open; its workers come after. */
  readonly start: (steward: Pick<Steward, 'client' | 'intake' | 'storage'>) => Promise<void>;
  /** Rejects when the chat is lost for good. Resolves never. */
  readonly lost: Promise<never>;
  /** Ends what `start` began, while the store is still open. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void> | void;
}

const never = new Promise<never>(() => {});

export const noChatConnection: ChatConnection = {
  chat: null,
  listed: null,
  start: async () => {},
  lost: never,
  stop: async () => {},
  close: () => {},
};

/** Discord when there is a token, else the community in the terminal. */
export async function openChatConnection({
  config,
  log,
  speaks,
}: {
  readonly config: Config;
  readonly log: Logger;
  /** Whether this process has the bot's role. */
  readonly speaks: boolean;
}): Promise<ChatConnection> {
  if (config.discord.token !== null) return connectToDiscord({ config, log, speaks });
  if (!speaks) return noChatConnection;
  log.info({ reason: 'discord.token is not set' }, 'terminal_community');
  const path = join(config.storage.data_dir, 'community.sqlite');
  const community = openCommunity({ path, now: () => new Date() });
  return { ...noChatConnection, chat: community, close: () => community.close() };
}

/** A process that does not speak looks up the channels all the same: their settings belong to an answer. */
async function connectToDiscord({
  config,
  log,
  speaks,
}: {
  readonly config: Config;
  readonly log: Logger;
  readonly speaks: boolean;
}): Promise<ChatConnection> {
  const { discord: settings } = config;
  const discord = await openDiscord({
    token: settings.token?.reveal() ?? '',
    guildIds: settings.guild_ids,
    channels: Object.keys(settings.channels),
    people: {
      team: { memberIds: settings.team_member_ids, roleIds: settings.team_role_ids },
      ignored: { memberIds: settings.ignored_user_ids, roleIds: settings.ignored_role_ids },
    },
    catchUpMaxAgeHours: settings.catch_up_max_age_hours,
    apiUrl: settings.api_url,
    log,
    now: () => new Date(),
  });
  if (!speaks) return { ...noChatConnection, listed: discord.listed };
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  // Whoever awaits `lost` hears of it; before that it must not end the process unheard.
  lost.catch(() => {});
  void discord.failed.then(lose);
  const begun: (() => Promise<void>)[] = [];
  return {
    chat: discord.chat,
    listed: discord.listed,
    lost,
    async start({ client, intake, storage }) {
      begun.push(await holdGateway({ leases: storage.records, now: () => new Date(), lost: lose }));
      begun.push(() => discord.close());
      const interactions = interactionHandlersOf({ config, client, storage, listed: discord.listed });
      await discord.start({ intake, cursors: storage.records, interactions });
    },
    async stop() {
      for (const end of begun.splice(0).toReversed()) await end();
    },
    close: () => discord.close(),
  };
}

function interactionHandlersOf({
  config,
  client,
  storage,
  listed,
}: {
  readonly config: Config;
  readonly client: Steward['client'];
  readonly storage: Steward['storage'];
  readonly listed: ChatConnection['listed'];
}) {
  const textsOf = textsFor(config);
  const texts = textsOf(null).desk;
  const handlers = createInteractionHandlers({
    client,
    taskQueue: config.temporal.task_queue,
    storage,
    channelFor: channelFor(config, listed),
    texts,
    textsFor: textsOf,
    now: () => new Date(),
  });
  return { handlers, texts };
}
