import { expect, it } from 'vitest';
import type { Gap } from './gaps.ts';
import { weekHeading, weekReport, type Week } from './week-report.ts';

const none: Week = { records: [], votes: [], costUsd: 0, learned: 0, outdated: 0, gone: 0, stale: [] };
const vote = (helpful: boolean) => ({ messageId: '1', userId: 'anna', helpful, byTeam: false });

const gaps = (question: string, count = 1): readonly Gap[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    title: question,
    state: 'open',
    askers: 1,
    questions: [
      {
        messageId: String(at),
        question,
        createdAt: '',
        reason: 'not_covered',
        authorId: 'anna',
        channelId: 'help',
        link: 'chat://1',
        nearest: [],
        vector: null,
        resolution: null,
      },
    ],
    lastAskedAt: '',
    pages: [],
  }));

it('tells a week in numbers, and what the documents lack', () => {
  const answered = { status: 'answered', reason: 'answered' } as const;
  const week: Week = {
    records: [
      answered,
      answered,
      { status: 'removed', reason: 'answered' },
      { status: 'unanswered', reason: 'not_covered' },
      { status: 'unanswered', reason: 'no_source_selected' },
      { status: 'unanswered', reason: 'not_confident' },
      { status: 'unanswered', reason: 'budget_spent' },
      { status: 'unanswered', reason: 'cooldown' },
      { status: 'failed', reason: 'model_unauthorized' },
      { status: 'unanswered', reason: 'out_of_scope' },
    ],
    votes: [vote(true), vote(true), vote(false)],
    costUsd: 1.234,
    learned: 1,
    outdated: 2,
    gone: 3,
    stale: [
      { sourceId: 'kb:a', title: 'Install', url: 'https://a.example/', date: '2023-05-01', answers: 12 },
      { sourceId: 'team:t.txt', title: 'Ports', url: null, date: '2023-01-02', answers: 1 },
    ],
  };
  expect(weekReport({ endsOn: '2026-02-09', week, gaps: gaps('Where is Mimi?') })).toBe(
    [
      '**The week from 2026-02-02 to 2026-02-08**',
      '- Asked: 10, answered: 3',
      '- Not answered: 2 not covered, 1 not sure enough, 1 over the budget, 1 over a limit, 1 failed, 1 for other reasons',
      '- Votes: 2 helpful, 1 not',
      '- Models: $1.23',
      '- Learned from the team: 1 answer',
      '- Posted answers that no longer held: 2',
      '- Pages that are gone, and answer nothing: 3 (`npx steward sources --failed`)',
      '**Old and still used**',
      '- Install (2023-05-01, 12 answers): <https://a.example/>',
      '- Ports (2023-01-02, 1 answer)',
      '**What the documents lack**',
      '1. 1 asker, 1 question <chat://1>',
    ].join('\n'),
  );
});

it('says nothing of a week in which nobody asked', () => {
  const report = (week: Week) => weekReport({ endsOn: '2026-02-09', week, gaps: [] });
  expect(report(none)).toBeNull();
  expect(report({ ...none, learned: 1 })).toContain(weekHeading('2026-02-09'));
});

it('fits into one message with the longest titles', () => {
  const report = weekReport({
    endsOn: '2026-02-09',
    week: {
      ...none,
      records: Array.from({ length: 9_999 }, () => ({ status: 'failed', reason: 'unexpected' })),
    },
    gaps: gaps('x'.repeat(100), 3),
  });
  expect(report?.length).toBeLessThan(2_000);
});
