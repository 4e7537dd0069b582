import { profileNamed, type ProjectProfile } from '../../domain/models/project-profile.ts';
import type { Location } from '../../domain/intake/message.ts';
import type { ReplyDeps } from '../deps.ts';

/** The project profile for the place where a question was asked: the channel's or the default one. */
export const findProjectProfile = (
  { config: { ai_response: ai }, channelFor }: Pick<ReplyDeps, 'config' | 'channelFor'>,
  { location }: { readonly location: Pick<Location, 'channelId'> },
): ProjectProfile => profileNamed(ai, channelFor(location.channelId)?.profile ?? ai.profile);
