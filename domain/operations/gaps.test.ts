import { describe, expect, it } from 'vitest';
import { gapLine, gapOf, isToFill, type GapQuestion } from './gaps.ts';

const question = (at: number, over: Partial<GapQuestion> = {}): GapQuestion => ({
  messageId: String(at),
  question: `question ${at}`,
  createdAt: `2026-02-0${at}T00:00:00.000Z`,
  reason: 'not_covered',
  authorId: 'anna',
  channelId: 'help',
  link: `chat://${at}`,
  kind: 'uncovered',
  lastAskedAt: `2026-02-0${at}T00:00:00.000Z`,
  answeredBy: null,
  ...over,
});

const gap = (over: Partial<Parameters<typeof gapOf>[0]> = {}) =>
  gapOf({
    id: '1',
    name: 'refunds',
    resolution: null,
    resolvedAt: null,
    questions: [question(1)],
    nearest: [],
    ...over,
  });

describe('a gap', () => {
  it('is open while one of its questions has no answer, and closed when all have', () => {
    const answered = question(1, { answeredBy: 'documents' });
    expect(gap({ questions: [answered, question(2)] }).state).toBe('open');
    expect(gap({ questions: [answered] }).state).toBe('closed');
    expect(gap({ questions: [answered], resolution: 'drafted' }).state).toBe('closed');
  });

  it('that a person called done opens again with the next question', () => {
    const done = { resolution: 'done', resolvedAt: '2026-02-03T00:00:00.000Z' } as const;
    expect(gap(done).state).toBe('closed');
    expect(gap({ ...done, questions: [question(1), question(4)] }).state).toBe('open');
  });

  it('that was dismissed stays so, whoever asks', () => {
    const dismissed = gap({
      resolution: 'dismissed',
      resolvedAt: null,
      questions: [question(1), question(4)],
    });
    expect(dismissed.state).toBe('dismissed');
    expect(isToFill(dismissed)).toBe(false);
  });

  it('is of the kind of most of its open questions, until nothing but the team answers them', () => {
    const missed = question(1, { kind: 'missed' });
    const byTeam = question(2, { answeredBy: 'team' });
    const byDocuments = question(3, { answeredBy: 'documents' });
    const kindOf = (...questions: readonly GapQuestion[]) => gap({ questions }).kind;
    expect(kindOf(missed, question(2), missed)).toBe('missed');
    expect(kindOf(missed, byTeam, byTeam)).toBe('missed');
    expect(kindOf(missed, byDocuments, byDocuments)).toBe('missed');
    expect(kindOf(byTeam)).toBe('team');
    expect(kindOf(byTeam, byDocuments)).toBe('team');
    expect(kindOf(byDocuments)).toBe('uncovered');
  });

  it('counts people once and names the page that most of its questions came near to first', () => {
    const page = (sourceId: string) => ({ sourceId, title: '', url: null });
    const { askers, pages } = gap({
      questions: [question(1), question(2), question(3, { authorId: 'ben' })],
      nearest: [page('kb:a'), page('kb:b'), page('kb:b')],
    });
    expect(askers).toBe(2);
    expect(pages.map(({ sourceId }) => sourceId)).toEqual(['kb:b', 'kb:a']);
  });

  it('is one line for the team, with a link to the latest question', () => {
    expect(gapLine(gap({ questions: [question(1), question(2, { authorId: 'ben' })] }))).toBe(
      '**refunds**: 2 askers, 2 questions (no page covers it) <chat://2>',
    );
  });
});
