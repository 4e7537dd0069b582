import type { PostExtras, PostTarget } from '../../domain/ports/chat.ts';
import type { DiscordDeps } from '../deps.ts';
import { finalError } from '../../domain/ports/errors.ts';
import { plainTitle } from '../../domain/posting/answer-links.ts';
import { maxMessageChars } from '../../domain/posting/split-message.ts';
import { oneLineOf } from '../../domain/values/text.ts';

/** Posts once for a cause, in the team's channel by default. Runs at least once: finds an earlier post by cause, nonce or text. */
export async function postForCause(
  deps: DiscordDeps,
  {
    cause,
    target = inTeamChannel(deps),
    text,
    begins,
    nonce,
    afterMessageId,
    ...extras
  }: PostExtras & {
    readonly cause: string;
    readonly target?: PostTarget;
    readonly text: string;
    /** A post with this beginning counts as the same. By default the whole text has to be equal. */
    readonly begins?: string;
    readonly nonce: string;
    /** A message that is older than the post. */
    readonly afterMessageId: string;
  },
): Promise<{ readonly messageId: string; readonly isNew: boolean }> {
  const { chat, records } = deps;
  const rememberedPost = await records.postFor(cause);
  if (rememberedPost !== null) return { messageId: rememberedPost, isNew: false };
  const { channelId, threadId } = target;
  const ownPosts = await chat.ownMessagesAfter({ channelId, threadId, afterMessageId });
  const same = ownPosts.filter((message) =>
    begins === undefined ? message.text.trim() === text.trim() : message.text.startsWith(begins),
  );
  const causes = await Promise.all(same.map(({ messageId }) => records.causeOf(messageId)));
  const unclaimedPost = same.find((_, at) => causes[at] === null);
  const { messageId } = unclaimedPost ?? (await chat.post({ ...target, ...extras, text, nonce }));
  await records.rememberPostFor(cause, messageId);
  return { messageId, isNew: true };
}

/** What was asked, on one line, for people who may have to answer it. */
export const quotedQuestion = (question: string, maxChars = 200): string =>
  `> ${oneLineOf(plainTitle(question).replaceAll('**', ''), maxChars)}`;

function inTeamChannel({ config }: DiscordDeps): PostTarget {
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
