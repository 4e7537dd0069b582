import {
  GatewayDispatchEvents,
  type Client,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageDeleteBulkDispatchData,
  type GatewayMessageDeleteDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord.js';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Directory } from './directory.ts';
import type { DiscordLog } from './discord-log.ts';
import { createEventQueue } from './event-queue.ts';
import type { ListedChannels } from './guild-channels.ts';
import type { Team } from './team.ts';
import type { ToMessage } from './to-message.ts';

const maxWaiting = 5_000;
const maxEditsKept = 10_000;

/**
 * From the gateway's events to the intake: each message, edit and deletion in a listed channel or one of its threads,
 * in order within its place. A call that fails is tried again; only when thousands wait is one dropped, and logged.
 */
export function watchGateway({
  client,
  intake,
  directory,
  team,
  toMessage,
  guildIds,
  listed,
  log,
}: {
  readonly client: Client;
  readonly intake: Intake;
  readonly directory: Directory;
  readonly team: Team;
  readonly toMessage: ToMessage;
  readonly guildIds: readonly string[];
  readonly listed: ListedChannels;
  readonly log: DiscordLog;
}): { readonly close: () => void } {
  const queue = createEventQueue({ maxWaiting, log });
  const edits = new Map<string, string>();

  /** False for what is certainly elsewhere. A thread that the gateway does not know yet is looked up later. */
  const mayBeOurs = ({
    guild_id,
    channel_id,
  }: {
    readonly guild_id?: string;
    readonly channel_id: string;
  }) => {
    if (guild_id === undefined || !guildIds.includes(guild_id)) return false;
    const parent = directory.parentOf(channel_id);
    return parent === null || listed.has(parent);
  };
  const add = (messageId: string, placeId: string, work: () => Promise<void>) => {
    if (!queue.add(placeId, work)) log.error({ message_id: messageId }, 'discord.intake_full');
  };
  const noteAuthor = ({ guild_id, author, member }: GatewayMessageCreateDispatchData) => {
    if (guild_id !== undefined && member) team.noteRoles(guild_id, author.id, member.roles);
  };
  /** A link preview is an update too; only a new time of edit is an edit. */
  const isNewEdit = ({ id, edited_timestamp: edited }: GatewayMessageUpdateDispatchData) => {
    if (!edited || edits.get(id) === edited) return false;
    edits.delete(id);
    edits.set(id, edited);
    const [oldest] = edits.keys();
    if (edits.size > maxEditsKept && oldest !== undefined) edits.delete(oldest);
    return true;
  };
  const handOver = async (
    data: GatewayMessageCreateDispatchData,
    take: 'messageSeen' | 'messageEdited',
  ): Promise<void> => {
    const message = await toMessage(data);
    if (!message || !listed.has(message.place.channelId)) return;
    await intake[take](message);
  };

  const created = (data: GatewayMessageCreateDispatchData) => {
    if (!mayBeOurs(data)) return;
    noteAuthor(data);
    add(data.id, data.channel_id, () => handOver(data, 'messageSeen'));
  };
  const updated = (data: GatewayMessageUpdateDispatchData) => {
    if (!mayBeOurs(data) || !isNewEdit(data)) return;
    noteAuthor(data);
    add(data.id, data.channel_id, () => handOver(data, 'messageEdited'));
  };
  const deleted = (data: GatewayMessageDeleteDispatchData) => {
    if (!mayBeOurs(data)) return;
    add(data.id, data.channel_id, () => intake.messageDeleted({ id: data.id }));
  };
  const deletedInBulk = ({ ids, ...where }: GatewayMessageDeleteBulkDispatchData) => {
    for (const id of ids) deleted({ ...where, id });
  };

  const listeners = [
    [GatewayDispatchEvents.MessageCreate, created],
    [GatewayDispatchEvents.MessageUpdate, updated],
    [GatewayDispatchEvents.MessageDelete, deleted],
    [GatewayDispatchEvents.MessageDeleteBulk, deletedInBulk],
  ] as const;
  for (const [event, listener] of listeners) client.ws.on(event, listener);
  return {
    close: () => {
      for (const [event, listener] of listeners) client.ws.off(event, listener);
      queue.close();
    },
  };
}
