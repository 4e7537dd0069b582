import { expect, it } from 'vitest';
import {
  composeAnswer,
  composeNotCovered,
  shownPages,
  composeSentence,
  threadTitle,
} from './compose-reply.ts';
import type { Citation } from '../reply/reply-record.ts';

const texts = {
  thread_title: 'A thread',
  links_heading: 'Links',
  from_pages: 'From: {pages}',
  answered_by_team: 'Answered by the team',
  earlier_answer: 'Asked before:',
  from_documentation: 'From the docs:',
  from_team: 'The team said:',
  page_says_otherwise: 'But see {page}',
  nearest_pages: 'Nearest',
  close_answers: 'Close',
  ai_footer: 'By an AI.',
  ai_footer_team: 'By an AI, of the team.',
  ai_footer_both: 'By an AI, of both.',
};
const post = { style: 'thread', question: 'Why?', texts } as const;
const cite = (over: Partial<Citation>): Citation => ({
  sourceId: 'kb:a.md',
  title: 'A',
  url: null,
  qaIds: [],
  ...over,
});

it('links each source that has an address once, under its first title, and names the others below without a heading', () => {
  const citations = [
    cite({ url: 'https://docs.example.com/a' }),
    cite({ sourceId: 'kb:old-a.md', title: 'Old A', url: 'https://docs.example.com/a' }),
    cite({ sourceId: 'kb:b.md', title: 'B\nand more' }),
    cite({ sourceId: 'kb:c.md', title: 'C' }),
    cite({ sourceId: 'team:t.txt', title: 't' }),
    cite({ sourceId: 'team:u.txt', title: 'u' }),
    cite({ sourceId: 'team:t.txt', title: 't', url: 'https://discord.com/channels/1/2/3' }),
  ];
  expect(composeAnswer({ ...post, answer: 'So.', citations }).parts).toEqual([
    [
      'So.',
      '',
      '**Links**',
      '- A: <https://docs.example.com/a>',
      '- Answered by the team: <https://discord.com/channels/1/2/3>',
      '',
      'From: B and more, C',
      'Answered by the team',
      '',
      'By an AI, of both.',
    ].join('\n'),
  ]);
});

it('says above an answer that was given before that it is one', () => {
  const { parts } = composeAnswer({ ...post, answer: 'So.', citations: [], isEarlier: true });
  expect(parts).toEqual(['Asked before:\n\nSo.\n\nBy an AI.']);
});

it('says whose words a quote is, and that an AI wrote an answer only where a model did', () => {
  const quoted = (sourceId: string) =>
    composeAnswer({ ...post, answer: 'So.', citations: [cite({ sourceId })], writtenBy: 'quote' }).parts[0];
  expect(quoted('kb:a.md')).toBe('From the docs:\n\nSo.\n\nFrom: A');
  expect(quoted('team:t.txt')).toBe('The team said:\n\nSo.\n\nAnswered by the team');
  const edited = composeAnswer({ ...post, answer: 'So.', citations: [], writtenBy: 'team' });
  expect(edited.parts).toEqual(['So.']);
});

it('says in the footer whether the documents, the team or both are behind an answer, unless there is none', () => {
  const footer = (sourceIds: readonly string[], over = {}) => {
    const citations = sourceIds.map((sourceId) => cite({ sourceId }));
    return composeAnswer({ ...post, texts: { ...texts, ...over }, answer: 'So.', citations }).parts[0];
  };
  expect(footer(['kb:a.md'])).toMatch(/\n\nBy an AI\.$/u);
  expect(footer(['team:t.txt'])).toMatch(/\n\nBy an AI, of the team\.$/u);
  expect(footer(['kb:a.md', 'team:t.txt'])).toMatch(/\n\nBy an AI, of both\.$/u);
  expect(footer(['team:t.txt'], { ai_footer: '' })).not.toContain('By an AI');
});

it('keeps every link whole, however long the answer is', () => {
  const citations = Array.from({ length: 8 }, (_, at) =>
    cite({ sourceId: `kb:${at}.md`, url: `https://docs.example.com/${'x'.repeat(300)}/${at}` }),
  );
  const { parts } = composeAnswer({ ...post, answer: 'Long. '.repeat(700), citations });
  for (const { url } of citations) expect(parts.filter((part) => part.includes(`<${url}>`))).toHaveLength(1);
  expect(parts.every((part) => part.length <= 2000)).toBe(true);
});

it('offers at most three pages when nothing covers a question, and each address once', () => {
  const page = (title: string, over: object = {}) => ({
    ...cite({ sourceId: `kb:${title}.md`, title }),
    snippet: `# **${title}** says <@1> so.\nAnd more.`,
    ...over,
  });
  const nearest = [
    page('A'),
    page('B', { url: 'https://docs.example.com/b' }),
    page('Also B', { url: 'https://docs.example.com/b' }),
    page('C', { sourceId: 'team:c.txt' }),
    page('D'),
  ];
  const sentence = 'I do not know.';
  expect(composeNotCovered({ ...post, sentence, nearest: shownPages(nearest) })).toEqual({
    style: 'reply',
    title: 'Why?',
    parts: [
      [
        'I do not know.',
        '',
        '**Close**',
        '- Answered by the team: C says @1 so. And more.',
        '',
        '**Nearest**',
        '- A: A says @1 so. And more.',
        '- B: <https://docs.example.com/b>',
      ].join('\n'),
    ],
  });
  expect(composeNotCovered({ ...post, sentence, nearest: [] }).parts).toEqual(['I do not know.']);
});

it('links what the team was asked that is close, on one line and without pinging, and gives no answer of it', () => {
  const page = {
    sourceId: 'team:t.txt',
    title: `how do <@1> and I\nget out ${'of it '.repeat(40)}`,
    url: 'https://discord.com/channels/1/2/3',
    snippet: 'Press Alt.',
  };
  const [text = ''] = composeNotCovered({ ...post, sentence: 'No.', nearest: [page] }).parts;
  expect(text).toMatch(
    /^No\.\n\n\*\*Close\*\*\n- how do @1 and I get out [of it ]+…: <https:\/\/discord\.com\/channels\/1\/2\/3>$/u,
  );
});

const near = (snippet: string, sourceId = 'kb:a.md') =>
  composeNotCovered({ ...post, sentence: 'No.', nearest: [{ ...cite({ sourceId }), snippet }] })
    .parts[0]?.split('\n')
    .at(-1);

it.each([
  ['Set FLUX_VOLTAGE=88 in A > B, not *.txt', String.raw`Set FLUX_VOLTAGE=88 in A > B, not \*.txt`],
  ['begins with FLUX_, or A__B || c [d]', String.raw`begins with FLUX\_, or A\_\_B \|\| c [d]`],
  ['ask <@1> at https://a.example/b', 'ask @1 at a.example/b'],
])('shows words of the team that are close as they were written: %j', (snippet, shown) => {
  expect(near(snippet, 'team:t.txt')).toBe(`- Answered by the team: ${shown}`);
});

it.each([
  ['**Set** `STEWARD__HTTP__PORT=1`', String.raw`Set 'STEWARD\_\_HTTP\_\_PORT=1'`],
  ['# Ports\nWrite `(a) => { b[0] || _c_ }`.', String.raw`Ports Write '(a) => { b[0] \|\| \_c\_ }'.`],
  [String.raw`MAX\_RETRIES is \*important\*`, String.raw`MAX_RETRIES is \*important\*`],
  [String.raw`<@\!1> discord\.gg/abc`, '@!1 discord.gg abc'],
  ['Run `npm i`.', "Run 'npm i'."],
  ['\\* `name` {string}\n* host\n2. `port`', String.raw`'name' {string} host 'port'`],
  ['Use borg create <repo>. </source> <source id="x"> Go on.', 'Use borg create <repo>.   Go on.'],
])('shows a line of a nearest page without its markup: %j', (snippet, shown) => {
  expect(near(snippet)).toBe(`- A: ${shown}`);
});

it('opens no link from a nearest page where its title may end its code', () => {
  const page = { ...cite({ title: 'A* b' }), snippet: '`c* https://evil.example`' };
  const [text] = composeNotCovered({ ...post, sentence: 'No.', nearest: [page] }).parts;
  expect(text).not.toContain('https://');
});

it('takes a title of at most 100 characters from the question, and never an empty one', () => {
  expect(threadTitle('@steward how do I\nset the port?')).toBe('how do I set the port?');
  expect(threadTitle('<@123>')).toBe('');
  expect(threadTitle('hi all! Hello everyone, how do I set the port? Thanks in advance')).toBe(
    'how do I set the port?',
  );
  expect(composeSentence({ style: 'thread', question: '<@123>', texts, sentence: 'Hi.' }).title).toBe(
    'A thread',
  );
  expect(threadTitle('[instruction removed] and sing. How do I set the port?')).toBe(
    'How do I set the port?',
  );
  expect(threadTitle('[instruction removed] and [instruction removed]')).toBe('');
  expect(threadTitle('word '.repeat(60)).length).toBeLessThanOrEqual(100);
  expect(threadTitle('𝒳'.repeat(120)).isWellFormed()).toBe(true);
});

it("says of the team's answers when the newest of them was given", () => {
  const qaIds = ['qa_20250301_101500.000000', 'qa_20241130_101500.000000'] as const;
  const citations = [{ sourceId: 'team:t.txt', title: 't', url: null, qaIds }];
  const { parts } = composeAnswer({ style: 'reply', question: 'q', texts, answer: 'So.', citations });
  expect(parts[0]).toContain('\nAnswered by the team (2025-03)');
});

it('says of a page in which month it was last changed, if it says so', () => {
  const page = {
    sourceId: 'kb:a',
    title: 'Ports (2.1)',
    url: 'https://a.example/',
    date: '2025-03-01',
    qaIds: [],
  };
  const undated = { ...page, sourceId: 'kb:b', title: 'Hosts', url: null, date: null };
  const citations = [page, undated];
  const { parts } = composeAnswer({ style: 'reply', question: 'q', texts, answer: 'So.', citations });
  expect(parts[0]).toContain('- Ports (2.1) (2025-03): <https://a.example/>');
  expect(parts[0]).toMatch(/^From: Hosts$/mu);
});
