import { profileNamed, withDraft, type Profile } from '../../domain/reply/profile.ts';
import type { Place } from '../../domain/intake/message.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';

/**
 * What the model is told of the project where a question was asked: the channel's profile, else the guild's, else the one
 * for all. In a try-out the draft of whoever tries stands over it; nobody else's answers ever see that.
 */
export async function findProfile(
  {
    records,
    config,
    channelFor,
  }: Pick<ReplyDeps, 'config' | 'channelFor'> & {
    readonly records: Pick<ReplyDeps['records'], 'profileDraft'>;
  },
  { place, triedBy }: Pick<Snapshot, 'triedBy'> & { readonly place: Pick<Place, 'guildId' | 'channelId'> },
): Promise<Profile> {
  const { ai_response: ai, discord } = config;
  const name = channelFor(place.channelId)?.profile ?? discord.guild_profiles[place.guildId] ?? ai.profile;
  const profile = profileNamed(ai, name);
  if (triedBy === undefined) return profile;
  const draft = await records.profileDraft(triedBy);
  return draft ? withDraft(profile, draft) : profile;
}
