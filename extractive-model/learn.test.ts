import { expect, test } from 'vitest';
import { formatTopic } from '../domain/team/qa-blocks.ts';
import type { QaPair } from '../domain/team/qa-pair.ts';
import { answerIntegration } from './learn.ts';
import { pairAt as pair, section } from '../test/support/values/extractive-inputs.ts';

const refund = pair(1, 'how do I get a refund for my ticket?', 'Write to tickets@example.com.');
const shipping = pair(2, 'when do shop orders ship?', 'On Mondays.');
const add = (added: QaPair, topic: readonly QaPair[] = [refund, shipping]) =>
  answerIntegration([section('topic', formatTopic(topic), 'shop'), section('pair', formatTopic([added]))]);

test('replaces the older pair that would have answered the question', () => {
  const added = pair(5, 'can I get a refund for a ticket?', 'Use the refund form in your account.');
  expect(add(added)).toEqual({ skip: false, remove_ids: [refund.qaId] });
});

test('keeps what is about something else', () => {
  expect(add(pair(5, 'which sizes do the shirts have?', 'From S to XXL, see the table.')).remove_ids).toEqual(
    [],
  );
});

test('replaces nothing that is newer', () => {
  expect(add(pair(0, 'how do I get a refund for my ticket?', 'Call us.')).remove_ids).toEqual([]);
});

test('skips what the topic says already, whatever its case and punctuation', () => {
  const again = pair(5, 'How do I get a refund for my ticket', 'write to tickets@example.com');
  expect(add(again)).toEqual({ skip: true, remove_ids: [] });
});

test.each([
  ['how do I get a refund for my ticket as a student?', 'For students it is the form at the desk.'],
  ['how do I get a refund for my ticket in Canada?', 'In Canada the shop pays it back.'],
])('a correction of a part removes nothing: %j', (asked, said) => {
  expect(add(pair(5, asked, said))).toEqual({ skip: false, remove_ids: [] });
});

test.each([
  [
    'a name of its kind',
    'how do I get a refund for my Windows ticket?',
    'how do I get a refund for my Linux ticket?',
    'Ask the Linux desk.',
  ],
])('keeps a pair that was asked something else, told by %s', (_name, known, asked, said) => {
  const older = pair(1, known, 'Within 30 days.');
  expect(add(pair(5, asked, said), [older]).remove_ids).toEqual([]);
  expect(add(pair(5, known, 'Within 60 days.'), [older]).remove_ids).toEqual([older.qaId]);
});
