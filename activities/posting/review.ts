import { isUncovered, type ReviewOutcome } from '../../domain/reply/reply-record-status.ts';
import { questionIdOf } from '../../domain/reply/reply-record.ts';
import { buttonsBelow } from '../../domain/posting/post-buttons.ts';
import { fillText } from '../../domain/values/text.ts';
import type { Texts } from '../../config/schema/texts.ts';
import { splitMessage } from '../../domain/posting/split-message.ts';
import type { DiscordDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { beforePostsOf } from './answer-posts.ts';
import { postForCause, closeTeamPost, quotedQuestion } from './post-for-cause.ts';

/** Posts a draft in the team's channel, with buttons below its last part. Runs at least once. */
export async function showDraft(
  deps: DiscordDeps,
  { messageId }: { readonly messageId: string },
): Promise<{ readonly expiresInMilliseconds: number }> {
  const { records, config } = deps;
  const texts = deps.texts.desk;
  const record = await records.replyRecord(messageId);
  const snapshot = await requireSnapshot(deps, messageId);
  const link = snapshot.batch.at(-1)?.link ?? '';
  const corrected = snapshot.revises === undefined ? null : await records.replyRecord(snapshot.revises);
  const heading = fillText(corrected ? texts.recheck_heading : texts.draft_heading, { link: `<${link}>` });
  const intro = record ? [`${heading}\n${quotedQuestion(record.question)}`] : [heading];
  const answer = corrected?.answer ? [corrected.answer, `**${texts.recheck_instead}**`] : [];
  const parts = splitMessage({ text: [...intro, ...answer, ...(record?.post?.parts ?? [])].join('\n\n') });
  for (const [part, text] of parts.entries()) {
    const isLast = part === parts.length - 1;
    await postForCause(deps, {
      cause: isLast ? draftCause(messageId) : `${draftCause(messageId)}/${part}`,
      text,
      nonce: `${messageId.slice(-20)}.r${part}`,
      afterMessageId: record ? beforePostsOf(record) : messageId,
      ...(isLast && { buttons: buttonsBelow('draft', messageId, texts) }),
    });
  }
  return { expiresInMilliseconds: config.discord.preview_expires_hours * 3_600_000 };
}

/** Records the review in the row: accepted drafts are to be posted, others never are. */
export async function settleDraft(
  { records, now, log }: DiscordDeps,
  { messageId, outcome }: { readonly messageId: string; readonly outcome: ReviewOutcome },
): Promise<void> {
  const record = await records.replyRecord(messageId);
  if (record?.status !== 'held') return;
  // The team may have written an answer where the sources give none any more.
  const isWritten = record.answer !== null && isUncovered(record.reason);
  const change =
    outcome === 'accepted'
      ? { status: 'generated' as const, reason: isWritten ? ('answered' as const) : record.reason }
      : { status: 'skipped' as const, reason: `review_${outcome}` as const };
  await records.setStatus(messageId, { ...change, now: now() });
  log.info({ message_id: messageId, outcome }, 'draft_settled');
}

/** Shows the review below the draft and removes its buttons. */
export async function closeDraft(
  deps: DiscordDeps,
  { messageId, outcome }: { readonly messageId: string; readonly outcome: ReviewOutcome },
): Promise<void> {
  const votes = outcome === 'accepted' ? await deps.records.votesOn([questionIdOf(messageId)]) : [];
  // Who accepts has found it helpful; on the page an operator without an account may.
  const by = votes.findLast(
    ({ byTeam, helpful, userId }) => byTeam && helpful && /^\d+$/u.test(userId),
  )?.userId;
  const sentence = deps.texts.desk[closing[outcome]];
  await closeTeamPost(deps, {
    cause: draftCause(messageId),
    sentence: by ? `${sentence} ${deps.chat.userMention(by)}` : sentence,
  });
}

const closing = {
  accepted: 'draft_accepted',
  dropped: 'draft_dropped',
  expired: 'draft_expired',
  outdated: 'draft_outdated',
} as const satisfies Readonly<Record<ReviewOutcome, keyof Texts['desk']>>;

const draftCause = (messageId: string): string => `draft/${messageId}`;
