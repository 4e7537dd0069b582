import { profileNamed, withDraft, type ProjectProfile } from '../../domain/models/project-profile.ts';
import type { Location } from '../../domain/intake/message.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';

/**
 * The project profile for the place where a question was asked: the channel's, the guild's or the default one,
 * overridden by a draft that is tried with this question.
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
