import { profileNamed, withDraft, type Profile } from '../../domain/reply/profile.ts';
import type { Place } from '../../domain/intake/message.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';

/**
 * What the model is told of the project where a question was asked: the channel's profile, else the guild's, else the one
 * for all, with what is tried for this question over it.
 */
export function findProfile(
  { config: { ai_response: ai, discord }, channelFor }: Pick<ReplyDeps, 'config' | 'channelFor'>,
  {
    place,
    profile: draft = {},
  }: Pick<Snapshot, 'profile'> & { readonly place: Pick<Place, 'guildId' | 'channelId'> },
): Profile {
  const name = channelFor(place.channelId)?.profile ?? discord.guild_profiles[place.guildId] ?? ai.profile;
  return withDraft(profileNamed(ai, name), draft);
}
