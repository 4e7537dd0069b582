import {
  GatewayDispatchEvents,
  Routes,
  type GatewayMessageReactionAddDispatchData,
  type GatewayThreadUpdateDispatchData,
} from 'discord.js';
import { faultFields } from '../../../domain/ports/errors.ts';
import { actorOf, type InteractionParts } from './watch-interactions.ts';

const solvedEmoji: readonly (string | null)[] = ['✅', '☑️', '✔️'];

export interface ReactionSettings {
  /** Names of forum tags that mark a post as solved. */
  readonly solvedTags: readonly string[];
  /** Whether a ✅ of a post's author sets such a tag. */
  readonly setsSolvedTag: boolean;
  /** The reaction of a moderator with which a message is answered: an emoji, `name:id` of a server's own, or null for none. */
  readonly answerReaction: string | null;
}

export const noReactions: ReactionSettings = { solvedTags: [], setsSolvedTag: false, answerReaction: null };

const nameOf = ({ id, name }: { readonly id: string | null; readonly name: string | null }) =>
  id === null ? name : `${name}:${id}`;

/** Discord's limit for a post. */
const mostTags = 5;

/**
 * Passes reactions that want an answer, ✅ reactions and the "solved" tags of forum posts to the handlers, which count them like the button "Helpful". Those
 * set while Steward was offline are lost.
 */
export function watchReactions(parts: InteractionParts & ReactionSettings): { readonly close: () => void } {
  const { client, directory, handlers, guildIds, log } = parts;
  const { solvedTags, setsSolvedTag, answerReaction } = parts;
  const tags = new Set(solvedTags.map((tag) => tag.toLowerCase()));
  const isSolved = (names: readonly string[]) => names.some((name) => tags.has(name.toLowerCase()));

  const reacted = async (data: GatewayMessageReactionAddDispatchData) => {
    const { guild_id: guildId, user_id: userId, message_id: postedMessageId, channel_id: locationId } = data;
    const { emoji, member } = data;
    if (guildId === undefined || !guildIds.includes(guildId)) return;
    const wantsAnswer = nameOf(emoji) === answerReaction;
    if (!wantsAnswer && !solvedEmoji.includes(emoji.name)) return;
    if (!member?.user || member.user.bot || userId === client.user?.id) return;
    const location = await directory.locationOf(locationId);
    if (!location) return;
    const actor = await actorOf(parts, { guildId, channelId: location.channelId }, member);
    const asked = { requestId: postedMessageId, actor, location };
    if (wantsAnswer) {
      const threadId = location.thread?.id ?? null;
      const message = { channelId: location.channelId, threadId, messageId: postedMessageId };
      await handlers.handle({ kind: 'answer', message, ...asked });
      return;
    }
    await handlers.handle({ kind: 'solved', postedMessageId, ...asked });
    if (setsSolvedTag && location.thread?.inForum && location.thread.ownerId === userId)
      await setSolvedTag(parts, locationId, isSolved);
  };

  const tagged = async (data: GatewayThreadUpdateDispatchData) => {
    const { id, guild_id: guildId, owner_id: ownerId, parent_id: forumId, applied_tags: tagIds = [] } = data;
    if (!guildIds.includes(guildId ?? '') || !ownerId || !forumId) return;
    // The directory still has the tags from before this event. A post that was solved already is not new.
    if (!isSolved(directory.tagsOf(forumId, tagIds)) || isSolved(directory.postOf(id)?.tags ?? [])) return;
    const location = await directory.locationOf(id);
    if (!location) return;
    // Discord does not say who set the tag, so it counts as the vote of the post's author.
    const actor = { id: ownerId, name: ownerId, isTeam: false, moderates: false, moderatesServer: false };
    await handlers.handle({ kind: 'thread_solved', threadId: id, requestId: id, actor, location });
  };

  const logged =
    <Data extends { readonly id: string } | { readonly message_id: string }>(
      handle: (data: Data) => Promise<void>,
    ) =>
    (data: Data) => {
      handle(data).catch((error: unknown) => {
        const id = 'id' in data ? data.id : data.message_id;
        log.warn({ message_id: id, ...faultFields(error) }, 'discord.reaction_failed');
      });
    };
  const watched = [
    [GatewayDispatchEvents.MessageReactionAdd, logged(reacted)],
    [GatewayDispatchEvents.ThreadUpdate, logged(tagged)],
  ] as const;
  for (const [event, take] of watched) client.ws.on(event, take);
  return {
    close: () => {
      for (const [event, take] of watched) client.ws.off(event, take);
    },
  };
}

/** Sets a forum post's tag for what is solved, if it has none of them and its forum has one. */
async function setSolvedTag(
  { client, rest }: Pick<InteractionParts, 'client' | 'rest'>,
  postId: string,
  isSolved: (names: readonly string[]) => boolean,
): Promise<void> {
  const post = client.channels.cache.get(postId);
  if (!post?.isThread() || !post.parent?.isThreadOnly()) return;
  const { appliedTags, parent } = post;
  const solvedTags = parent.availableTags.filter(({ name }) => isSolved([name])).map(({ id }) => id);
  const [tag] = solvedTags;
  if (!tag || appliedTags.length >= mostTags || solvedTags.some((id) => appliedTags.includes(id))) return;
  await rest.patch(Routes.channel(postId), { body: { applied_tags: [...appliedTags, tag] } });
}
