import { profileNamed, type ProjectProfile } from '../../domain/models/project-profile.ts';
import type { Location } from '../../domain/intake/message.ts';
import type { ReplyDeps } from '../deps.ts';

/** The project profile for the place where a question was asked: the channel's, the guild's or the default one. */
export function findProjectProfile(
  { config: { ai_response: ai, discord }, channelFor }: Pick<ReplyDeps, 'config' | 'channelFor'>,
  { location }: { readonly location: Pick<Location, 'guildId' | 'channelId'> },
): ProjectProfile {
  const name =
    channelFor(location.channelId)?.profile ?? discord.guild_profiles[location.guildId] ?? ai.profile;
  return profileNamed(ai, name);
}
