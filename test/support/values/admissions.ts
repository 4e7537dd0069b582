import type { Records } from '../../../domain/ports/records.ts';
import type { AdmissionRequest } from '../../../domain/ports/reply-records.ts';
import { replyRecord } from './messages.ts';

/** When questions are asked, unless a test says otherwise. */
export const askedAt = new Date('2026-02-01T00:00:00Z');
export const secondsLater = (seconds: number): Date => new Date(askedAt.getTime() + seconds * 1000);

/** A question in `help`, by a member of its own. */
export const admissionRequest = (
  messageId: string,
  over: Partial<AdmissionRequest> = {},
): AdmissionRequest => ({
  messageId,
  guildId: 'guild',
  channelId: 'help',
  userId: messageId,
  now: askedAt,
  isDirect: false,
  limits: null,
  refused: null,
  notBefore: null,
  cooldown: { user_cooldown_seconds: 60, channel_cooldown_seconds: 30 },
  ...over,
});

/** What a question is told that meets a cooldown. */
export const cooldownOf = (seconds: number) => ({
  outcome: 'wait',
  reason: 'cooldown',
  milliseconds: seconds * 1000,
});

/** Admits a question, writes its row and posts its answer. */
export async function answerQuestion(records: Records, asked: AdmissionRequest, at = askedAt): Promise<void> {
  await records.admit(asked);
  const { messageId } = asked;
  await records.insertReplyRecord(replyRecord(messageId, { status: 'generated' }));
  await records.setStatus(messageId, { status: 'answered', reason: 'answered', now: at });
}
