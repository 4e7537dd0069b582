import type { Message } from './message.ts';
import type { Snapshot } from './snapshot.ts';

/** The guild of questions that come from outside any channel: an operator's own. */
export const outsideGuilds = 'ask';

/** A question that comes from outside any channel: asked directly, without a history. */
export function askSnapshot({
  requestId,
  question,
  now,
}: {
  readonly requestId: string;
  readonly question: string;
  readonly now: Date;
}): Snapshot {
  const id = `ask-${requestId}`;
  const author = { id: 'operator', kind: 'community_user', name: 'operator' } as const;
  const place = { guildId: outsideGuilds, channelId: 'ask', thread: null, readableByEveryone: false };
  const message: Message = {
    id,
    place,
    author,
    text: question,
    createdAt: now.toISOString(),
    editedAt: null,
    repliesTo: null,
    mentionsSteward: true,
    isSystem: false,
    attachments: [],
    link: id,
  };
  return {
    id,
    route: 'reply',
    place,
    author,
    askedDirectly: true,
    batch: [message],
    history: [],
    others: [],
    conversationId: `reply_${id}`,
    correctsAnswerTo: null,
  };
}
