import { GatewayDispatchEvents } from 'discord.js';
import { askEach } from './ask-each.ts';
import type { FaultResult } from './provider-cases.ts';

/** Packets that lack what discord.js expects in them. */
const torn: Readonly<Record<string, object>> = {
  'without anything': {},
  'without a guild that is known': { guild_id: '1', id: '1', channel_id: '1' },
  'of nulls': { guild_id: null, id: null, channel_id: null, author: null, user: null, member: null },
};

const kinds = [
  GatewayDispatchEvents.ChannelUpdate,
  GatewayDispatchEvents.GuildMemberUpdate,
  GatewayDispatchEvents.GuildRoleUpdate,
  GatewayDispatchEvents.InteractionCreate,
  GatewayDispatchEvents.MessageCreate,
  GatewayDispatchEvents.MessageDelete,
  GatewayDispatchEvents.MessageDeleteBulk,
  GatewayDispatchEvents.MessageReactionAdd,
  GatewayDispatchEvents.MessageUpdate,
  GatewayDispatchEvents.ThreadCreate,
  GatewayDispatchEvents.ThreadListSync,
  GatewayDispatchEvents.TypingStart,
];

const cases = kinds.flatMap((kind) =>
  Object.entries(torn).map(([what, packet]) => ({ name: `${kind} ${what}`, kind, packet })),
);

/** Sends each packet while a question is asked: the question is answered, so no process has ended. */
export const packetFaults = (): Promise<readonly FaultResult[]> =>
  askEach(cases, {
    begin: ({ discord }, { kind, packet }) => discord.gateway.send(kind, packet),
    holds: (_, { record, posts }) => ({ row: record?.reason === 'answered', 'the answer': posts.length > 0 }),
  });
