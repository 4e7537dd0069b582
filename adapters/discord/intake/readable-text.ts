import type { APIMessage } from 'discord.js';
import type { Directory } from '../guild/directory.ts';

/** What a member sees: names instead of the ids of people, roles, channels, commands and custom emoji, and dates. */
export function readableText(
  { content, mentions }: Pick<APIMessage, 'content' | 'mentions'>,
  guildId: string,
  directory: Pick<Directory, 'channelName' | 'roleName'>,
): string {
  const names = new Map(mentions.map(({ id, global_name, username }) => [id, global_name ?? username]));
  return content
    .replaceAll(/<@!?(\d{1,20})>/g, (_, id: string) => `@${names.get(id) ?? 'someone'}`)
    .replaceAll(/<@&(\d{1,20})>/g, (_, id: string) => `@${directory.roleName(guildId, id) ?? 'role'}`)
    .replaceAll(/<#(\d{1,20})>/g, (_, id: string) => `#${directory.channelName(id) ?? 'channel'}`)
    .replaceAll(/<\/([^:>]{1,100}):\d{1,20}>/g, '/$1')
    .replaceAll(/<t:(-?\d{1,13})(?::[a-zA-Z])?>/g, (all, seconds: string) => dateOf(Number(seconds)) ?? all)
    .replaceAll(/<a?:(\w{1,40}):\d{1,20}>/g, ':$1:');
}

const dateOf = (seconds: number): string | null => {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
};
