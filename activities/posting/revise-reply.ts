import { batchText } from '../../domain/intake/conversation.ts';
import { usageDay } from '../../domain/values/time.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { endStatus } from '../../domain/reply/reply-record-status.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { HistoryLocation } from '../../domain/ports/chat.ts';
import { correctedParts } from '../../domain/posting/corrected-post.ts';
import { fillText } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';
import { fetchAll } from '../intake/gather-history.ts';
import { postForCause } from './post-for-cause.ts';
import { beforePostsOf, buttonsOf, postedLocation, takeByText, unclaimedPosts } from './answer-posts.ts';

export interface ReviseInput {
  /** The row of the question. */
  readonly questionId: string;
  /** The row of the new answer. */
  readonly revisionId: string;
}

/** `generated` and `held`: the question had no answer, and its row now has one to post, or to show to the team. */
export type ReviseResult = 'revised' | 'kept' | 'superseded' | 'gone' | 'generated' | 'held';

/**
 * Replaces the answer that members see by a new one: edits parts, posts additional ones, deletes superfluous ones. The
 * old answer stays if the new one is silence. A question without an answer is left to be posted like any other. Runs at
 * least once.
 */
export async function reviseReply(
  deps: DiscordDeps,
  { questionId, revisionId }: ReviseInput,
): Promise<ReviseResult> {
  const { records, log } = deps;
  const [record, revision] = [await records.replyRecord(questionId), await records.replyRecord(revisionId)];
  if (!revision) return endOf(record);
  const snapshot = await records.snapshot(revisionId);
  const outcome = record && snapshot ? await putInPlace(deps, record, revision, snapshot) : 'gone';
  if (typeof outcome === 'string') {
    await records.dropRevision(revisionId);
    log.info({ message_id: questionId, outcome }, 'reply_not_revised');
    return outcome;
  }
  // Recall holds the first answer's words and sources.
  await records.dropFromRecall(questionId);
  const status = record?.postedMessageIds.length === 0 ? revision.status : endStatus(revision.reason, true);
  await records.adoptRevision({ messageId: questionId, revisionId, status, ...outcome });
  log.info({ message_id: questionId, status }, 'reply_revised');
  return status === 'generated' || status === 'held' ? status : 'revised';
}

/** The result if an earlier attempt has already done the work. */
function endOf(record: ReplyRecord | null): ReviseResult {
  if (!record || record.status === 'removed') return 'gone';
  if (record.status === 'generated' || record.status === 'held') return record.status;
  return record.answer === null && !record.rechecked ? 'kept' : 'revised';
}

async function putInPlace(
  deps: DiscordDeps,
  record: ReplyRecord,
  revision: ReplyRecord,
  snapshot: Snapshot,
): Promise<'kept' | 'gone' | 'superseded' | { readonly postedMessageIds: readonly string[] }> {
  const { chat } = deps;
  const unanswered = record.postedMessageIds.length === 0;
  if (!revision.post || !['generated', ...(unanswered ? ['held'] : [])].includes(revision.status))
    return 'kept';
  if (record.status === 'removed') return 'gone';
  if (revision.rechecked && record.answer === null && record.restsOn?.missing === undefined) return 'gone';
  const { then } = deps.config.ai_response.recheck;
  if (revision.rechecked && !revision.rechecked.byTeam && then === 'off') return 'gone';
  if (await (revision.rechecked ? asksAnother(deps, snapshot) : wasEditedSince(deps, snapshot)))
    return 'superseded';
  if (unanswered) return { postedMessageIds: [] };
  const { channelId, threadId } = postedLocation(record, snapshot);
  const parts = revision.rechecked ? correction(deps, record, revision) : revision.post.parts;
  const buttons = buttonsOf(deps, { ...record, reason: revision.reason });
  const buttonsAt = (part: number) => (part === parts.length - 1 ? buttons : []);
  const posted: string[] = [];
  for (const [part, messageId] of record.postedMessageIds.entries()) {
    const ref = { channelId, threadId, messageId };
    // Of an answer whose later part somebody removed, what follows is posted anew.
    if (part >= parts.length || posted.length < part) await chat.removePost(ref);
    else if (await chat.editPost({ ...ref, text: parts[part] ?? '', buttons: buttonsAt(part) }))
      posted.push(messageId);
    // Somebody removed the answer, so it stays removed.
    else if (part === 0) return 'gone';
  }
  const first = posted.length;
  const more = parts.slice(first);
  const afterMessageId = revision.rechecked ? beforePostsOf(revision) : record.messageId;
  const unclaimed =
    more.length === 0 ? [] : await unclaimedPosts(deps, { channelId, threadId, afterMessageId });
  const replyToMessageId = threadId === null ? record.messageId : null;
  for (const [at, text] of more.entries()) {
    const part = first + at;
    const nonce = nonceOf(part, revision.messageId);
    const target = { channelId, threadId, replyToMessageId, text, nonce, buttons: buttonsAt(part) };
    posted.push((takeByText(unclaimed, text) ?? (await chat.post(target))).messageId);
  }
  if (revision.rechecked) await tellAsker(deps, record, revision, { channelId, threadId });
  return { postedMessageIds: posted };
}

/** The new answer below the day on which it was made, which readers see in their own language. */
function correction(
  { textsFor }: DiscordDeps,
  record: ReplyRecord,
  revision: ReplyRecord,
): readonly string[] {
  const seconds = Math.floor(Date.parse(revision.createdAt) / 1_000);
  const { updated } = textsFor(record.language);
  const heading = `**${fillText(updated, { date: `<t:${seconds}:D>` })}**`;
  return correctedParts(heading, revision.post?.parts ?? [], record.answer);
}

/** Tells the asker below the answer: once a day of changed pages, and of each correction by the team. */
async function tellAsker(
  deps: DiscordDeps,
  record: ReplyRecord,
  revision: ReplyRecord,
  location: HistoryLocation,
): Promise<void> {
  const { messageId, authorId, language } = record;
  const { messageId: revisionId } = revision;
  const texts = deps.textsFor(language);
  const text = revision.rechecked?.byTeam ? texts.answer_corrected : texts.answer_updated;
  await postForCause(deps, {
    // A page that changes to and fro pings nobody again and again.
    cause: `updated/${messageId}/${revision.rechecked?.byTeam ? revisionId : usageDay(deps.now())}`,
    target: { ...location, replyToMessageId: location.threadId === null ? messageId : null },
    text: fillText(text, { asker: deps.chat.userMention(authorId) }),
    nonce: nonceOf('u', revisionId),
    afterMessageId: beforePostsOf(revision),
    pingUserId: authorId,
  });
}

/** Whether the question was edited, and answered anew, after this answer was made. */
async function asksAnother(
  { records }: DiscordDeps,
  { revises, batch }: Pick<Snapshot, 'revises' | 'batch'>,
): Promise<boolean> {
  const revisedSnapshot = revises === undefined ? null : await records.snapshot(revises);
  return revisedSnapshot !== null && batchText(revisedSnapshot.batch) !== batchText(batch);
}

/** If so, the run of the later edit makes the answer. */
async function wasEditedSince(deps: DiscordDeps, { batch }: Snapshot): Promise<boolean> {
  const newest = new Map((await fetchAll(deps, batch)).map(({ id, editedAt }) => [id, editedAt ?? '']));
  return batch.some(({ id, editedAt }) => (newest.get(id) ?? '') > (editedAt ?? ''));
}

/** At most 25 characters and unique for each edit: the end of the message's id, the time of the edit, the part. */
function nonceOf(part: number | 'u', revisionId: string): string {
  const [messageId = '', editedAt = ''] = revisionId.split('.');
  return `${messageId.slice(-6)}.${editedAt.slice(-13)}.${part}`;
}
