import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder, writeText } from '../../../test/support/storage/test-store.ts';
import { readQuestions } from './read-questions.ts';

const reading = (name: string, text: string) => {
  const path = join(testFolder(), name);
  writeText(path, text);
  return () => readQuestions(path);
};

describe('a file of questions', () => {
  it('is a YAML list', () => {
    const read = reading(
      'q.yaml',
      '- question: How?\n  expected: [kb:a.md]\n- { question: Party?, silence: true }\n',
    );
    expect(read()).toEqual([
      { question: 'How?', expected: ['kb:a.md'] },
      { question: 'Party?', expected: [] },
    ]);
  });

  it('or has one JSON object an entry, where an empty list stands for silence', () => {
    const read = reading(
      'q.yaml',
      '- {"question":"How?","expected":["kb:a.md"],"passages":["Set it."]}\n- {"question":"P?","expected":[]}\n',
    );
    expect(read()).toEqual([
      { question: 'How?', expected: ['kb:a.md'], passages: ['Set it.'] },
      { question: 'P?', expected: [] },
    ]);
  });

  it.each([
    ['q.yaml', '- question: How?', /q\.yaml: entry 1 cannot be read/u],
    [
      'q.yaml',
      '- question: How?\n- { question: A, silence: true }\n- 3',
      /q\.yaml: entry 1, entry 3 cannot/u,
    ],
    ['q.yaml', '- { question: How?, expected: [kb:a.md], silence: true }', /entry 1/u],
    ['q.yaml', '- { question: How?, expected: [a.md] }', /entry 1/u],
    ['q.yaml', '- { question: How?, expected: [kb:a.md], passages: Set it. }', /entry 1/u],
    ['q.yaml', 'question: How?', /is no list/u],
    ['q.yaml', '- [', /is no list/u],
    ['q.yaml', '[]', /is no list/u],
  ])('%s with %j is refused with its place', (name, text, expected) => {
    expect(reading(name, text)).toThrow(expected);
  });

  it('that is not there is told', () => {
    expect(() => readQuestions('/no/such.yaml')).toThrow('There is no file /no/such.yaml.');
  });
});
