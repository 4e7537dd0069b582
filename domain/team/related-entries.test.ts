import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deduplicate } from './related-entries.ts';
import { compareQaIds, qaIdFromTimestamp } from '../values/qa-id.ts';
import type { RawEntry } from './qa-pair.ts';

const entry = (second: number, conversationId: string, messages: number): RawEntry => {
  const timestamp = `2026-02-01T03:10:${String(second).padStart(2, '0')}Z`;
  const messageIds = Array.from({ length: messages }, (_, index) => String(index));
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, conversationId, messageIds, turns: [] };
};

test('the entry with the most messages of a conversation is kept, though a later one has fewer', () => {
  const [small, full, late] = [entry(1, 'thread_1', 2), entry(2, 'thread_1', 4), entry(3, 'thread_1', 3)];
  expect(deduplicate([late, full, small])).toEqual({ kept: [full], superseded: [small, late] });
});

test('of equally full entries the later is kept', () => {
  const [early, late] = [entry(1, 'reply_1', 2), entry(2, 'reply_1', 2)];
  expect(deduplicate([late, early])).toEqual({ kept: [late], superseded: [early] });
});

test('a message id that is written twice counts once', () => {
  const padded = { ...entry(2, 'thread_1', 1), messageIds: ['0', '0', '0'] };
  const full = entry(1, 'thread_1', 2);
  expect(deduplicate([padded, full]).kept).toEqual([full]);
});

test('in whatever order they come, one entry a conversation is kept, the others superseded', () => {
  const entries = fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom('thread_1', 'thread_2', 'reply_1'),
      fc.integer({ min: 1, max: 4 }),
    ),
    { selector: ([second]) => second },
  );
  fc.assert(
    fc.property(entries, (drawn) => {
      const all = drawn.map(([second, conversation, messages]) => entry(second, conversation, messages));
      const { kept, superseded } = deduplicate(all);
      expect(new Set([...kept, ...superseded])).toEqual(new Set(all));
      expect(new Set(kept.map(({ conversationId }) => conversationId)).size).toBe(kept.length);
      for (const list of [kept, superseded]) {
        expect(list).toEqual(list.toSorted((a, b) => compareQaIds(a.qaId, b.qaId)));
      }
      expect(deduplicate(all.toReversed())).toEqual({ kept, superseded });
    }),
  );
});
