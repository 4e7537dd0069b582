import {
  Events,
  GatewayDispatchEvents,
  Routes,
  type APIMessage,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageDeleteBulkDispatchData,
  type GatewayMessageDeleteDispatchData,
  type GatewayMessageUpdateDispatchData,
  type GatewayThreadCreateDispatchData,
  type GatewayTypingStartDispatchData,
} from 'discord.js';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Intake } from '../../../domain/ports/intake.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { createCatchUp, type CatchUp, type CatchUpOptions } from './catch-up.ts';
import { withDiscordFailure } from '../discord-failure.ts';
import { readableOnly, type ToMessage } from './to-message.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { setBounded } from '../../../domain/values/bounded.ts';

const maxEditsKept = 10_000;

/**
 * Passes each message, edit and deletion in the listed channels and their threads to the intake, in order per location, and
 * retries failed calls. While the queue is full, new messages are fetched later; edits and deletions are lost and logged.
 */
export function watchGateway({
  client,
  intake,
  toMessage,
  maxWaiting,
  ...options
}: DiscordParts &
  Omit<CatchUpOptions, 'queue' | 'take'> & {
    readonly intake: Intake;
    readonly maxWaiting: number;
  }): { readonly state: EventQueue['state']; readonly close: () => void } {
  const { listed, log } = options;
  const queue = createEventQueue({ maxWaiting, log });
  const read = readTwice({ ...options, toMessage });
  const handOver: Handling['handOver'] = async (api, take) => {
    const message = await read(api);
    if (!message || !listed.has(message.location.channelId)) return;
    await intake[take](message);
  };
  const catchUp = createCatchUp({ ...options, queue, take: (api) => handOver(api, 'messageSeen') });
  const listeners = listenersOf({ ...options, intake, queue, catchUp, handOver });
  for (const [event, listener] of listeners) client.ws.on(event, listener);
  client.on(Events.ShardReady, catchUp.start);
  return {
    state: queue.state,
    close: () => {
      for (const [event, listener] of listeners) client.ws.off(event, listener);
      client.off(Events.ShardReady, catchUp.start);
      queue.close();
    },
  };
}

/** Fetches a message again that cannot be read, because Discord's gateway and REST API write messages differently. */
const readTwice =
  ({ rest, directory, toMessage, log }: Omit<DiscordParts, 'client'>): ToMessage =>
  (api) =>
    toMessage(api).catch(async (error: unknown) => {
      if (error instanceof PortError) throw error;
      const again = rest.get(Routes.channelMessage(api.channel_id, api.id));
      const name = directory.nameOf(api.channel_id);
      return readableOnly(toMessage, log)(await withDiscordFailure<APIMessage>(name, again));
    });

interface Handling extends Pick<DiscordParts, 'directory' | 'guildIds' | 'listed' | 'log'> {
  readonly intake: Intake;
  readonly queue: EventQueue;
  readonly catchUp: CatchUp;
  readonly handOver: (api: APIMessage, take: 'messageSeen' | 'messageEdited') => Promise<void>;
}

function listenersOf({ intake, queue, catchUp, handOver, directory, guildIds, listed, log }: Handling) {
  /** False if the location is certainly not listed. A thread that the gateway does not know yet is looked up later. */
  const mayBeOurs = ({
    guild_id: guildId,
    channel_id: locationId,
  }: Pick<GatewayTypingStartDispatchData, 'guild_id' | 'channel_id'>): boolean => {
    if (guildId === undefined || !guildIds.includes(guildId)) return false;
    const parent = directory.parentOf(locationId);
    return parent === null || listed.has(parent);
  };
  const isNewEdit = rememberingEdits();
  const created = (data: GatewayMessageCreateDispatchData) => {
    if (!mayBeOurs(data)) return;
    const { id, channel_id: locationId } = data;
    catchUp.before(locationId);
    const added = queue.add(locationId, async () => {
      if (!catchUp.hasHandedIn(id)) await handOver(data, 'messageSeen');
      await catchUp.handedIn(locationId, id);
    });
    if (!added) catchUp.missed(locationId);
  };
  const addChange = (messageId: string, locationId: string, work: () => Promise<void>) => {
    if (!queue.add(locationId, work)) log.error({ message_id: messageId }, 'discord.intake_full');
  };
  const updated = (data: GatewayMessageUpdateDispatchData) => {
    if (!mayBeOurs(data) || !isNewEdit(data)) return;
    addChange(data.id, data.channel_id, () => handOver(data, 'messageEdited'));
  };
  const deleted = (data: GatewayMessageDeleteDispatchData) => {
    if (!mayBeOurs(data)) return;
    addChange(data.id, data.channel_id, () => intake.messageDeleted({ id: data.id }));
  };
  const deletedInBulk = ({ ids, ...where }: GatewayMessageDeleteBulkDispatchData) => {
    for (const id of ids) deleted({ ...where, id });
  };
  const threadOpened = ({ id, parent_id: parent, newly_created: isNew }: GatewayThreadCreateDispatchData) => {
    if (isNew && parent && listed.has(parent)) catchUp.opened(id);
  };
  const typed = (data: GatewayTypingStartDispatchData) => {
    const { guild_id: guildId, channel_id: locationId, user_id: authorId } = data;
    if (guildId === undefined || !mayBeOurs(data)) return;
    queue.add(locationId, () => intake.authorTyping({ guildId, locationId, authorId }));
  };
  return [
    [GatewayDispatchEvents.TypingStart, typed],
    [GatewayDispatchEvents.Ready, catchUp.sessionBegan],
    [GatewayDispatchEvents.ThreadCreate, threadOpened],
    [GatewayDispatchEvents.MessageCreate, created],
    [GatewayDispatchEvents.MessageUpdate, updated],
    [GatewayDispatchEvents.MessageDelete, deleted],
    [GatewayDispatchEvents.MessageDeleteBulk, deletedInBulk],
  ] as const;
}

/** Discord also sends updates for link previews. Only a new `edited_timestamp` is an edit. */
function rememberingEdits() {
  const edits = new Map<string, string>();
  return ({ id, edited_timestamp: edited }: GatewayMessageUpdateDispatchData): boolean => {
    if (!edited || edits.get(id) === edited) return false;
    setBounded(edits, { key: id, value: edited, max: maxEditsKept });
    return true;
  };
}
