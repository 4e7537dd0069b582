import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eraseTurns } from './erased-turns.ts';
import { formatRawEntry, parseRaw, rawSeparator } from './qa-blocks.ts';
import { qaIdFromTimestamp } from '../values/qa-id.ts';
import type { RawEntry } from './qa-pair.ts';

const entry = (second: number, question: string): RawEntry => {
  const timestamp = `2026-02-01T00:00:${String(second).padStart(2, '0')}Z`;
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    conversationId: `thread_${second}`,
    messageIds: [`${second}1`, `${second}2`],
    turns: [
      { label: 'User', text: question },
      { label: 'Team', text: `Answer ${second}\n--- QA ---` },
    ],
  };
};

const archive = (questions: readonly string[]) =>
  questions.map((question, at) => formatRawEntry(entry(at, question))).join(rawSeparator);

test('only the turns that are named are erased, whatever stands around them', () => {
  const question = fc.string({ unit: 'binary' }).filter((text) => text.trim() !== '' && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 5 }), fc.nat(), (questions, pick) => {
      const at = pick % questions.length;
      const before = archive(questions);
      const after = parseRaw(eraseTurns(before, new Map([[entry(at, '').qaId, [0]]])));
      const expected = parseRaw(before).entries.map((one, index) =>
        index === at ? { ...one, turns: [{ label: 'User', text: '[forgotten]' }, one.turns[1]] } : one,
      );
      expect(after.entries).toEqual(expected);
    }),
  );
});

test('entries that this does not concern stay as they are, to the byte', () => {
  const foreign = '\uFEFF# a note\n--- QA ---\nbroken\n\n\n';
  const text = `${foreign}${formatRawEntry(entry(1, 'one'))}${formatRawEntry(entry(2, 'two'))}`;
  expect(eraseTurns(text, new Map())).toBe(text);
  const erased = eraseTurns(text, new Map([[entry(2, '').qaId, [0]]]));
  expect(erased).toBe(text.replace('two', '[forgotten]'));
  expect(eraseTurns(erased, new Map([[entry(2, '').qaId, [0]]]))).toBe(erased);
});
