import { GatewayDispatchEvents, Routes, type GatewayMessageReactionAddDispatchData } from 'discord.js';
import { faultFields } from '../../../domain/ports/errors.ts';
import { actorOf, type InteractionParts } from './watch-interactions.ts';

const solvedEmoji: readonly (string | null)[] = ['✅', '☑️', '✔️'];

export interface ReactionSettings {
  /** Names of forum tags that mark a post as solved, in any case. */
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
 * Passes reactions that want an answer and ✅ reactions to the handlers, which count the latter like the button "Helpful". Those set
 * while Steward was offline are lost.
 */
export function watchReactions(parts: InteractionParts & ReactionSettings): { readonly close: () => void } {
  const { client, directory, handlers, guildIds, log } = parts;
  const { solvedTags, setsSolvedTag, answerReaction } = parts;

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
    const request = { requestId: postedMessageId, actor, location };
    if (wantsAnswer) {
      const threadId = location.thread?.id ?? null;
      const message = { channelId: location.channelId, threadId, messageId: postedMessageId };
      await handlers.handle({ kind: 'answer', message, ...request });
      return;
    }
    await handlers.handle({ kind: 'solved', postedMessageId, ...request });
    if (setsSolvedTag && location.thread?.inForum && location.thread.ownerId === userId)
      await setSolvedTag(parts, locationId, solvedTags);
  };

  const take = (data: GatewayMessageReactionAddDispatchData) => {
    reacted(data).catch((error: unknown) => {
      log.warn({ message_id: data.message_id, ...faultFields(error) }, 'discord.reaction_failed');
    });
  };
  client.ws.on(GatewayDispatchEvents.MessageReactionAdd, take);
  return { close: () => void client.ws.off(GatewayDispatchEvents.MessageReactionAdd, take) };
}

/** Sets a forum post's tag for what is solved, if it has none of them and its forum has one. */
async function setSolvedTag(
  { client, rest }: Pick<InteractionParts, 'client' | 'rest'>,
  postId: string,
  names: readonly string[],
): Promise<void> {
  const post = client.channels.cache.get(postId);
  if (!post?.isThread() || !post.parent?.isThreadOnly()) return;
  const { appliedTags, parent } = post;
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const solvedTags = parent.availableTags.flatMap(({ id, name }) =>
    wanted.has(name.toLowerCase()) ? id : [],
  );
  const [tag] = solvedTags;
  if (!tag || appliedTags.length >= mostTags || solvedTags.some((id) => appliedTags.includes(id))) return;
  await rest.patch(Routes.channel(postId), { body: { applied_tags: [...appliedTags, tag] } });
}
