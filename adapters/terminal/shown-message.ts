import { GatewayDispatchEvents, type APIMessage } from 'discord.js';
import type { Emulator } from '../discord/emulator/emulator.ts';
import { findMessage } from '../discord/emulator/world/messages.ts';
import type { World } from '../discord/emulator/world/world.ts';

/** A message in the form that the terminal shows. */
export interface ShownMessage {
  readonly id: string;
  /** The channel's name. */
  readonly channel: string;
  readonly thread: ShownThread | null;
  readonly author: { readonly name: string; readonly kind: 'steward' | 'team' | 'member' };
  readonly repliesToSteward: boolean;
  /** Mentions are names instead of ids. */
  readonly text: string;
}

export interface ShownThread {
  readonly id: string;
  readonly title: string;
}

export function shownMessage(world: World, message: APIMessage): ShownMessage {
  const { id, channel_id: location, author, content } = message;
  const thread = world.threads.get(location);
  const channel = world.channels.get(thread?.parent_id ?? location);
  const isTeam = world.members.get(author.id)?.roles.includes(world.teamRoleId) === true;
  const repliesTo = findMessage(world, message.message_reference?.message_id ?? '');
  return {
    id,
    channel: channel?.name ?? location,
    thread: thread ? { id: thread.id, title: withNames(world, thread.name ?? thread.id) } : null,
    author: {
      name: nameOf(world, author.id),
      kind: author.id === world.bot.id ? 'steward' : isTeam ? 'team' : 'member',
    },
    repliesToSteward: repliesTo?.author.id === world.bot.id,
    text: withNames(world, content),
  };
}

/** Turns `@steward` into a mention, like Discord's client. */
export const withMention = (world: World, text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}_@])@steward(?![\p{L}\p{N}_])/giu, `<@${world.bot.id}>`);

/** Calls the listener with each of Steward's posts. Returns a function that stops it. */
export const watchPosts = (
  { gateway, world }: Pick<Emulator, 'gateway' | 'world'>,
  listener: (post: ShownMessage) => void,
): (() => void) =>
  gateway.watch((event, data) => {
    const message = data as APIMessage;
    if (event === GatewayDispatchEvents.MessageCreate && message.author.id === world.bot.id)
      listener(shownMessage(world, message));
  });

/** The thread of a channel that was opened last; null if it has none. */
export function newestThread(world: World, channelId: string): ShownThread | null {
  const thread = [...world.threads.values()].findLast(({ parent_id: parent }) => parent === channelId);
  return thread ? { id: thread.id, title: withNames(world, thread.name ?? thread.id) } : null;
}

const withNames = (world: World, text: string): string =>
  text.replaceAll(/<@!?(\d+)>/g, (_, userId: string) => `@${nameOf(world, userId)}`);

const nameOf = (world: World, userId: string): string => {
  const user = world.members.get(userId)?.user;
  return user?.global_name ?? user?.username ?? 'someone';
};
