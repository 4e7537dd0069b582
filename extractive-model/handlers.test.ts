import { describe, expect, test } from 'vitest';
import { formatIndex } from '../domain/documents/index-file.ts';
import { formatSections, type PromptSection } from '../domain/models/prompt-sections.ts';
import { formatTopic } from '../domain/team/qa-blocks.ts';
import { decisions } from '../domain/models/decisions.ts';
import { extractiveAnswer } from './answer.ts';
import { answerClassification } from './learn.ts';
import { documentSummary, topicSummary } from './describe.ts';
import { answerSelection } from './select.ts';
import { answerVerification } from './generate.ts';
import { pairAt as pair, section } from '../test/support/values/extractive-inputs.ts';

describe('a prompt', () => {
  const user = formatSections([section('question', 'How do I rotate the logs?')], 'mark');

  test('is answered in the shape of its decision, with an estimate of tokens', () => {
    const { text, tokens } = extractiveAnswer('LLMGateDecision', { system: '', user });
    expect(decisions.LLMGateDecision.parse(JSON.parse(text))).toMatchObject({
      is_question: true,
      is_answerable: true,
    });
    expect(tokens.inputTokens).toBe(Math.ceil(user.length / 4));
  });

  test('is read without what its system message says', () => {
    const { text } = extractiveAnswer('LLMGateDecision', { system: user, user: 'no sections' });
    expect(JSON.parse(text)).toMatchObject({ is_answerable: false });
  });

  test('about images is refused', () => {
    expect(() => extractiveAnswer('ImageSummaryResult', { system: '', user })).toThrow('no images');
  });
});

describe('selection', () => {
  const index = formatIndex([
    { sourceId: 'kb:logging.md', description: 'Logging: covers rotation, level, redaction.' },
    { sourceId: 'kb:guides/cookies.md', description: 'Sessions: covers signing, secret.' },
    { sourceId: 'team:shirts.txt', description: 'Questions about shirts, rotation of stock.' },
  ]);
  const choose = (question: string) =>
    answerSelection([section('question', question), section('index', index)]).selected_source_ids;

  test('ranks the entries that hold most of the question first', () => {
    expect(choose('how do I set the log level and rotation?')).toEqual(['kb:logging.md', 'team:shirts.txt']);
  });

  test('reads the path as well as the description', () => {
    expect(choose('do cookies work?')).toEqual(['kb:guides/cookies.md']);
  });

  test('chooses nothing when no word matches', () => {
    expect(choose('what is the capital of France?')).toEqual([]);
  });

  test('chooses five at most, a matching topic of the team among them', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      sourceId: `kb:${at}.md`,
      description: 'rotation level',
    }));
    const all = formatIndex([
      ...many,
      { sourceId: 'team:shirts.txt', description: 'rotation of shirts and stock' },
    ]);
    const { selected_source_ids: ids } = answerSelection([
      section('question', 'rotation level?'),
      section('index', all),
    ]);
    expect(ids).toHaveLength(5);
    expect(ids).toContain('team:shirts.txt');
  });

  test('keeps the order of a search, with two topics of the team at most before the pages', () => {
    const ids = [
      'team:a.txt',
      'team:b.txt',
      'team:c.txt',
      ...Array.from({ length: 9 }, (_, at) => `kb:${at}.md`),
    ];
    const found = formatIndex(ids.map((sourceId) => ({ sourceId, description: 'rotation' })));
    const searched: PromptSection = { ...section('index', found), by: 'search' };
    const { selected_source_ids: chosen } = answerSelection([section('question', 'log levels?'), searched]);
    expect(chosen).toEqual(['team:a.txt', 'team:b.txt', 'kb:0.md', 'kb:1.md', 'kb:2.md']);
  });
});

describe('descriptions', () => {
  test('are the title, the first paragraph and the headings of a page, in one short line', () => {
    const body = 'The multipart parser has a fileSize limit. '.repeat(60);
    const text = `# Uploads\n\nStream multipart\nfiles to disk.\n\n## Limits\n\n${body}`;
    expect(documentSummary(text)).toBe('Uploads – Stream multipart files to disk. – Limits');
    const long = documentSummary(`# Options\n\n${body}`);
    expect(long.length).toBeLessThanOrEqual(350);
    expect(long).not.toContain('\n');
  });

  test('of an empty page say so little without failing', () => {
    expect(documentSummary('')).toBe('A page');
    expect(topicSummary('')).toBe('Answers by the team.');
  });

  test('of a topic are what was asked, the newest first', () => {
    const text = formatTopic([
      pair(1, 'where is the shop?', 'On the web.'),
      pair(2, 'do shirts shrink?', 'Never.'),
    ]);
    expect(topicSummary(text)).toBe('do shirts shrink? where is the shop?');
  });
});

describe('verification', () => {
  const sources = [
    section('source', 'One is here.\nTwo wraps\nover lines. Three.', 'kb:a.md'),
    section('source', formatTopic([pair(1, 'q about x?', 'First line.\nSecond line.')]), 'team:x.txt'),
  ];
  const judge = (draft: string) => answerVerification([section('draft', draft), ...sources]).is_good_enough;

  test('accepts what stands in the sources, in any order', () => {
    expect(judge(`Three.\n\nTwo wraps\nover lines.`)).toBe(true);
    expect(judge(`First line.\nSecond line.`)).toBe(true);
  });

  test('rejects one sentence that stands nowhere', () => {
    expect(judge(`One is here. Four is not.`)).toBe(false);
  });

  test('rejects an empty draft', () => {
    expect(judge('')).toBe(false);
  });
});

describe('classification', () => {
  const documents = section(
    'index',
    formatIndex([{ sourceId: 'kb:a.md', description: 'Logging levels.' }]),
    'documents',
  );
  const shop = section(
    'index',
    formatIndex([{ sourceId: 'team:shop-orders.txt', description: 'Questions about shop, orders, shirts.' }]),
    'team',
  );
  const place = (asked: string, said: string) =>
    answerClassification([documents, shop, section('pair', formatTopic([pair(1, asked, said)]))]);

  test('joins the topic that speaks of the question', () => {
    expect(place('when do shop orders ship?', 'Orders ship on Mondays and Thursdays.')).toEqual({
      skip: false,
      topic_name: 'shop-orders',
    });
  });

  test('names a new topic after the weightiest words', () => {
    expect(
      place('is there a discount for students?', 'Students get 20 percent off with a valid card.'),
    ).toEqual({
      skip: false,
      topic_name: 'discount-students',
    });
  });

  test('names no topic after what was masked', () => {
    const asked = 'my key is [secret removed], is there a discount for students?';
    expect(place(asked, 'Students get 20 percent off with a valid card.').topic_name).not.toContain('secret');
  });

  test('writes a name of another script in Latin letters', () => {
    expect(place('日本語の 質問', '設定 画面 答え 詳細').topic_name).toBe('ri-ben-ben-yu-zhi-wen');
  });

  test.each([
    ['thanks', 'when do shop orders ship?', 'Thanks, you are welcome!'],
    ['almost nothing', 'when do shop orders ship?', 'Soon.'],
    ['an answer to a vague question', 'I get this error, help?', 'Update the graphics driver and restart.'],
  ])('skips %s', (_name, asked, said) => {
    expect(place(asked, said)).toEqual({ skip: true, topic_name: '' });
  });

  test('what was said to nobody is an answer only with a telling word of the question', () => {
    const classify = (said: string) =>
      answerClassification([
        section('pair', formatTopic([pair(1, 'how do I rotate the log files?', said)])),
        section('unreplied', 'The team did not reply to it.'),
      ]).skip;
    expect(classify('Rotate them with the external tool.')).toBe(false);
    expect(classify('The release notes are on the blog now.')).toBe(true);
  });
});
