import { batchText } from '../../domain/intake/conversation.ts';
import { isAskedDirectly, isPaused } from '../../domain/intake/routing.ts';
import { snowflakeTime } from '../../domain/values/snowflake.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { fetchAll } from '../intake/gather-history.ts';

export interface RegatherQuestionInput {
  /** The id of the edited message, or of any of a question without an answer that is wanted. */
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly editedMilliseconds: number;
  readonly isWanted?: boolean;
}

export type RegatheredQuestion =
  /** Its answer is still being made. */
  | { readonly state: 'open' }
  | { readonly state: 'nothing_to_revise'; readonly reason: string }
  | { readonly state: 'ready'; readonly questionId: string; readonly revisionId: string };

/** People correct a question soon, or not at all. */
const revisedWithinMinutes = 10;

/**
 * Saves the present text of an edited question as a snapshot for a new answer, if its text differs and it was not
 * answered or only recently; and that of one without an answer that somebody wants. Runs at least once: the same edit makes the same snapshot.
 */
export async function regatherQuestion(
  { records, chat, config, now }: DiscordDeps,
  { messageId, editedMilliseconds, isWanted = false }: RegatherQuestionInput,
): Promise<RegatheredQuestion> {
  const [routing] = await records.routingOf([messageId]);
  if (routing?.state !== 'handed_over' || routing.route !== 'reply') return nothing('not_a_question');
  const questionId = routing.snapshotId;
  const record = await records.replyRecord(questionId);
  if (!record || record.status === 'generated') return { state: 'open' };
  const [firstPost] = record.postedMessageIds;
  if (record.status === 'removed') return nothing('removed');
  if (isWanted && record.answer !== null) return nothing('answered');
  if (firstPost !== undefined && !isWanted) {
    const answeredAt = snowflakeTime(firstPost).getTime();
    if (editedMilliseconds - answeredAt > revisedWithinMinutes * 60_000) return nothing('too_late');
  }
  const snapshotBefore = await records.snapshot(questionId);
  if (!snapshotBefore) return nothing('no_longer_kept');
  if (isPaused(await records.pauses(), snapshotBefore.location.channelId)) return nothing('paused');
  const batch = await fetchAll({ chat }, snapshotBefore.batch);
  if (batch.length === 0) return nothing('deleted');
  if (!isWanted && batchText(batch) === batchText(snapshotBefore.batch)) return nothing('unchanged');
  const revisionId = `${questionId}.${editedMilliseconds}`;
  const { guildId, channelId } = snapshotBefore.location;
  const share = {
    id: revisionId,
    kind: 'requested',
    guildId,
    channelId,
    userId: snapshotBefore.author.id,
  } as const;
  if (!isWanted && !(await records.takeShare({ ...share, now: now(), limits: config.budget })))
    return nothing('too_often');
  const askedDirectly = isWanted || snapshotBefore.askedDirectly || isAskedDirectly(batch);
  const snapshot: Snapshot = { ...snapshotBefore, id: revisionId, batch, askedDirectly, revises: questionId };
  if (!(await records.saveSnapshot(snapshot))) return nothing('forgotten');
  return { state: 'ready', questionId, revisionId };
}

const nothing = (reason: string): RegatheredQuestion => ({ state: 'nothing_to_revise', reason });
