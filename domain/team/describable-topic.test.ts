import { expect, it } from 'vitest';
import { qaIdFromTimestamp } from '../values/qa-id.ts';
import { countTokens } from '../values/tokens.ts';
import { describableTopic } from './describable-topic.ts';
import { formatTopic, parseTopic } from './qa-blocks.ts';

const pairs = Array.from({ length: 60 }, (_, at) => {
  const timestamp = `2026-02-01T00:00:${String(at).padStart(2, '0')}Z`;
  const turns = [
    { label: 'User', text: `Where is thing${at}?` },
    { label: 'Team', text: `Look at place${at}. ${'It is about nothing in particular. '.repeat(40)}` },
  ] as const;
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
});
const topic = { pairs, text: formatTopic(pairs) };

it('a topic that fits is itself', () => {
  expect(describableTopic(topic, { maxTokens: 100_000, countTokens })).toBe(topic.text);
});

it('of a longer one every pair is named by its first sentences', () => {
  const shown = describableTopic(topic, { maxTokens: 6_000, countTokens });
  expect(countTokens(shown)).toBeLessThanOrEqual(6_100);
  expect(parseTopic(shown).pairs).toHaveLength(60);
  expect(shown).toContain('Look at place0.');
});

it('of the longest the newest pairs are', () => {
  const shown = parseTopic(describableTopic(topic, { maxTokens: 1_000, countTokens })).pairs;
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.at(-1)?.qaId).toBe(pairs.at(-1)?.qaId);
});
