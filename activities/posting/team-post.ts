import { finalError } from '../../domain/ports/errors.ts';
import { plainTitle } from '../../domain/posting/answer-links.ts';
import { maxMessageChars } from '../../domain/posting/split-message.ts';
import { oneLineOf } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';

/** Posts in the team's channel that wait for a review. */

/** What was asked, on one line, for people who may have to answer it. */
export const quotedQuestion = (question: string, maxChars = 200): string =>
  `> ${oneLineOf(plainTitle(question).replaceAll('**', ''), maxChars)}`;

export function inTeamChannel({ config }: Pick<DiscordDeps, 'config'>) {
  const channelId = config.discord.team_channel_id;
  if (channelId !== null) return { channelId, threadId: null, replyToMessageId: null };
  throw finalError(
    'no_team_channel',
    'Something waits for the team, and discord.team_channel_id names no channel',
  );
}

/** Adds a sentence to a post and removes its buttons. */
export async function closeTeamPost(
  deps: DiscordDeps,
  { cause, sentence }: { readonly cause: string; readonly sentence: string },
): Promise<void> {
  const { chat, records } = deps;
  const postedId = await records.postFor(cause);
  if (postedId === null) return;
  const { channelId, threadId } = inTeamChannel(deps);
  const ref = { channelId, threadId, messageId: postedId };
  const currentPost = await chat.fetchMessage(ref);
  if (!currentPost) return;
  const note = `-# ${sentence}`;
  const text = currentPost.text.endsWith(note)
    ? currentPost.text
    : `${currentPost.text.slice(0, maxMessageChars - note.length - 1).toWellFormed()}\n${note}`;
  await chat.editPost({ ...ref, text, buttons: [] });
}
