import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRawEntry, formatTopic, parseRaw, parseTopic, rawSeparator } from './qa-blocks.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../values/qa-id.ts';
import { oneLineEnd } from '../values/text.ts';
import type { RawEntry, Turn } from './qa-pair.ts';

const hostile = fc
  .string({
    unit: fc.constantFrom(
      '--- QA ---',
      'id:',
      'id: qa_20260201_031056',
      'timestamp:',
      'message_ids: 1',
      'User:',
      'Team: ',
      'You: x',

      '\n',
      '\n',
      '\r\n',
      '\r',
      '  ',
      ' ',
      '\t',
      'a',
      '#',
      '\u{2028}',
      '\u{85}',
      '\0',
      '\u{FEFF}',
      '\uD800',
      '\u{1F600}',
    ),
    maxLength: 20,
  })
  .filter((text) => text.trim() !== '');
const anyText = fc.oneof(
  hostile,
  fc.string({ unit: 'binary' }).filter((text) => text.trim() !== ''),
);
const turn = (label: Turn['label']): fc.Arbitrary<Turn> => anyText.map((text) => ({ label, text }));
const turns = fc
  .tuple(
    turn('User'),
    fc.array(fc.oneof(turn('User'), turn('Team'), turn('You')), { maxLength: 4 }),
    turn('Team'),
  )
  .map(([question, between, answer]) => [question, ...between, answer]);
const times = fc.integer({ min: 0, max: 4e12 });
const rawEntry: fc.Arbitrary<RawEntry> = fc
  .record({
    time: times,
    turns,
    conversationId: fc.constantFrom('thread_1', 'reply_22'),
    messageIds: fc.array(fc.constantFrom('1', '23', '1458745245675032709'), { minLength: 1, maxLength: 3 }),
  })
  .map(({ time, ...rest }) => {
    const timestamp = timestampFromDate(new Date(time));
    return { qaId: qaIdFromTimestamp(timestamp), timestamp, ...rest };
  });
const archive = fc.array(rawEntry, { maxLength: 4 });
const joined = (entries: readonly RawEntry[]): string => entries.map(formatRawEntry).join(rawSeparator);
const withoutMeta = ({ qaId, timestamp, turns: own }: RawEntry) => ({ qaId, timestamp, turns: own });

test('whatever the turns hold, an archive is read back as it was written', () => {
  fc.assert(
    fc.property(archive, (entries) => {
      expect(parseRaw(joined(entries))).toEqual({ entries, problems: [] });
    }),
    { numRuns: 500 },
  );
});

const withOneLineEnd = ({ turns: own, ...pair }: ReturnType<typeof withoutMeta>) => ({
  ...pair,
  turns: own.map(({ label, text }) => ({ label, text: oneLineEnd(text) })),
});

test('whatever the turns hold, a topic is read back oldest first, with one kind of line end', () => {
  const unique = fc.uniqueArray(rawEntry, { selector: ({ qaId }) => qaId, maxLength: 4 });
  fc.assert(
    fc.property(unique, (entries) => {
      const pairs = entries
        .toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
        .map((one) => withOneLineEnd(withoutMeta(one)));
      expect(parseTopic(formatTopic(entries.map(withoutMeta)))).toEqual({ pairs, problems: [] });
    }),
    { numRuns: 500 },
  );
});

test('no line of a topic, however it ends, begins without the indent but those of its fields and turns', () => {
  fc.assert(
    fc.property(rawEntry, (drawn) => {
      const own = formatTopic([withoutMeta(drawn)]).split(/\r\n?|[\n\v\f\u2028\u2029]/u);
      expect(own.filter((line) => line !== '' && !line.startsWith('  ')).length).toBe(3 + drawn.turns.length);
    }),
  );
});

test('no line of a text begins a line of the file without the indent', () => {
  fc.assert(
    fc.property(rawEntry, (drawn) => {
      const own = formatRawEntry(drawn)
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('  '));
      expect(own.length).toBe(5 + drawn.turns.length);
    }),
  );
});

test('wherever an archive is cut, what is read is whole, but for turns after the cut line end', () => {
  fc.assert(
    fc.property(archive, fc.double({ min: 0, max: 1, noNaN: true }), (entries, share) => {
      const whole = joined(entries);
      const cut = whole.slice(0, Math.floor(whole.length * share));
      const read = parseRaw(cut).entries;
      const sure = cut.endsWith('\n') ? read.slice(0, -1) : read;
      expect(sure).toEqual(entries.slice(0, sure.length));
    }),
    { numRuns: 1000 },
  );
});
