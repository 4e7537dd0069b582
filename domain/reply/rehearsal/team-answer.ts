import { compareIds, type Batch, type Message } from '../../intake/message.ts';
import { isUnreplied, unrepliedQuestion } from '../../intake/person-answered.ts';
import { groupAround } from '../../intake/reply-chain.ts';

/**
 * What the team answered to a question, oldest first: in a thread what it said before a member spoke again, in a channel its replies
 * with what follows them, or else what it said to nobody right behind the question.
 */
export function teamAnswer({
  batch,
  after,
  inThread,
  withinMinutes,
  windowSeconds,
}: {
  readonly batch: Batch;
  /** What came after the question, in any order. */
  readonly after: readonly Message[];
  /** Whether `after` comes from the question's own thread, in which all is about it. */
  readonly inThread: boolean;
  /** `kb.capture_unreplied_minutes`. */
  readonly withinMinutes: number;
  readonly windowSeconds: number;
}): readonly Message[] {
  const last = batch.at(-1) ?? batch[0];
  const since = after
    .filter(({ id, isSystem }) => compareIds(id, last.id) > 0 && !isSystem)
    .toSorted((a, b) => compareIds(a.id, b.id));
  const isTeam = ({ author }: Message) => author.kind === 'team_member';
  if (inThread) {
    const first = since.findIndex(isTeam);
    if (first < 0) return [];
    const next = since.findIndex(({ author }, at) => at > first && author.kind === 'community_user');
    return since.slice(first, next < 0 ? undefined : next).filter(isTeam);
  }
  const groupOf = ({ id }: Message) => groupAround(since, id, windowSeconds);
  const batchIds = new Set(batch.map(({ id }) => id));
  const replies = since.filter((one) => isTeam(one) && batchIds.has(one.repliesTo?.messageId ?? ''));
  if (replies.length > 0) return [...new Set(replies.flatMap(groupOf))];
  const toNobody = since.find((one, at) => {
    if (withinMinutes === 0 || !isUnreplied(one)) return false;
    const earlier = [...batch, ...since.slice(0, at)];
    const pair = unrepliedQuestion({ answer: one, earlier, withinMinutes, windowSeconds });
    return pair?.question.some(({ id }) => batchIds.has(id)) ?? false;
  });
  return toNobody ? groupOf(toNobody) : [];
}
