import { profileNamed, withDraft, type Profile } from '../../domain/reply/profile.ts';
import type { Location } from '../../domain/intake/message.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';

/**
 * What the model is told of the project where a question was asked: the channel's profile, else the guild's, else the one
 * for all, with what is tried for this question over it.
 */
export function findProfile(
  { config: { ai_response: ai, discord }, channelFor }: Pick<ReplyDeps, 'config' | 'channelFor'>,
  {
    location,
    profile: draft = {},
  }: Pick<Snapshot, 'profile'> & { readonly location: Pick<Location, 'guildId' | 'channelId'> },
): Profile {
  const name =
    channelFor(location.channelId)?.profile ?? discord.guild_profiles[location.guildId] ?? ai.profile;
  return withDraft(profileNamed(ai, name), draft);
}
