import { expect, it } from 'vitest';
import { parseAnswer, readDecision } from './parse-answer.ts';

const accept = (value: unknown) =>
  typeof value === 'object' && value !== null && 'answer' in value ? value : null;
const block = 'Put this into the file:\n```json\n{"answer": "not this", "port": 80}\n```\nand restart.';

it.each([
  ['alone', JSON.stringify({ answer: 'a' }), { answer: 'a' }],
  ['that holds a fenced block in a string', JSON.stringify({ answer: block }), { answer: block }],
  ['in a fence', '```json\n{"answer": "a"}\n```', { answer: 'a' }],
  [
    'in a fence, with a block in a string',
    `\`\`\`\n${JSON.stringify({ answer: block })}\n\`\`\``,
    { answer: block },
  ],
  ['behind prose', 'Here is the answer as {JSON}: {"answer": "a"}', { answer: 'a' }],
  ['before prose', '{"answer": "a"}\nI hope that helps.', { answer: 'a' }],
  ['behind a draft', '<think>{"answer": "draft"}</think>{"answer": "a"}', { answer: 'a' }],
  [
    'behind a thought that closes nothing',
    '<think>Say {"answer": or</think>\n{"answer": "a"}',
    { answer: 'a' },
  ],
  ['with line breaks in a string', '{"answer": "a\n\tb",\n}', { answer: 'a\n\tb' }],
  [
    'with trailing commas',
    '{"answer": ["a", "b",\n], "more": {"x": 1, },}',
    { answer: ['a', 'b'], more: { x: 1 } },
  ],
  ['with commas in strings', '{"answer": "a,} b,]"}', { answer: 'a,} b,]' }],
  ['with escaped quotes', String.raw`{"answer": "\"}\\"}`, { answer: String.raw`"}` + '\\' }],
])('reads an answer %s', (_name, text, value) => {
  expect(parseAnswer(text, accept)).toEqual(value);
});

it.each([
  ['nothing', ''],
  ['prose', 'I think that it is a question.'],
  ['another shape', '{"other": 1}'],
  ['an answer that was cut off', '{"answer": "a'],
  [
    'an object inside the string of an answer that was cut off',
    String.raw`{"text": "use {\"answer\": 1} or` + ' {"answer": 1}',
  ],
  ['no JSON', '{answer: a}'],
])('finds no answer in %s', (_name, text) => {
  expect(parseAnswer(text, accept)).toBeNull();
});

it('reads a megabyte of braces and quotes in a moment', () => {
  const started = performance.now();
  for (const unit of ['{', '{}', '"', '{"', ',', ', ', '\\', '{"\\', '\\"'])
    for (const opening of ['', '{"']) parseAnswer(opening + unit.repeat(1_000_000 / unit.length), accept);
  expect(performance.now() - started).toBeLessThan(5_000);
});

it.each([
  ['no JSON', 'I think so.', 'no complete JSON object'],
  ['a value of another kind', '{"score": "9", "reason": "r"}', 'expected number'],
  ['a value that is left out', '{"score": 9}', 'reason'],
  ['a value that the asker rejects', '{"score": 99, "reason": "r"}', 'left out'],
])('says what is wrong with %s', (_name, text, wrong) => {
  const accept = ({ score }: { readonly score: number }) => score <= 10;
  const read = readDecision(text, { decision: 'LLMEvaluationResult', accept });
  expect(read).toEqual({ wrong: expect.stringContaining(wrong) as string });
});
