import { profileNamed, withDraft, type ProjectProfile } from '../../domain/reply/project-profile.ts';
import type { Location } from '../../domain/intake/message.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';

/**
 * What the model is told of the project where a question was asked: the channel's profile, else the guild's, else the one
 * for all, with what is tried for this question over it.
 */
export function findProjectProfile(
  { config: { ai_response: ai, discord }, channelFor }: Pick<ReplyDeps, 'config' | 'channelFor'>,
  {
    location,
    projectProfile: draft = {},
  }: Pick<Snapshot, 'projectProfile'> & { readonly location: Pick<Location, 'guildId' | 'channelId'> },
): ProjectProfile {
  const name =
    channelFor(location.channelId)?.profile ?? discord.guild_profiles[location.guildId] ?? ai.profile;
  return withDraft(profileNamed(ai, name), draft);
}
