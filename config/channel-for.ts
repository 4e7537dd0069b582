import type { Config } from './schema.ts';
import { channelConfig } from './schema/discord.ts';

type Channel = Config['discord']['channels'][string];

interface ChannelConfig extends Omit<Channel, 'how_sure'> {
  /** That of all channels where this one has none. */
  readonly how_sure: number;
}

/** The settings of a channel, by its id; null where it is not listed, and nothing happens there. */
export type ChannelFor = (channelId: string) => ChannelConfig | null;

/** Without Discord no channel is listed, and nothing waits. */
const unlisted: Channel = channelConfig.parse({ user_cooldown_seconds: 0, channel_cooldown_seconds: 0 });

/** `listed`: a channel's id, and what the config lists it as. Null: there is no allow-list, as without Discord. */
export const channelFor =
  ({ discord }: Pick<Config, 'discord'>, listed: ReadonlyMap<string, string> | null): ChannelFor =>
  (channelId) => {
    if (listed && !listed.has(channelId)) return null;
    const found = discord.channels[listed?.get(channelId) ?? channelId] ?? unlisted;
    return { ...found, how_sure: found.how_sure ?? discord.how_sure };
  };
