import { newSnapshot } from '../../../domain/intake/snapshot.ts';
import type { RehearsedEnd, RehearsedQuestion } from '../../../domain/reply/rehearsal/rehearsed-question.ts';
import { author, message } from './messages.ts';

export const rehearsedEnd = (over: Partial<RehearsedEnd> = {}): RehearsedEnd => ({
  status: 'answered',
  reason: 'answered',
  answer: 'With `port`.',
  sourceIds: ['kb:guide.md'],
  verdict: null,
  issues: [],
  costUsd: 0.01,
  comparisonUsd: 0.002,
  ...over,
});

/** A question of anna's, which maya of the team answered, unless `team` says otherwise. It is asked `at` seconds after others. */
export const rehearsedQuestion = (
  at: number,
  over: Partial<RehearsedQuestion & { readonly text: string }> = {},
): RehearsedQuestion => {
  const { text = 'How do I set the port?', rehearsal = 'r', ...rest } = over;
  const id = `${rehearsal}/${1000 + at}`;
  const batch = [message(at, { text })] as const;
  return {
    id,
    rehearsal,
    snapshot: newSnapshot({ id, route: 'reply', batch, conversationId: 'c' }),
    team: [message(at + 1, { author: author('maya', 'team_member'), text: 'With the key port.' })],
    end: null,
    judged: null,
    ...rest,
  };
};
