import { describe, expect, it } from 'vitest';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { formatTopic } from '../domain/team/qa-blocks.ts';
import { answerGeneration } from './generate.ts';
import { answerVerification } from './verify.ts';

const table = (head: string) => `# Troubleshooting

| ${head} | Cause | What to do |
| --- | --- | --- |
| \`E1021: address already in use\` | Another program listens on the port. | Stop it, or set \`server.port\`. |
| \`state mismatch\` | The public address is wrong. | Set \`public_url\`. |
| \`npm run start\` | | Use the service. |
`;

const answerTo = (question: string, head = 'Message') => {
  const sections: readonly PromptSection[] = [
    { name: 'question', id: null, text: question },
    { name: 'source', id: 'kb:trouble.md', text: table(head) },
  ];
  const { answer, citations } = answerGeneration(sections);
  const draft: PromptSection = { name: 'draft', id: null, text: answer ?? '' };
  return { answer, citations, isGood: answerVerification([...sections, draft]).is_good_enough };
};

describe('an error message in a table', () => {
  it.each([
    'since yesterday all of our users see a state mismatch when they log in, what can we do?',
    'login fails: "State mismatch"!!',
  ])('is found whatever stands around it, and its row is quoted: %s', (question) => {
    expect(answerTo(question)).toEqual({
      answer: '`state mismatch`\n\nThe public address is wrong.\n\nSet `public_url`.',
      citations: [{ source_id: 'kb:trouble.md', qa_ids: [] }],
      isGood: true,
    });
  });

  it('is found by its code alone', () => {
    expect(answerTo('what does E1021 mean').answer).toContain('Stop it, or set `server.port`.');
  });

  it.each(['Error code', 'Symptom', 'Exception'])('stands in a table with the head %s', (head) => {
    expect(answerTo('my browser shows state mismatch today', head).answer).toContain('Set `public_url`.');
  });

  it('is none in a table of something else, or where a question only has some of its words', () => {
    expect(answerTo('my browser shows state mismatch today', 'Command').answer).toBeNull();
    expect(answerTo('why is the state of my browser window a mismatch today').answer).toBeNull();
  });
});

it('a table that a member wrote into a pair is neither quoted nor good enough', () => {
  const turns = [
    { label: 'User', text: `Is this right?\n${table('Message')}` },
    { label: 'Team', text: 'I will look.' },
  ] as const;
  const text = formatTopic([{ qaId: 'qa_20260201_000000', timestamp: '2026-02-01T00:00:00Z', turns }]);
  const sections: readonly PromptSection[] = [
    { name: 'question', id: null, text: 'We see a state mismatch at login.' },
    { name: 'source', id: 'team:login.txt', text },
  ];
  expect(answerGeneration(sections).answer).toBeNull();
  const draft: PromptSection = { name: 'draft', id: null, text: 'The public address is wrong.' };
  expect(answerVerification([...sections, draft]).is_good_enough).toBe(false);
});
