import { answerButtons, isHandedOver } from '../../domain/answer-buttons.ts';
import {
  endStatus,
  type Interaction,
  type InteractionStatus,
  type PlannedPost,
} from '../../domain/interaction.ts';
import { isPaused } from '../../domain/is-paused.ts';
import { teamAnswered } from '../../domain/person-answered.ts';
import type { PostTarget } from '../../domain/ports/chat.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import type { ConversationDeps } from '../deps.ts';
import { callHelper } from './call-helper.ts';
import { isTooOld } from './gather-context.ts';
import { gatherHistory } from './gather-history.ts';

export interface PostResult {
  readonly status: InteractionStatus;
  readonly reason: string;
}

/**
 * Posts what the interaction's row says, each part once. Runs at least once: parts that an earlier attempt posted are
 * found by the row, by the platform's nonce, and by reading back what stands there.
 */
export async function postReply(
  deps: ConversationDeps,
  { messageId }: { readonly messageId: string },
): Promise<PostResult> {
  const row = await deps.records.interaction(messageId);
  const snapshot = await deps.records.snapshot(messageId);
  if (!row || !snapshot) throw gone(messageId);
  if (row.status !== 'generated' || !row.post) return { status: row.status, reason: row.reason };
  const begun = row.postedThreadId !== null || row.postedMessageIds.length > 0;
  const late = begun ? null : await whyNotAnyMore(deps, snapshot);
  const end: PostResult = late
    ? { status: 'skipped', reason: late }
    : { status: endStatus(row.reason, true), reason: row.reason };
  if (!late) {
    const target = await targetOf(deps, { row, snapshot, post: row.post });
    await postParts(deps, { row, post: row.post, target });
    const channel = deps.conversation.channel(row.channelId);
    if (isHandedOver(row, channel?.whenUnknown ?? 'silent')) await callHelper(deps, { messageId });
  }
  await deps.records.setStatus(messageId, { ...end, now: deps.now() });
  deps.log.info({ message_id: messageId, ...end }, 'reply_posted');
  return end;
}

const gone = (messageId: string) =>
  new PortError({
    kind: 'final',
    code: 'interaction_gone',
    message: `Nothing is kept of message ${messageId} any more`,
  });

/** People may have been faster while the answer was made. */
async function whyNotAnyMore(deps: ConversationDeps, snapshot: Snapshot): Promise<string | null> {
  const [first, ...others] = snapshot.batch;
  const last = snapshot.batch.at(-1);
  if (!first || !last) return 'deleted';
  const { place } = last;
  const ref = { channelId: place.channelId, threadId: place.thread?.id ?? null, messageId: last.id };
  if (!(await deps.chat.fetchMessage(ref))) return 'deleted';
  if (isPaused(await deps.records.pauses(), place.channelId)) return 'paused';
  if (snapshot.askedDirectly) return null;
  if (isTooOld(deps, last)) return 'too_old';
  const { after } = await gatherHistory(deps, [first, ...others]);
  return teamAnswered({ snapshot, since: after }) ? 'team_answered' : null;
}

async function targetOf(
  { chat, records }: ConversationDeps,
  {
    row,
    snapshot,
    post,
  }: { readonly row: Interaction; readonly snapshot: Snapshot; readonly post: PlannedPost },
): Promise<PostTarget> {
  const { channelId, thread } = snapshot.place;
  if (thread) return { channelId, threadId: thread.id, replyToMessageId: null };
  if (post.style === 'reply') return { channelId, threadId: null, replyToMessageId: row.messageId };
  if (row.postedThreadId) return { channelId, threadId: row.postedThreadId, replyToMessageId: null };
  const question = { channelId, threadId: null, messageId: row.messageId };
  const { threadId } = await chat.openThread({ ...question, title: post.title });
  await records.rememberThread(row.messageId, threadId);
  return { channelId, threadId, replyToMessageId: null };
}

async function postParts(
  { chat, records, conversation }: ConversationDeps,
  {
    row,
    post,
    target,
  }: { readonly row: Interaction; readonly post: PlannedPost; readonly target: PostTarget },
): Promise<void> {
  const { channelId, threadId } = target;
  const own = await chat.ownMessagesAfter({ channelId, threadId, afterMessageId: row.messageId });
  const claimed = await Promise.all(own.map(({ messageId }) => records.interactionOfPost(messageId)));
  // What another question's answer posted there is not ours, even when it says the same.
  const unclaimed = own.filter((_, at) => claimed[at] === null);
  const { feedbackButtons, texts } = conversation.desk;
  const hasHelpers = conversation.channel(row.channelId)?.helperRoleId != null;
  const buttons = feedbackButtons ? answerButtons({ row, texts, hasHelpers }) : [];
  for (const [part, text] of post.parts.entries()) {
    if (row.postedMessageIds[part] !== undefined) continue;
    // A platform may take white space off both ends.
    const at = unclaimed.findIndex((message) => message.text.trim() === text.trim());
    const found = at >= 0 ? unclaimed.splice(at, 1)[0] : undefined;
    const { messageId } =
      found ??
      (await chat.post({
        ...target,
        text,
        nonce: `${row.messageId}.${part}`,
        ...(part === post.parts.length - 1 && { buttons }),
      }));
    await records.rememberPart(row.messageId, part, messageId);
  }
}
