import { expect, it } from 'vitest';
import { rankGaps, type ComparedQuestion } from './rank-gaps.ts';

/** Every search finds the whole of a small library, in an order of its own. */
const pages = ['proxy', 'retry', 'mock', 'errors', 'client'];
const asked = (text: string, first: string): ComparedQuestion => ({
  text,
  found: [first, ...pages.filter((page) => page !== first)],
  vector: null,
});
const near = (question: ComparedQuestion, ...known: readonly ComparedQuestion[]) =>
  rankGaps(
    question,
    known.map((one) => ({ questions: [one] })),
  )
    .filter(({ isNear }) => isNear)
    .map(({ gap }) => gap.questions[0]?.text);

it('that a search finds the same few pages does not make questions alike', () => {
  const proxy = asked('How do I use a proxy?', 'proxy');
  const mock = asked('Can requests be mocked in tests?', 'mock');
  expect(near(asked('Are failed requests retried?', 'retry'), proxy)).toEqual([]);
  expect(near(asked('What does ENOENT mean?', 'errors'), proxy, mock)).toEqual([]);
});

it('the same question in other words is near, also to the only one that there is', () => {
  const proxy = asked('How do I use a proxy?', 'proxy');
  expect(near(asked('Which proxy settings does it use?', 'proxy'), proxy)).toEqual([proxy.text]);
  expect(near(proxy, proxy, asked('Can requests be mocked in tests?', 'mock'))).toEqual([proxy.text]);
});
