import { GatewayDispatchEvents, type GatewayMessageReactionAddDispatchData } from 'discord.js';
import { PortError } from '../../../domain/ports/errors.ts';
import type { InteractionParts } from './watch-interactions.ts';

/** ✅, and what looks like it. */
const solvedEmoji: readonly (string | null)[] = ['✅', '☑️', '✔️'];

/**
 * From a ✅ that somebody sets to its handler. It says as much as the button "Helpful", and is as welcome: one that was set while
 * nobody listened is not looked for.
 */
export function watchReactions({ client, directory, people, handlers, guildIds, log }: InteractionParts): {
  readonly close: () => void;
} {
  const handle = async (data: GatewayMessageReactionAddDispatchData) => {
    const { guild_id: guildId, user_id: userId, message_id: postedMessageId, channel_id: locationId } = data;
    const { emoji, member } = data;
    if (guildId === undefined || !guildIds.includes(guildId) || !solvedEmoji.includes(emoji.name)) return;
    if (!member?.user || member.user.bot || userId === client.user?.id) return;
    const location = await directory.locationOf(locationId);
    if (!location) return;
    people.noteRoles(guildId, userId, member.roles);
    const isTeam = await people.isTeam(guildId, userId);
    const name = member.user.global_name ?? member.user.username;
    // What is asked of it is a vote, which needs no more rights.
    const actor = { id: userId, name, isTeam, moderates: isTeam, moderatesServer: isTeam };
    await handlers.handle({ kind: 'solved', postedMessageId, requestId: postedMessageId, actor, location });
  };
  const take = (data: GatewayMessageReactionAddDispatchData) => {
    handle(data).catch((error: unknown) => {
      const code = error instanceof PortError ? error.code : 'unexpected';
      log.warn({ message_id: data.message_id, code }, 'discord.reaction_failed');
    });
  };
  client.ws.on(GatewayDispatchEvents.MessageReactionAdd, take);
  return { close: () => void client.ws.off(GatewayDispatchEvents.MessageReactionAdd, take) };
}
