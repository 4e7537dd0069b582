import type { Config } from './schema.ts';
import { channelConfig } from './schema/discord.ts';

type Channel = Config['discord']['channels'][string];

interface ChannelConfig extends Omit<Channel, 'how_sure'> {
  /** The channel's own value, or that of all channels. */
  readonly how_sure: number;
}

/** Returns the settings of a channel by its id, or null if it is not listed and Steward ignores it. */
export type ChannelFor = (channelId: string) => ChannelConfig | null;

/** The settings without Discord, where no channel is listed. */
const unlisted: Channel = channelConfig.parse({});

/** `listed` maps ids of listed channels to their keys in the config. Null, as without Discord: there is no allow-list. */
export const channelFor =
  ({ discord }: Pick<Config, 'discord'>, listed: ReadonlyMap<string, string> | null): ChannelFor =>
  (channelId) => {
    if (listed && !listed.has(channelId)) return null;
    const channel = discord.channels[listed?.get(channelId) ?? channelId] ?? unlisted;
    return { ...channel, how_sure: channel.how_sure ?? discord.how_sure };
  };
