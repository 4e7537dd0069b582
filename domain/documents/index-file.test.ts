import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineIndexes, formatIndex, isIndexableId, meantId, parseIndex } from './index-file.ts';

test('files come before URLs, each in code-point order, with one blank line between', () => {
  const ids = [
    'kb:https://a.example/',
    'kb:\u{1F600}.md',
    'kb:\u{FFFD}.md',
    'kb:z.md',
    'kb:a b.md',
    'kb:http://z.example/',
  ];
  const text = formatIndex(ids.map((sourceId) => ({ sourceId, description: 'About it.' })));
  expect(text).toBe(
    'kb:a b.md\nAbout it.\n\nkb:z.md\nAbout it.\n\nkb:\u{FFFD}.md\nAbout it.\n\nkb:\u{1F600}.md\nAbout it.\n\n' +
      'kb:http://z.example/\nAbout it.\n\nkb:https://a.example/\nAbout it.\n',
  );
});

test('blank lines of a description are left out, so it opens no entry', () => {
  const text = formatIndex([
    { sourceId: 'kb:a.md', description: '\nOne.\r\n \t\n\u{2028}\nkb:b.md\rTwo.\n\n' },
  ]);
  expect(text).toBe('kb:a.md\nOne.\nkb:b.md\nTwo.\n');
  expect(parseIndex(text)).toEqual([{ sourceId: 'kb:a.md', description: 'One.\nkb:b.md\nTwo.' }]);
});

test('no entries give an empty text', () => {
  expect(formatIndex([])).toBe('');
  expect(parseIndex('')).toEqual([]);
});

test('whatever the descriptions hold, each id is read back with its own lines', () => {
  const descriptions = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\r', 'kb:x.md', 'team:y.txt', '\u{2028}', '\u{85}'),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom('kb:a', 'kb:b c', 'team:d.txt', 'kb:https://e/')),
      descriptions,
      (ids, description) => {
        const read = parseIndex(formatIndex(ids.map((sourceId) => ({ sourceId, description }))));
        expect(read.map(({ sourceId }) => sourceId).toSorted()).toEqual(ids.toSorted());
        const lines = description
          .split(/[\r\n]+/)
          .filter((line) => line.trim() !== '')
          .map((line) => line.trimEnd());
        for (const entry of read) expect(entry.description).toBe(lines.join('\n'));
      },
    ),
  );
});

test('an index of the Python original is read: CRLF, several blank lines, paragraphs', () => {
  const text = '\u{FEFF}team:gpu.txt\r\nAbout GPUs.\r\n\r\nAnd drivers.\r\n\r\n\r\nkb:a.md\r\nAbout a.';
  expect(parseIndex(text)).toEqual([
    { sourceId: 'team:gpu.txt', description: 'About GPUs.\nAnd drivers.' },
    { sourceId: 'kb:a.md', description: 'About a.' },
  ]);
});

test('the combined index is both, with one blank line between', () => {
  expect(combineIndexes('kb:a\nA.\n', 'team:b.txt\nB.\n')).toBe('kb:a\nA.\n\nteam:b.txt\nB.\n');
  expect(combineIndexes('', 'team:b.txt\nB.\n')).toBe('team:b.txt\nB.\n');
  expect(combineIndexes('kb:a\nA.', '')).toBe('kb:a\nA.\n');
  expect(combineIndexes('', '\n')).toBe('');
});

test.each(['kb:guides/a b.md', 'kb:https://example.com/?q=1#x', 'team:gpu.txt', 'kb:日本.md'])(
  '%j can be indexed',
  (id) => {
    expect(isIndexableId(id)).toBe(true);
  },
);

test.each([
  'kb:a\nb.md',
  'kb:a\u{2028}b',
  'kb:a\u{85}b',
  'kb:a\0b',
  'kb:a ',
  'kb:',
  'kb: a',
  'a.md',
  ' kb:a',
  'kb:\uD800',
])('%j cannot be indexed', (id) => {
  expect(isIndexableId(id)).toBe(false);
  expect(() => formatIndex([{ sourceId: id, description: 'x' }])).toThrow(RangeError);
});

const known = [
  'kb:guides/my setup.md',
  'kb:a-b.md',
  'kb:ab.md',
  'team:billing.txt',
  'kb:https://a.example/x',
];

test.each([
  ['kb:ab.md', 'kb:ab.md'],
  [' "[kb:a-b.md]"', 'kb:a-b.md'],
  ['billing.txt', 'team:billing.txt'],
  ['team/billing.txt', 'team:billing.txt'],
  ['team:billing.txt\nQuestions about invoices.', 'team:billing.txt'],
  [String.raw`KB: guides\My%20Setup.md`, 'kb:guides/my setup.md'],
  ['https://a.example/x', 'kb:https://a.example/x'],
  ['a_b.md', null],
  ['billing', null],
  ['50% off', null],
  ['', null],
])('the id %j means %j', (given, meant) => {
  expect(meantId(given, known)).toBe(meant);
});
