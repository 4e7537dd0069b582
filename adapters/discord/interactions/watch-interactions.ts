import {
  GatewayDispatchEvents,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  Routes,
  type APIGuildMember,
  type APIInteraction,
  type APIInteractionResponse,
} from 'discord.js';
import type { Texts } from '../../../config/schema/texts.ts';
import type { Actor, InteractionHandlers, InteractionRequest } from '../../../domain/ports/interactions.ts';
import { faultFields } from '../../../domain/ports/errors.ts';
import type { Chat } from '../../../domain/ports/chat.ts';
import { splitMessage } from '../../../domain/posting/split-message.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { mayManageMessages } from '../guild/permissions.ts';
import { formOf, type FormKind } from './forms.ts';
import { readRequest } from './read-request.ts';

export interface InteractionParts extends Omit<DiscordParts, 'toMessage'> {
  readonly surface: Pick<Chat, 'respond'>;
  readonly handlers: InteractionHandlers;
  readonly texts: Texts['desk'];
  /** The channel in which the team reviews drafts. */
  readonly teamChannelId: string | null;
}

/**
 * Passes buttons, forms and commands to their handlers. Each is acknowledged within the three seconds that Discord allows
 * and answered when its handler has finished. If the acknowledgement fails, the handler does not run.
 */
export function watchInteractions(parts: InteractionParts): { readonly close: () => void } {
  const { client, log } = parts;
  const take = (data: APIInteraction) => {
    handle(parts, data).catch((error: unknown) => {
      log.warn({ interaction_id: data.id, ...faultFields(error) }, 'discord.interaction_failed');
    });
  };
  client.ws.on(GatewayDispatchEvents.InteractionCreate, take);
  return { close: () => void client.ws.off(GatewayDispatchEvents.InteractionCreate, take) };
}

async function handle(parts: InteractionParts, data: APIInteraction): Promise<void> {
  const { directory, texts, guildIds } = parts;
  const { guild_id: guildId, channel } = data;
  if (data.type === InteractionType.Ping || data.type === InteractionType.ApplicationCommandAutocomplete)
    return;
  if (guildId === undefined || !guildIds.includes(guildId) || !channel || !data.member)
    return say(parts, data, texts.not_here);
  const parentId = directory.parentOf(channel.id);
  const isThread = parentId !== null && parentId !== channel.id;
  const here = { channelId: parentId ?? channel.id, threadId: isThread ? channel.id : null };
  const read = readRequest(data, here);
  if (!read) return say(parts, data, texts.gone);
  const actor = await actorOf(parts, { guildId, channelId: here.channelId }, data.member);
  if ('opens' in read) return openForm(parts, data, { ...read, actor });
  await acknowledge(parts, data, {
    type: InteractionResponseType.DeferredChannelMessageWithSource,
    data: { flags: MessageFlags.Ephemeral },
  });
  await work(parts, data, read, actor, channel.id);
}

/**
 * Who did it. Discord sends the permissions in the channel, which only count in Steward's channels: members may own others. Without
 * them, those in the server count.
 */
export async function actorOf(
  { people, directory, listed, teamChannelId }: InteractionParts,
  { guildId, channelId }: { readonly guildId: string; readonly channelId: string },
  {
    user,
    roles,
    permissions = '0',
  }: Pick<APIGuildMember, 'user' | 'roles'> & { readonly permissions?: string },
): Promise<Actor> {
  people.noteRoles(guildId, user.id, roles);
  const isTeam = await people.isTeam(guildId, user.id);
  const inServer = directory.permissionsIn(guildId, { id: user.id, roleIds: roles });
  const moderatesServer = isTeam || mayManageMessages(inServer);
  const counts = listed.has(channelId) || channelId === teamChannelId;
  const moderates = moderatesServer || (counts && mayManageMessages(BigInt(permissions)));
  return { id: user.id, name: user.global_name ?? user.username, isTeam, moderates, moderatesServer };
}

/** On any error the member reads the same sentence, never the cause. */
async function work(
  { handlers, directory, surface, texts, log }: InteractionParts,
  { id, token }: APIInteraction,
  request: InteractionRequest,
  actor: Actor,
  locationId: string,
): Promise<void> {
  const answer = async () => {
    const location = await directory.locationOf(locationId);
    if (!location) return { text: texts.not_here };
    return handlers.handle({ ...request, requestId: id, actor, location });
  };
  const shownMessage = await answer().catch((error: unknown) => {
    log.warn({ interaction_id: id, ...faultFields(error) }, 'discord.request_failed');
    return { text: texts.cannot_now };
  });
  if (shownMessage)
    await surface.respond({
      token,
      parts: splitMessage({ text: shownMessage.text }),
      buttons: 'buttons' in shownMessage ? shownMessage.buttons : [],
    });
}

async function openForm(
  parts: InteractionParts,
  data: APIInteraction,
  { opens, target, actor }: { readonly opens: FormKind; readonly target: string; readonly actor: Actor },
): Promise<void> {
  const { handlers, texts } = parts;
  const mayOpen = opens === 'not_helpful' || (opens === 'edit' ? actor.moderates : actor.isTeam);
  if (!mayOpen) return say(parts, data, texts.team_only);
  const value = opens === 'edit' ? await handlers.draft(target) : '';
  if (value === null) return say(parts, data, texts.draft_settled);
  await acknowledge(parts, data, {
    type: InteractionResponseType.Modal,
    data: formOf(opens, target, texts, value),
  });
  if (opens !== 'not_helpful') return;
  // The vote counts even if the member never submits a reason.
  const location = await parts.directory.locationOf(data.channel?.id ?? '');
  const vote = { kind: 'vote', target, helpful: false, reason: null } as const;
  if (location) await handlers.handle({ ...vote, requestId: data.id, actor, location });
}

const say = (parts: InteractionParts, data: APIInteraction, text: string): Promise<void> =>
  acknowledge(parts, data, {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { content: text, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } },
  });

async function acknowledge(
  { rest }: InteractionParts,
  { id, token }: APIInteraction,
  body: APIInteractionResponse,
): Promise<void> {
  await rest.post(Routes.interactionCallback(id, token), { body, auth: false });
}
