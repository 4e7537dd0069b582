import { expect, it } from 'vitest';
import { composeAnswer, composeNotCovered, composeSentence, threadTitle } from './compose-reply.ts';
import type { Citation } from '../reply/reply-record.ts';

const texts = {
  thread_title: 'A thread',
  links_heading: 'Links',
  answered_by_team: 'Answered by the team',
  earlier_answer: 'Asked before:',
  not_covered: 'I do not know.',
  nearest_pages: 'Nearest',
  ai_footer: 'By an AI.',
};
const post = { style: 'thread', question: 'Why?', texts } as const;
const cite = (over: Partial<Citation>): Citation => ({
  sourceId: 'kb:a.md',
  title: 'A',
  url: null,
  qaIds: [],
  ...over,
});

it('names each source once: by its address, by its title, or as the team', () => {
  const citations = [
    cite({ url: 'https://docs.example.com/a' }),
    cite({ url: 'https://docs.example.com/a' }),
    cite({ sourceId: 'kb:b.md', title: 'B\nand more' }),
    cite({ sourceId: 'team:t.txt', title: 't' }),
    cite({ sourceId: 'team:t.txt', title: 't', url: 'https://discord.com/channels/1/2/3' }),
  ];
  expect(composeAnswer({ ...post, answer: 'So.', citations }).parts).toEqual([
    [
      'So.',
      '',
      '**Links**',
      '- A: <https://docs.example.com/a>',
      '- B and more',
      '- Answered by the team',
      '- Answered by the team: <https://discord.com/channels/1/2/3>',
      '',
      'By an AI.',
    ].join('\n'),
  ]);
});

it('says above an answer that was given before that it is one', () => {
  const { parts } = composeAnswer({ ...post, answer: 'So.', citations: [], isEarlier: true });
  expect(parts).toEqual(['Asked before:\n\nSo.\n\nBy an AI.']);
});

it('keeps every link whole, however long the answer is', () => {
  const citations = Array.from({ length: 8 }, (_, at) =>
    cite({ sourceId: `kb:${at}.md`, url: `https://docs.example.com/${'x'.repeat(300)}/${at}` }),
  );
  const { parts } = composeAnswer({ ...post, answer: 'Long. '.repeat(700), citations });
  for (const { url } of citations) expect(parts.filter((part) => part.includes(`<${url}>`))).toHaveLength(1);
  expect(parts.every((part) => part.length <= 2000)).toBe(true);
});

it('offers at most three pages when nothing covers a question', () => {
  const nearest = ['A', 'B', 'C', 'D'].map((title) => cite({ sourceId: `kb:${title}.md`, title }));
  expect(composeNotCovered({ ...post, nearest }).parts).toEqual([
    'I do not know.\n\n**Nearest**\n- A\n- B\n- C',
  ]);
  expect(composeNotCovered({ ...post, nearest: [] }).parts).toEqual(['I do not know.']);
});

it('takes a title of at most 100 characters from the question, and never an empty one', () => {
  expect(threadTitle('@steward how do I\nset the port?')).toBe('how do I set the port?');
  expect(threadTitle('<@123>')).toBe('');
  expect(composeSentence({ style: 'thread', question: '<@123>', texts, sentence: 'Hi.' }).title).toBe(
    'A thread',
  );
  expect(threadTitle('word '.repeat(60)).length).toBeLessThanOrEqual(100);
  expect(threadTitle('𝒳'.repeat(120)).isWellFormed()).toBe(true);
});
