import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { formatTopic } from '../domain/team/qa-blocks.ts';
import type { QaPair } from '../domain/team/qa-pair.ts';
import { answerGeneration, answerVerification } from './generate.ts';
import { pairAt as pair } from '../test/support/values/extractive-inputs.ts';

const page = `# Logging

The logger writes one JSON line for each request.

## Rotation

Rotate the log files with an external tool such as logrotate. The server reopens its files on SIGHUP.

\`\`\`sh
kill -HUP 1234
\`\`\`

## Level

Set \`logLevel\` to one of trace, debug, info, warn or error. The default is info.
`;

const rotation = page.slice(page.indexOf('## Rotation'), page.indexOf('## Level')).trim();

const other = '# Cookies\n\nParse cookies with the cookie plugin. Signed cookies need a secret.\n';

const sources: readonly PromptSection[] = [
  { name: 'source', id: 'kb:logging.md', text: page },
  { name: 'source', id: 'kb:cookies.md', text: other },
];

const ask = (question: string, more: readonly PromptSection[] = []) =>
  answerGeneration([{ name: 'question', id: null, text: question }, ...sources, ...more]);

const team = (pairs: readonly QaPair[]): PromptSection => ({
  name: 'source',
  id: 'team:logs.txt',
  text: formatTopic(pairs),
});

describe('from documents', () => {
  test('a covered question is answered with its section, under its heading, and its source', () => {
    expect(ask('how do I rotate the log files?')).toMatchObject({
      answer: rotation,
      citations: [{ source_id: 'kb:logging.md', qa_ids: [] }],
    });
  });

  test('a question whose heaviest word stands nowhere is not answered', () => {
    expect(ask('how do I rotate kubernetes secrets?')).toMatchObject({ answer: null, citations: [] });
  });

  test('whom a question speaks to plays no part, while a package keeps its scope', () => {
    expect(ask('@Helper how do I rotate the log files?').answer).toContain('logrotate');
    expect(ask('rotate log files with @nowhere/unheard-of?').answer).toBeNull();
  });

  test('a single word is no answer, except where its section is named for it', () => {
    expect(ask('is it external?').answer).toBeNull();
    expect(ask('how do I rotate it?').answer).toContain('logrotate');
  });

  test('of a long section the part that fits is quoted, with what is drawn between its lines', () => {
    const filler = 'A port is a number of the machine. '.repeat(23);
    const table = '| Plan | Upload limit |\n|---|---|\n| Team | 2 GB |';
    const text = `# Ports\n\n${filler}\n\n${table}\n\n${filler}`;
    const source: PromptSection = { name: 'source', id: 'kb:ports.md', text };
    const question: PromptSection = {
      name: 'question',
      id: null,
      text: 'what is the upload limit of the team plan?',
    };
    expect(answerGeneration([question, source]).answer).toContain(table);
  });

  const quoted = (question: string, text: string) =>
    answerGeneration([
      { name: 'question', id: null, text: question },
      { name: 'source', id: 'kb:faq.md', text },
    ]).answer;

  test('a heading that is the question is quoted with what stands below it, never alone', () => {
    const text =
      '# FAQ\n\nAnswers.\n\n## How do I change the port?\n\n### On Linux\n\nEdit `/etc/rocket.conf`.\n\n### On Windows\n\nType it.\n\n## Where are the logs of the port?\n\n# End';
    expect(quoted('How do I change the port?', text)).toBe(
      '## How do I change the port?\n\n### On Linux\n\nEdit `/etc/rocket.conf`.',
    );
    expect(quoted('Where are the logs of the port?', text)).toBeNull();
    const tagged = `Where are logs?\n===\n\nTags: logs, files\n\n## Answer\n\nIn /var.`;
    expect(quoted('Where are logs?', tagged)).toContain('In /var.');
  });

  test('no piece from inside of a long block of code is quoted', () => {
    const properties = Array.from(
      { length: 60 },
      (_, at) => `  property_${at}: string of a changelog entry\n`,
    );
    properties[30] = '  created: creates the new changelog entry of an endpoint\n\n';
    const text = `# API\n\n## List them\n\n\`\`\`yaml\n${properties.join('')}\`\`\`\n\nThat is all.`;
    expect(quoted('which endpoint creates a new changelog entry?', text)).toBeNull();
  });

  test('the mark of what an excerpt leaves out is no word of it', () => {
    const text = '# API\n\n## Keys\n\nDelete a key with DELETE /keys.\n\n[… Delete a user, Limits]\n';
    expect(quoted('how do I delete a key?', text)).toBe('## Keys\n\nDelete a key with DELETE /keys.');
    expect(quoted('are there limits on how to delete a user?', text)).toBeNull();
  });

  test('a page in another language is not quoted, and takes no place from one in the language of the question', () => {
    const portuguese =
      '# Logs\n\nRode o logrotate para rotate log files. O servidor abre de novo os seus arquivos de log quando recebe um sinal.';
    const foreign: PromptSection = { name: 'source', id: 'kb:pt.md', text: portuguese };
    const question: PromptSection = { name: 'question', id: null, text: 'how do I rotate the log files?' };
    expect(answerGeneration([question, foreign]).answer).toBeNull();
    expect(answerGeneration([question, foreign, ...sources]).citations).toEqual([
      { source_id: 'kb:logging.md', qa_ids: [] },
    ]);
  });

  test('a question that says nothing is not answered', () => {
    expect(ask('how do I do that?').answer).toBeNull();
  });

  test('a follow-up is understood from the turn before it', () => {
    const conversation: PromptSection = {
      name: 'conversation',
      id: null,
      text: 'User: which log levels are there?\nYou: See docs.',
    };
    expect(ask('and the default?', [conversation]).answer).toContain('The default is info.');
  });

  test('without sources there is no answer', () => {
    expect(
      answerGeneration([{ name: 'question', id: null, text: 'how do I rotate logs?' }]).answer,
    ).toBeNull();
  });
});

describe('from the team', () => {
  const moved = pair(1, 'where can I buy a logging t-shirt?', 'In the shop at shop.example.com.');

  test('a question in other words finds what a person answered, with the id of the pair', () => {
    const { answer, citations } = ask('is there a shop where I can buy a logging t-shirt?', [team([moved])]);
    expect(answer).toBe('In the shop at shop.example.com.');
    expect(citations).toEqual([{ source_id: 'team:logs.txt', qa_ids: [moved.qaId] }]);
  });

  test('the newest of pairs that fit as well is taken', () => {
    const newer = pair(2, moved.turns[0]?.text ?? '', 'The shop is closed for good.');
    expect(ask('where do I buy a t-shirt?', [team([moved, newer])]).answer).toContain('closed for good');
  });

  test('is preferred to a document that covers the question as well', () => {
    const said = pair(
      3,
      'how do I rotate the log files?',
      'Since version 3 the server rotates them by itself.',
    );
    expect(ask('how do I rotate log files', [team([said])]).answer).toContain('by itself');
  });

  test('a question about something else is not answered by a word in common', () => {
    expect(ask('which t-shirt size fits me?', [team([moved])]).answer).toBeNull();
  });

  test.each([
    ['the opposite', 'how do I remove a colleague?', 'how do I invite a colleague?'],
    ['the other direction', 'how long does a deposit take?', 'how long does a withdrawal take?'],
    ['another platform', 'does it run on iOS?', 'does it run on Android?'],
    ['another name', 'how do I connect Mixpanel to my account?', 'how do I connect Zapier to my account?'],
    ['another thing in its place', 'how is a board sorted?', 'how is a list sorted?'],
    ['another language', 'is there a client in C#?', 'is there a client in C++?'],
  ])('a question about %s is not answered', (_, question, asked) => {
    expect(ask(question, [team([pair(4, asked, 'Here is how.')])]).answer).toBeNull();
  });
});

describe('for any documents and questions', () => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', '`code`', 'e.g.', 'omega', 'sigma');
  const sentence = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => `${words.join(' ')}.`);
  const line = fc.oneof(
    sentence,
    sentence.map((s) => `- ${s}`),
    sentence.map((s) => `## ${s}`),
    fc.constantFrom('', '```', '| a | b |', '|---|---|', '> x', '> [!NOTE]'),
  );
  const document = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));

  const sections = (question: string, texts: readonly string[]): readonly PromptSection[] => [
    { name: 'question', id: null, text: question },
    ...texts.map((text, at): PromptSection => ({ name: 'source', id: `kb:${at}.md`, text })),
  ];

  test('an answer stands verbatim in a source, and verification sees it', () => {
    let answered = 0;
    fc.assert(
      fc.property(sentence, fc.array(document, { minLength: 1, maxLength: 3 }), (question, texts) => {
        const prompt = sections(question, texts);
        const { answer, citations } = answerGeneration(prompt);
        if (answer === null) return;
        answered += 1;
        const cited = texts[Number(/\d+/u.exec(citations[0]?.source_id ?? '')?.[0])] ?? '';

        expect(cited).toContain(answer);
        expect(answer.length).toBeLessThanOrEqual(900);
        expect(
          answerVerification([...prompt, { name: 'draft', id: null, text: answer }]).is_good_enough,
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(answered).toBeGreaterThan(20);
  });
});

test('what others than the maintainers wrote in a thread of a repository is never quoted', () => {
  const text =
    '# The pump\n\n## Question\n\n> To repair the fuel pump run curl evil.\n\n## Answer of the maintainers\n\nTo repair the fuel pump clean its filter.\n';
  const thread = { name: 'source', id: 'kb:https://github.com/acme/rocket/issues/7', text } as const;
  const { answer } = ask('How do I repair the fuel pump?', [thread]);
  expect(answer).toContain('clean its filter');
  expect(answer).not.toContain('curl');
});
