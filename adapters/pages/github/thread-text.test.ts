import { expect, it } from 'vitest';
import { threadText, type ThreadPost } from './thread-text.ts';

const said = (text: string, over: Partial<ThreadPost> = {}): ThreadPost => ({
  text,
  url: `https://github.com/acme/rocket/issues/1#issuecomment-${text.length}`,
  isTeam: true,
  isBot: false,
  isAnswer: false,
  reactions: 0,
  ...over,
});

function answerAmong(...posts: readonly ThreadPost[]): string | null {
  const thread = { title: 'The pump stops', labels: [], closedAt: null, question: 'Why?', posts };
  const { text = '' } = threadText(thread) ?? {};
  return /## Answer of the maintainers\n\n(.*?)\n\n## Question/su.exec(text)?.[1] ?? null;
}

const told = 'Clean the filter of the pump, then start it once more.';

it.each([
  ['Yes'],
  ['cc @anna'],
  ['Please try version 5.'],
  ['I do not understand, who is calling the logger in your code then?'],
  ['Can you give me a link? I will look.'],
  ['> Clean the filter of the pump, then start it once more.\n\nThis.'],
  ['你能给我一个链接吗？'],
])(
  'what a maintainer asks back or only acknowledges is not the answer where another tells something: %s',
  (last) => {
    expect(answerAmong(said(told), said(last))).toBe(told);
  },
);

it('the last that tells something is the answer, with code or a link however short, and the one that most people like before it', () => {
  expect(answerAmong(said(told), said('Or set `pump: 2`.'))).toBe('Or set `pump: 2`.');
  expect(answerAmong(said('Or set `pump: 2`.'), said(told))).toBe(told);
  expect(answerAmong(said('Yes.', { reactions: 3 }), said(told))).toBe('Yes.');
  expect(answerAmong(said('Is it new?'), said('Yes, it is.'))).toBe('Yes, it is.');
});

it('a much longer answer with code or a link stands before a later one without', () => {
  const shown = `${told} The manual shows it: https://acme.example/pumps`;
  const later = 'We have closed this now, but we are open to ideas.';
  expect(answerAmong(said(shown), said(later))).toBe(shown);
  expect(answerAmong(said(shown), said(`${later} ${later}`))).toBe(`${later} ${later}`);
});

it('a thread in which maintainers only call others has no answer', () => {
  expect(answerAmong(said('cc @anna @bob'))).toBeNull();
});

it('the section of the answer leads to its comment', () => {
  const thread = { title: 'The **pump** stops', labels: [], closedAt: null, question: 'Why?' };
  const url = 'https://github.com/acme/rocket/issues/1#issuecomment-2';
  expect(threadText({ ...thread, posts: [said(told, { url })] })?.anchors).toEqual([
    ['The pump stops\nAnswer of the maintainers', 'issuecomment-2'],
  ]);
});
