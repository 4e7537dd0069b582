import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { alikeQuestions } from './alike-questions.ts';

const asked = (question: string, values: readonly number[] | null = null, model = 'm') => ({
  messageId: question,
  question,
  createdAt: '2026-02-01T00:00:00.000Z',
  reason: 'not_covered',
  authorId: 'anna',
  channelId: 'help',
  link: null,
  vector: values && { model, values },
});
const groups = (...questions: readonly ReturnType<typeof asked>[]) =>
  alikeQuestions(questions).map((group) => group.map(({ question }) => question));

/** The first axis is what all questions of the community have in common. */
const ports = [900, 400, 0, 0];
const refunds = [900, 0, 400, 0];
const themes = [900, 0, 0, 400];

it('questions of one meaning are one group, whatever their words', () => {
  expect(
    groups(
      asked('Which port?', ports),
      asked('A refund?', refunds),
      asked('Where does it listen?', ports),
      asked('My money back?', [900, 10, 390, 0]),
    ),
  ).toEqual([
    ['Which port?', 'Where does it listen?'],
    ['A refund?', 'My money back?'],
  ]);
});

it('a member who asks the same again and again makes no others alike', () => {
  const of = (topic: number) => [300, ...Array.from({ length: 10 }, (_, at) => (at === topic ? 400 : 0))];
  const others = Array.from({ length: 9 }, (_, topic) => ({
    ...asked(`question ${topic}`, of(topic)),
    authorId: `member ${topic}`,
  }));
  const repeats = Array.from({ length: 30 }, () => asked('again', of(9)));
  const grouped = groups(...others.slice(0, 6), ...repeats, ...others.slice(6)).map(([first]) => first);
  expect(grouped).toEqual([
    ...others.slice(0, 6).map(({ question }) => question),
    'again',
    ...others.slice(6).map(({ question }) => question),
  ]);
});

it('what all questions have in common makes none alike', () => {
  expect(groups(asked('a', ports), asked('b', refunds), asked('c', themes))).toEqual([['a'], ['b'], ['c']]);
});

it('where a vector is missing, or is of another model, the same words count', () => {
  const words = ['How do I set the port?', 'Setting the ports?', 'Is there a dark theme?'];
  const grouped = [words.slice(0, 2), words.slice(2)];
  expect(groups(...words.map((one) => asked(one)))).toEqual(grouped);
  const [first = '', second = '', third = ''] = words;
  expect(groups(asked(first), asked(second, ports), asked(third, themes))).toEqual(grouped);
  expect(groups(asked(first, ports, 'old'), asked(second, ports), asked(third, themes))).toEqual(grouped);
});

it('a question that is asked later moves no other', () => {
  const vector = fc.option(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 }));
  const words = fc.constantFrom('port', 'refund', 'theme', 'port theme');
  fc.assert(
    fc.property(fc.array(fc.tuple(words, vector), { maxLength: 12 }), (given) => {
      const all = given.map(([text, values], at) => ({ ...asked(text, values), messageId: String(at) }));
      const before = alikeQuestions(all.slice(0, -1)).map((group) => group.map(({ messageId }) => messageId));
      const after = alikeQuestions(all).map((group) =>
        group.map(({ messageId }) => messageId).filter((id) => id !== String(all.length - 1)),
      );
      expect(after.filter((group) => group.length > 0)).toEqual(before);
    }),
  );
});
