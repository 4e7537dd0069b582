import { describe, expect, it } from 'vitest';
import type { DecisionName } from '../../domain/models/decisions.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { parseAnswer, readDecision } from './parse-answer.ts';
import { processorMilliseconds } from '../../test/support/processor-time.ts';

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
  [
    'behind a thought that began in the prompt',
    'Is it {"answer": b?\n</think>\n{"answer": "a"}',
    { answer: 'a' },
  ],
  ['behind a thought in brackets', '[THINK]{"answer": "b"[/THINK]{"answer": "a"}', { answer: 'a' }],
  [
    'in the last channel',
    '<|channel|>analysis<|message|>{"answer": or<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{"answer": "a"}<|return|>',
    { answer: 'a' },
  ],
  ['that is about thoughts', '{"answer": "Close it with </think>."}', { answer: 'Close it with </think>.' }],
  ['behind a brace of prose', 'I open with { and close it later.\n{"answer": "a"}', { answer: 'a' }],
  ['encoded twice', JSON.stringify('{"answer": "\\"a\\""}'), { answer: '"a"' }],
  ['encoded twice, in a fence', '```json\n"{\\"answer\\": 1}"\n```', { answer: 1 }],
  [
    'with a number that has too many digits',
    '{"answer": 1458745245675032709}',
    { answer: '1458745245675032709' },
  ],
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
  ['a thought that does not end', '<think>Say {"answer": "a"}, or better'],
  ['a string of an answer that was cut off', '{"text": "{\\"answer\\": 1}", "more": "a'],
])('finds no answer in %s', (_name, text) => {
  expect(parseAnswer(text, accept)).toBeNull();
});

it('reads a megabyte of braces and quotes in a moment', () => {
  const took = processorMilliseconds(() => {
    for (const unit of ['{', '{}', '"', '{"', ',', ', ', '\\', '{"\\', '\\"', '{"a":1,}', ' ', '`'])
      for (const opening of ['', '{"']) parseAnswer(opening + unit.repeat(1_000_000 / unit.length), accept);
  });
  expect(took).toBeLessThan(5_000);
});

it.each([
  ['no JSON', 'I think so.', 'no complete JSON object'],
  ['a value of another kind', '{"score": "high", "reason": "r"}', 'expected number'],
  ['a value that is left out', '{"score": 9}', 'reason'],
  ['a value that the asker rejects', '{"score": 99, "reason": "r"}', 'left out'],
])('says what is wrong with %s', (_name, text, wrong) => {
  const accept = ({ score }: { readonly score: number }) => score <= 10;
  const read = readDecision(text, { decision: 'LLMEvaluationResult', accept });
  expect(read).toEqual({ wrong: expect.stringContaining(wrong) as string });
});

const said = (decision: DecisionName, value: unknown) => readDecision(JSON.stringify(value), { decision });
const gate = gateDecision({ rewrite_query: null, topic: null });
const answer = {
  missing: null,
  answer: 'a',
  citations: [],
  answer_type: 'answer',
  confidence: 8,
  tool_calls: [],
};

describe('what a model plainly meant', () => {
  it.each<[string, DecisionName, object, object]>([
    ['null for false', 'LLMGateDecision', { ...gate, subject_changed: null }, { subject_changed: false }],
    [
      'nothing in words',
      'LLMGateDecision',
      { ...gate, rewrite_query: 'None', topic: 'N/A' },
      { rewrite_query: null, topic: null },
    ],
    [
      'ids for citations',
      'LLMGenerationResult',
      { ...answer, citations: ['kb:a.md'] },
      { citations: [{ source_id: 'kb:a.md', qa_ids: [] }] },
    ],
    [
      'one citation for a list',
      'LLMGenerationResult',
      { ...answer, citations: { source_id: 'kb:a.md', qa_ids: 'qa_1' } },
      { citations: [{ source_id: 'kb:a.md', qa_ids: ['qa_1'] }] },
    ],
    ['no tool calls', 'LLMGenerationResult', { ...answer, tool_calls: undefined }, { tool_calls: [] }],
    ['a fraction', 'LLMEvaluationResult', { score: 7.6, reason: null }, { score: 8, reason: '' }],
    [
      'one id for a list',
      'LLMSelectionResult',
      { selected_source_ids: 'kb:a.md' },
      { selected_source_ids: ['kb:a.md'] },
    ],
    [
      'null for an empty list',
      'LLMSelectionResult',
      { selected_source_ids: null },
      { selected_source_ids: [] },
    ],
    ['checks that are left out', 'RecallDecision', { candidate: null }, { candidate: null, numbers: null }],
    ['an object of its name', 'IntegrationResult', { IntegrationResult: { skip: true } }, { skip: true }],
    [
      'a tool call',
      'IntegrationResult',
      { name: 'IntegrationResult', arguments: '{"skip": true, "remove_ids": []}' },
      { skip: true },
    ],
    [
      'a list of one result',
      'IntegrationResult',
      { results: [{ skip: true, remove_ids: [] }] },
      { skip: true },
    ],
  ])('by %s', (_name, decision, value, meant) => {
    expect(said(decision, value)).toEqual({ value: expect.objectContaining(meant) as object });
  });

  it.each<[string, DecisionName, object]>([
    ['nothing', 'LLMSelectionResult', {}],
    ['an answer under another name', 'LLMGenerationResult', { ...answer, answer: undefined, response: 'a' }],
    ['a word for a number', 'LLMGenerationResult', { ...answer, confidence: 'high' }],
    [
      'a word for a boolean',
      'LLMVerificationResult',
      { is_good_enough: 'mostly', issues: [], suggested_fix: null },
    ],
    ['a kind that nobody knows', 'LLMGenerationResult', { ...answer, answer_type: 'maybe' }],
    ['two results', 'IntegrationResult', { first: { skip: true }, second: { skip: false } }],
  ])('is not told by %s', (_name, decision, value) => {
    expect(said(decision, value)).toHaveProperty('wrong');
  });
});

it('no string of an answer holds a thought or a control token', () => {
  const answer = {
    summaries: [{ message_id: '1', image_index: 0, summary: '<think>hm</think>A log.<|im_end|>' }],
  };
  expect(readDecision(JSON.stringify(answer), { decision: 'ImageSummaryResult' })).toEqual({
    value: { summaries: [{ message_id: '1', image_index: 0, summary: 'A log.' }] },
  });
  const text = { text: 'Ports.</s>', questions: ['<think>x</think>Which port?'] };
  expect(readDecision(JSON.stringify(text), { decision: 'LLMTextResult' })).toEqual({
    value: { text: 'Ports.', questions: ['Which port?'] },
  });
});
