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

  it('or has one JSON object a line, where an empty list stands for silence', () => {
    const read = reading(
      'q.jsonl',
      '{"question":"How?","expected":["kb:a.md"],"passages":["Set it."]}\n\n{"question":"P?","expected":[]}\n',
    );
    expect(read()).toEqual([
      { question: 'How?', expected: ['kb:a.md'], passages: ['Set it.'] },
      { question: 'P?', expected: [] },
    ]);
  });

  it.each([
    ['q.yaml', '- question: How?', /q\.yaml, entry 1 is not a question/u],
    [
      'q.yaml',
      '- question: How?\n- { question: A, silence: true }\n- 3',
      /entry 1; .*q\.yaml, entry 3 are not/u,
    ],
    ['q.yaml', '- { question: How?, expected: [kb:a.md], silence: true }', /entry 1/u],
    ['q.yaml', '- { question: How?, expected: [a.md] }', /entry 1/u],
    ['q.yaml', '- { question: How?, expected: [kb:a.md], passages: Set it. }', /entry 1/u],
    ['q.yaml', 'question: How?', /is not a list/u],
    ['q.yaml', '- [', /neither YAML nor JSON/u],
    ['q.yaml', '[]', /contains no question/u],
    ['q.jsonl', '{"question":"How?","expected":[]}\n{', /q\.jsonl:2 is neither/u],
  ])('%s with %j is refused with its place', (name, text, expected) => {
    expect(reading(name, text)).toThrow(expected);
  });

  it('that is not there is told', () => {
    expect(() => readQuestions('/no/such.yaml')).toThrow('There is no file /no/such.yaml.');
  });
});
