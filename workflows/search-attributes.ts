import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** What operators filter runs by, all of type Keyword. Ids, codes and slugs: never a text. */
export const searchAttributes = {
  guildId: defineSearchAttributeKey('GuildId', SearchAttributeType.KEYWORD),
  channelId: defineSearchAttributeKey('ChannelId', SearchAttributeType.KEYWORD),
  conversationId: defineSearchAttributeKey('ConversationId', SearchAttributeType.KEYWORD),
  outcome: defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD),
  topic: defineSearchAttributeKey('Topic', SearchAttributeType.KEYWORD),
} as const;
