import type { Config } from './schema.ts';
import { channel } from './schema/discord.ts';

export type ChannelConfig = Config['discord']['channels'][string];

/** The settings of a channel, by its id; null where it is not listed, and nothing happens there. */
export type ChannelFor = (channelId: string) => ChannelConfig | null;

/** A community in the terminal lists no channels, and waits for nothing. */
const unlisted: ChannelConfig = channel.parse({ user_cooldown_seconds: 0, channel_cooldown_seconds: 0 });

/** `listed`: a channel's id, and what the config lists it as. Null: there is no allow-list, as in the terminal. */
export const channelFor =
  ({ discord }: Pick<Config, 'discord'>, listed: ReadonlyMap<string, string> | null): ChannelFor =>
  (channelId) =>
    listed && !listed.has(channelId)
      ? null
      : (discord.channels[listed?.get(channelId) ?? channelId] ?? unlisted);
