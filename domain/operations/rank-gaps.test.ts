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

it.each([6, 7, 9, 15, 18, 23])(
  'what finds the same in the same order as %i others is not near to them',
  (count) => {
    const found = (text: string) => ({ text, found: ['kb:0.md', 'kb:1.md'], vector: null });
    const others = Array.from({ length: count }, (_, at) => found(`word${at}`));
    expect(near(found('zebra'), ...others)).toEqual([]);
  },
);

it('the same question in other words is near, also to the only one that there is', () => {
  const proxy = asked('How do I use a proxy?', 'proxy');
  expect(near(asked('Which proxy settings does it use?', 'proxy'), proxy)).toEqual([proxy.text]);
  expect(near(proxy, proxy, asked('Can requests be mocked in tests?', 'mock'))).toEqual([proxy.text]);
});

it('gaps are ranked by the documents that their questions find, and by vectors, or by words while there are none', () => {
  const given = (text: string, found: readonly string[], vector: readonly number[] | null = null) => ({
    text,
    found,
    vector: vector && new Float32Array(vector),
  });
  const gaps = [
    { name: 'ports', questions: [given('Which port does it listen on?', ['kb:server.md'])] },
    { name: 'refunds', questions: [given('Can I get a refund?', ['kb:billing.md', 'kb:plans.md'])] },
  ];
  const first = (text: string, ids: readonly string[]) => rankGaps(given(text, ids), gaps)[0];
  expect(first('How do I change the port?', [])).toMatchObject({ gap: { name: 'ports' }, isNear: true });
  expect(first('I want my money back', ['kb:billing.md'])).toMatchObject({ gap: { name: 'refunds' } });
  expect(first('Dark mode?', ['kb:themes.md'])).toMatchObject({ isNear: false });

  const [ports, refunds] = [
    { name: 'ports', questions: [given('Which port?', [], [0.9, 0.1, 0])] },
    { name: 'refunds', questions: [given('A refund?', [], [0.9, 0, 0.1])] },
  ];
  const near = rankGaps(given('My money back?', [], [0.9, 0, 0.2]), [ports, refunds]);
  expect(near.map(({ gap, isNear }) => [gap.name, isNear])).toEqual([
    ['refunds', true],
    ['ports', false],
  ]);
});
