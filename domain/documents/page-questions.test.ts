import { expect, test } from 'vitest';
import { pageQuestions } from './page-questions.ts';

test('five questions are kept, each once and on one line', () => {
  const written = ['Why\ndoes it stop?', ' ', 'Why does it stop?', 'a', 'b', 'c', 'd', 'e'];
  expect(pageQuestions(written)).toEqual(['Why does it stop?', 'a', 'b', 'c', 'd']);
});

test('a long question is cut', () => {
  expect(pageQuestions(['x'.repeat(5_000)])[0]).toHaveLength(200);
});
