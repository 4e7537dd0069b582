import {
  MessageType,
  type APIMessage,
  type APIUser,
  type GatewayMessageCreateDispatchData,
} from 'discord.js';
import {
  discordLink,
  type AuthorKind,
  type Message,
  type Location,
  type RepliedTo,
} from '../../../domain/intake/message.ts';
import { quotationOf } from '../../../domain/language/quotes.ts';
import { withoutCredentials } from '../../../domain/intake/mask-credentials.ts';
import { faultFields, PortError } from '../../../domain/ports/errors.ts';
import type { Log } from '../../../domain/ports/log.ts';
import type { People } from '../guild/people.ts';
import type { Directory } from '../guild/directory.ts';

const spoken: readonly MessageType[] = [MessageType.Default, MessageType.Reply];

/** A message of Discord's REST API, or one of the gateway, which has its author's roles. */
type GivenMessage = APIMessage & Partial<Pick<GatewayMessageCreateDispatchData, 'member'>>;

/** Converts a Discord message to the domain's. Null for a message outside of servers. Throws for one that cannot be read. */
export type ToMessage = (api: GivenMessage) => Promise<Message | null>;

/** Leaves out a message that cannot be read, and logs its id, so that it stops no other. */
export const readableOnly =
  (toMessage: ToMessage, log: Log): ToMessage =>
  (api) =>
    toMessage(api).catch((error: unknown) => {
      if (error instanceof PortError) throw error;
      log.warn({ kind: 'message', id: api.id, ...faultFields(error) }, 'discord.message_unreadable');
      return null;
    });

export const createToMessage =
  (directory: Directory, people: People): ToMessage =>
  async (api) => {
    const location = await directory.locationOf(api.channel_id);
    if (!location) return null;
    const { guildId } = location;
    if (api.member) people.noteRoles(guildId, api.author.id, api.member.roles);
    const kindOf = async (author: APIUser, webhookId: string | undefined): Promise<AuthorKind> => {
      if (author.id === directory.botId()) return 'steward';
      if (author.bot || webhookId !== undefined) return 'bot';
      return (await people.isTeam(guildId, author.id)) ? 'team_member' : 'community_user';
    };
    const { author } = api;
    const kind = await kindOf(author, api.webhook_id);
    return withoutCredentials({
      id: api.id,
      location,
      author: {
        id: author.id,
        kind,
        name: author.global_name ?? author.username,
      },
      text: withTitle(textOf(api, { kind, guildId, directory }), api.id, location, directory),
      createdAt: utc(api.timestamp),
      editedAt: api.edited_timestamp === null ? null : utc(api.edited_timestamp),
      repliesTo: await repliedTo(api, kindOf),
      mentionsSteward:
        api.mentions.some(({ id }) => id === directory.botId()) ||
        api.mention_roles.some((id) => directory.isBotRole(guildId, id)),
      isSystem: !spoken.includes(api.type),
      attachments: parts(api).flatMap(({ attachments }) =>
        attachments.map(({ id, filename, content_type: type, size, url }) => ({
          id,
          fileName: filename,
          contentType: type ?? null,
          sizeBytes: size,
          url,
        })),
      ),
      link: discordLink({ guildId, locationId: api.channel_id, messageId: api.id }),
    });
  };

const utc = (timestamp: string): string => new Date(timestamp).toISOString();

/** The title of a forum post often contains the question, and its tags the subject. */
function withTitle(text: string, id: string, { thread }: Location, directory: Directory): string {
  const post = thread?.inForum && thread.id === id ? directory.postOf(id) : null;
  if (!post) return text;
  const tags = post.tags.length > 0 ? [`[tags: ${post.tags.join(', ')}]`] : [];
  return [post.title, ...tags, text].join('\n');
}

/** Discord leaves out the message that it replies to if that was deleted. */
async function repliedTo(
  { type, message_reference: reference, referenced_message: referenced }: APIMessage,
  kindOf: (author: APIUser, webhookId: string | undefined) => Promise<AuthorKind>,
): Promise<RepliedTo | null> {
  if (type !== MessageType.Reply) return null;
  if (!referenced) return { messageId: reference?.message_id ?? '', authorId: null, authorKind: null };
  const { id, author, webhook_id: webhookId } = referenced;
  return { messageId: id, authorId: author.id, authorKind: await kindOf(author, webhookId) };
}

/** A message and the messages that it forwards, which Discord attaches as copies. */
const parts = (api: APIMessage): readonly Pick<APIMessage, 'attachments' | 'content' | 'mentions'>[] => [
  api,
  ...(api.message_snapshots ?? []).map(({ message }) => message),
];

/** What the team forwards is quoted: Discord does not say whose words they are. */
const textOf = (
  api: APIMessage,
  { kind, guildId, directory }: { kind: AuthorKind; guildId: string; directory: Directory },
): string =>
  parts(api)
    .map((one) => {
      const text = readableText(one, guildId, directory);
      return kind === 'team_member' && one !== api ? quotationOf(text) : text;
    })
    .filter((text) => /[^\s>]/u.test(text))
    .join('\n');

/** The text as members see it, with dates and with names instead of ids (people, roles, channels, commands and emoji). */
function readableText(
  { content, mentions }: Pick<APIMessage, 'content' | 'mentions'>,
  guildId: string,
  directory: Pick<Directory, 'botId' | 'channelName' | 'isBotRole' | 'roleName'>,
): string {
  const names = new Map(
    mentions.map(({ id, global_name, username }) => [id, spokenName(global_name ?? username)]),
  );
  // Steward's nickname in the guild may differ.
  names.set(directory.botId(), 'steward');
  return content
    .replaceAll(/<@!?(\d{1,20})>/g, (_, id: string) => `@${names.get(id) ?? 'someone'}`)
    .replaceAll(/<@&(\d{1,20})>/g, (_, id: string) =>
      directory.isBotRole(guildId, id) ? '@steward' : `@${directory.roleName(guildId, id) ?? 'role'}`,
    )
    .replaceAll(/<#(\d{1,20})>/g, (_, id: string) => `#${spokenName(directory.channelName(id) ?? 'channel')}`)
    .replaceAll(/<\/([^:>]{1,100}):\d{1,20}>/g, '/$1')
    .replaceAll(/<t:(-?\d{1,13})(?::[a-zA-Z])?>/g, (all, seconds: string) => dateOf(Number(seconds)) ?? all)
    .replaceAll(/<a?:(\w{1,40}):\d{1,20}>/g, ':$1:');
}

/** A name that somebody has given themselves or their thread: whoever mentions it does not say it, so it is no link, host or command. */
const spokenName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ').trim() || 'someone';

const dateOf = (seconds: number): string | null => {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
};
