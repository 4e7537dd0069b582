import { outsideGuilds } from '../../domain/intake/ask-snapshot.ts';
import { snapshotOfPair, type Snapshot } from '../../domain/intake/snapshot.ts';
import { mayBeRechecked } from '../../domain/reply/rests-on.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

/**
 * What follows, once a pair is learned, for the questions that the team wrote it about: an answer that it corrects counts as wrong and is
 * looked at again, a question without an answer counts as answered by the team, and gets what they typed into a form, where its asker
 * does not see it.
 */
export async function carryCorrection(
  { records, runs }: Pick<LibraryDeps, 'records' | 'runs'>,
  { qaId }: { readonly qaId: QaId },
): Promise<void> {
  const snapshot = await snapshotOfPair(records, qaId);
  if (!snapshot) return;
  for (const questionId of await questionsOf(records, snapshot)) {
    const record = await records.replyRecord(questionId);
    if (!record) continue;
    const { messageId, guildId, answer } = record;
    if (mayBeRechecked(record) && snapshot.correctsAnswerTo === questionId)
      await records.revise(messageId, (posted) =>
        mayBeRechecked(posted) ? { restsOn: { ...posted.restsOn, correctedBy: qaId } } : null,
      );
    if (answer !== null) continue;
    await records.revise(messageId, (present) => (present.answer === null ? { teamAnswered: true } : null));
    if (guildId !== outsideGuilds && snapshot.batch.some((one) => one.typedInForm))
      await runs.startLateAnswer({ messageId, guildId });
  }
}

/** What the team's messages reply to; in a thread all that was asked there. */
async function questionsOf(
  records: LibraryDeps['records'],
  { batch, history, location, correctsAnswerTo }: Snapshot,
): Promise<ReadonlySet<string>> {
  const replied = batch.flatMap(({ repliesTo }) => repliesTo?.messageId ?? []);
  const threadIds = location.thread === null ? [] : history.map(({ id }) => id);
  const routings = await records.routingOf([...replied, ...threadIds]);
  const questions = routings.flatMap((one) =>
    one.state === 'handed_over' && one.route === 'reply' ? [one.snapshotId] : [],
  );
  return new Set([...questions, ...(correctsAnswerTo === null ? [] : [correctsAnswerTo])]);
}
