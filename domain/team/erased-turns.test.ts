import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eraseEntries } from './erased-turns.ts';
import { formatRawEntry, parseRaw, rawSeparator } from './qa-blocks.ts';
import { qaIdFromTimestamp } from '../values/qa-id.ts';
import type { RawEntry } from './qa-pair.ts';

const entry = (second: number, question: string): RawEntry => {
  const timestamp = `2026-02-01T00:00:${String(second).padStart(2, '0')}Z`;
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    conversationId: `thread_${second}`,
    messageIds: [`${second}1`, `${second}2`, `${second}3`],
    turns: [
      { label: 'User', text: question },
      { label: 'User', text: `Same here ${second}` },
      { label: 'Team', text: `Answer ${second}\n--- QA ---` },
    ],
  };
};

const archive = (questions: readonly string[]) =>
  questions.map((question, at) => formatRawEntry(entry(at, question))).join(rawSeparator);

const tombstone = (second: number) => ({
  ...entry(second, ''),
  turns: ['User', 'Team'].map((label) => ({ label, text: '[forgotten]' })),
});

test('an entry becomes a tombstone under its id, or loses messages, whatever stands around it', () => {
  const question = fc.string({ unit: 'binary' }).filter((text) => text.trim() !== '' && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 5 }), fc.nat(), (questions, pick) => {
      const at = pick % questions.length;
      const before = archive(questions);
      const { qaId } = entry(at, '');
      const others = parseRaw(before).entries.map((one, index) => (index === at ? null : one));
      const whole = parseRaw(eraseEntries(before, [{ qaId, messageIds: null }])).entries;
      expect(whole).toEqual(others.map((one) => one ?? tombstone(at)));
      const [trimmed] = parseRaw(eraseEntries(before, [{ qaId, messageIds: [`${at}2`] }])).entries.slice(at);
      expect(trimmed?.turns.map(({ label }) => label)).toEqual(['User', 'Team']);
      expect(trimmed?.messageIds).toEqual([`${at}1`, `${at}3`]);
    }),
  );
});

test('entries that this does not concern stay as they are, to the byte, and so does what is erased already', () => {
  const foreign = '\uFEFF# a note\n--- QA ---\nbroken\n\n\n';
  const text = `${foreign}${formatRawEntry(entry(1, 'one'))}${formatRawEntry(entry(2, 'two'))}`;
  expect(eraseEntries(text, [])).toBe(text);
  for (const messageIds of [null, ['22']]) {
    const gone = [{ qaId: entry(2, '').qaId, messageIds }];
    const erased = eraseEntries(text, gone);
    expect(erased.startsWith(`${foreign}${formatRawEntry(entry(1, 'one'))}`)).toBe(true);
    expect(erased).not.toContain('Same here 2');
    expect(eraseEntries(erased, gone)).toBe(erased);
  }
});
