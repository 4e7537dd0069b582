import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Settled } from './qa-pair.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../values/qa-id.ts';
import { formatSettled, parseSettled } from './settled-file.ts';

const lines = fc.uniqueArray(
  fc
    .record({
      qaId: fc
        .integer({ min: 0, max: 1e12 })
        .map((time) => qaIdFromTimestamp(timestampFromDate(new Date(time)))),
      outcome: fc.constantFrom('integrated', 'skipped', 'superseded', 'retracted'),
      topic: fc.constantFrom('gpu', 'node-startup-issues'),
    })
    .map((line): Settled =>
      ['integrated', 'skipped'].includes(line.outcome) ? line : { ...line, topic: null },
    ),
  { selector: ({ qaId }) => qaId },
);
const first = 'qa_20260201_031056.228000\tintegrated\tgpu\n';

test('a line holds id, outcome and topic', () => {
  expect(formatSettled({ qaId: 'qa_20260201_031056.228000', outcome: 'integrated', topic: 'gpu' })).toBe(
    first,
  );
  expect(formatSettled({ qaId: 'qa_20260201_031056', outcome: 'skipped', topic: null })).toBe(
    'qa_20260201_031056\tskipped\n',
  );
  expect(formatSettled({ qaId: 'qa_20260201_031056', outcome: 'skipped', topic: 'gpu' })).toBe(
    'qa_20260201_031056\tskipped\tgpu\n',
  );
});

test('what is written is read back', () => {
  fc.assert(
    fc.property(lines, (settled) => {
      expect(parseSettled(settled.map(formatSettled).join(''))).toEqual({ settled, problems: [] });
    }),
  );
});

test('of a repeated id the first line counts', () => {
  const { settled, problems } = parseSettled(`${first}qa_20260201_031056.228000\tskipped\n`);
  expect(settled).toEqual([{ qaId: 'qa_20260201_031056.228000', outcome: 'integrated', topic: 'gpu' }]);
  expect(problems).toEqual([]);
});

test('a later line retracts whatever a line said before, and nothing undoes that', () => {
  const id = 'qa_20260201_031056.228000';
  const { settled } = parseSettled(`${first}${id}\tretracted\n${first}`);
  expect(settled).toEqual([{ qaId: id, outcome: 'retracted', topic: null }]);
});

test.each([
  'nonsense',
  'qa_20260230_031056\tskipped',
  'qa_20260201_031057\tdone',
  'qa_20260201_031057\tintegrated',
  'qa_20260201_031057\tintegrated\t../x',
  'qa_20260201_031057\tskipped\t../x',
  'qa_20260201_031057\tsuperseded\tgpu',
  'qa_20260201_031057\tintegrated\tgpu\tmore',
])('the broken line %j is named by its number, and the others count', (broken) => {
  const { settled, problems } = parseSettled(`${first}${broken}\nqa_20260201_031058\tskipped\n`);
  expect(settled.map(({ qaId }) => qaId)).toEqual(['qa_20260201_031056.228000', 'qa_20260201_031058']);
  expect(problems).toMatchObject([{ line: 2 }]);
});

test('wherever the file is cut off, no line counts for another than it was', () => {
  const whole = `${first}qa_20260201_031057.000001\tintegrated\tnode-startup\nqa_20260201_031058\tskipped\n`;
  const all = parseSettled(whole).settled;
  for (let end = 0; end <= whole.length; end += 1) {
    const { settled, problems } = parseSettled(whole.slice(0, end));
    expect(settled).toEqual(all.slice(0, settled.length));
    expect(problems.length).toBe(end === 0 || whole[end - 1] === '\n' ? 0 : 1);
  }
});

test('blank lines, comments, spaces between and CRLF are accepted', () => {
  const text = '# by hand\r\n\r\nqa_20260201_031056   integrated gpu\r\n';
  expect(parseSettled(text)).toEqual({
    settled: [{ qaId: 'qa_20260201_031056', outcome: 'integrated', topic: 'gpu' }],
    problems: [],
  });
});

test('a line that could not be read back is not written', () => {
  const qaId = 'qa_20260201_031056';
  expect(() => formatSettled({ qaId, outcome: 'integrated', topic: null })).toThrow(RangeError);
  expect(() => formatSettled({ qaId, outcome: 'integrated', topic: 'a\tb' })).toThrow(RangeError);
});

test('a failed entry has its cause in the place of a topic, and what came of it later counts', () => {
  const failed = {
    qaId: 'qa_20260201_031056',
    outcome: 'failed',
    topic: null,
    cause: 'model_refused',
  } as const;
  const line = formatSettled(failed);
  expect(line).toBe('qa_20260201_031056\tfailed\tmodel_refused\n');
  expect(parseSettled(line)).toEqual({ settled: [failed], problems: [] });
  expect(parseSettled(`${line}qa_20260201_031056\tskipped\n`).settled).toMatchObject([
    { outcome: 'skipped' },
  ]);
  expect(parseSettled('qa_20260201_031056\tfailed\n').problems).toHaveLength(1);
});
