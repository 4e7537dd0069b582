import { expect, it } from 'vitest';
import { comparedQuestion, gapSections } from '../activities/operations/gap-sections.ts';
import type { SearchHit } from '../domain/ports/sources.ts';
import { answerGap } from './file-gap.ts';

const hit = (sourceId: string, snippet: string): SearchHit => ({
  sourceId,
  title: sourceId,
  headings: [],
  snippet,
  score: 1,
  likeness: 1,
  url: null,
});

const known = (name: string, text: string, found: readonly string[]) => ({
  name,
  questions: [{ text, found, vector: null }],
});

const file = (question: string, hits: readonly SearchHit[] = []) =>
  answerGap(
    gapSections({
      question: comparedQuestion(question, hits, null),
      hits,
      gaps: [
        known('refunds', 'Can I get a refund?', ['kb:billing.md', 'kb:plans.md']),
        known('listening-port', 'Which port does it listen on?', ['kb:server.md']),
        known('nightly-backups', 'Where are backups kept?', ['kb:backups.md']),
        known('two-factor', 'Is there a second factor at login?', ['kb:login.md']),
      ],
    }),
  );

it('a question joins the gap whose questions or documents are likest to its own', () => {
  expect(file('How do I change the listening port?').gap_name).toBe('listening-port');
  expect(file('I want my money back', [hit('kb:billing.md', 'Invoices')]).gap_name).toBe('refunds');
});

it('a question that is like none opens a gap that is named for it', () => {
  expect(file('Is there a dark mode for dashboards?', [hit('kb:themes.md', '')])).toEqual({
    gap_name: 'dark-mode-dashboards',
    kind: 'uncovered',
  });
});

it('a document that holds what is asked was missed', () => {
  const said = hit('kb:themes.md', 'The dashboards have a dark mode: choose it in the menu.');
  expect(file('Is there a dark mode for dashboards?', [said]).kind).toBe('missed');
});

it('of what the team said no word is shown, so that no gap is named after it', () => {
  const shown = gapSections({
    question: comparedQuestion('Dark mode?', [], null),
    hits: [hit('team:themes.txt', 'Maya says no')],
    gaps: [],
  });
  expect(JSON.stringify(shown)).not.toContain('Maya');
});
