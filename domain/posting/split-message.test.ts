import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMessage } from './split-message.ts';
import { processorMilliseconds } from '../../test/support/processor-time.ts';

const words = (count: number, word = 'word'): string =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');
const squeezed = (text: string): string => text.replaceAll(/\s/g, '');
const wellFormed = (parts: readonly string[]): boolean => parts.every((part) => part.isWellFormed());

test('a text that fits is one part, untouched', () => {
  const text = ` ${'x'.repeat(1_998)}\n`;
  expect(splitMessage({ text })).toEqual([text]);
  expect(splitMessage({ text: '```js\nopen' })).toEqual(['```js\nopen']);
});

test('a blank text has no parts', () => {
  expect(splitMessage({ text: ' \n'.repeat(3_000) })).toEqual([]);
  expect(splitMessage({ text: '' })).toEqual([]);
});

test.each([
  [
    'paragraph',
    'One two. Three.\nFour five.\n\nSix seven eight nine. Ten',
    ['One two. Three.\nFour five.', 'Six seven eight nine. Ten'],
  ],
  [
    'line',
    'One two three. Four\nfive six. Seven eight nine ten.',
    ['One two three. Four', 'five six. Seven eight nine ten.'],
  ],
  [
    'sentence',
    'One two three four. Five six seven eight nine ten.',
    ['One two three four.', 'Five six seven eight nine ten.'],
  ],
  [
    'word',
    'One two three four five six seven eight nine ten',
    ['One two three four five six', 'seven eight nine ten'],
  ],
])('it is split at a %s', (_, text, parts) => {
  expect(splitMessage({ text, limit: 31 })).toEqual(parts);
});

test('a sentence of a script without spaces ends a part', () => {
  expect(splitMessage({ text: `${'问'.repeat(12)}。${'答'.repeat(15)}`, limit: 20 })).toEqual([
    `${'问'.repeat(12)}。`,
    '答'.repeat(15),
  ]);
});

test('the indentation of a line that begins a part is kept', () => {
  expect(splitMessage({ text: '- one two three\n\n  - nested item', limit: 20 })).toEqual([
    '- one two three',
    '  - nested item',
  ]);
});

test.each([
  ['a heading', `# Hi\n\n${'x'.repeat(3_000)}`],
  ['a word', `Hi ${'x'.repeat(3_000)}`],
  ['blank lines', `${'\n'.repeat(2_500)}${words(600)}`],
  ['a code block of one line', `Hi\n\`\`\`\n${'x'.repeat(3_000)}\n\`\`\``],
])('a text that begins with %s has no tiny first part', (_, text) => {
  const parts = splitMessage({ text });
  expect(parts[0]?.length).toBeGreaterThan(700);
  expect(parts.every((part) => part.length <= 2_000)).toBe(true);
});

test('a code block that is cut is closed and opened again with its language', () => {
  const code = Array.from({ length: 200 }, (_, line) => `    line(${line});`).join('\n');
  const parts = splitMessage({ text: `Do this:\n\`\`\`c++\n${code}\n\`\`\`\nThen restart.` });
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    expect(part.match(/```/g)?.length).toBe(2);
    expect(part.match(/^```c\+\+\n {4}line/m)).not.toBeNull();
    expect(part.length).toBeLessThanOrEqual(2_000);
  }
  const joined = parts.join('\n').replaceAll('\n```\n```c++\n', '\n');
  expect(joined).toBe(`Do this:\n\`\`\`c++\n${code}\n\`\`\`\nThen restart.`);
});

test('a code block that fits into a part of its own is not cut', () => {
  const code = `\`\`\`js\n${'call();\n\n'.repeat(150)}\`\`\``;
  const text = `${words(150)}\n\n${code}`;
  expect(splitMessage({ text })).toEqual([words(150), code]);
});

test('a cut never leaves a block without content', () => {
  for (let before = 1; before < 60; before += 1) {
    const text = `${'x'.repeat(before)} \`\`\`sh\n${words(6)}\n\`\`\` ${words(6)}`;
    for (const part of splitMessage({ text, limit: 60 })) expect(part).not.toMatch(/```(?:sh)?\s*```/);
  }
});

test('a block that nothing closes is closed in every part', () => {
  const parts = splitMessage({ text: `\`\`\`js\n${'call();\n'.repeat(400)}` });
  for (const part of parts) expect(part).toMatch(/^```js\ncall\(\);[^`]*\n```$/);
});

test('three backticks in a sentence that nothing closes open no block', () => {
  const parts = splitMessage({ text: `Type \`\`\` first. ${words(500)}` });
  expect(parts.slice(1).join('')).not.toContain('```');
});

test('a block in longer backticks may hold shorter ones', () => {
  const text = `\`\`\`\`md\n${'```js\ncall();\n```\n'.repeat(150)}\`\`\`\``;
  for (const part of splitMessage({ text })) expect(part).toMatch(/^````md\n[^]*\n````$/);
});

test('a link stays whole', () => {
  const link = `[the guide for it](https://docs.example.com/${'a'.repeat(30)})`;
  for (let before = 1; before < 130; before += 1) {
    const text = `${'x'.repeat(before)} ${link} ${words(20)}`;
    expect(splitMessage({ text, limit: 100 }).filter((part) => part.includes(link))).toHaveLength(1);
  }
});

test('a surrogate pair is not divided', () => {
  for (const character of ['😀', '한']) {
    const parts = splitMessage({ text: character.repeat(100), limit: 40 });
    for (const part of parts) expect(part.replaceAll(character, '')).toBe('');
  }
});

test('a character that is longer than the limit still ends', () => {
  const parts = splitMessage({ text: '👩‍👩‍👧‍👦'.repeat(3), limit: 4 });
  expect(parts.join('')).toBe('👩‍👩‍👧‍👦'.repeat(3));
  expect(wellFormed(parts)).toBe(true);
});

test.each([1, 0, -5, Number.NaN])('a limit of %d is refused', (limit) => {
  expect(() => splitMessage({ text: 'abc', limit })).toThrow(RangeError);
});

const pieces = fc.constantFrom(
  'word',
  'a',
  '. ',
  ' ',
  '\n',
  '\n\n',
  '\r\n',
  '    ',
  '。',
  '😀',
  '👩‍👧',
  'e\u{301}',
  'xxxxxxxxxxxxxxxxxxxx',
  'https://example.com/some/page',
  '[a b](https://example.com/)',
  '# ',
  '- ',
  '`',
  '``',
);
const limits = fc.oneof(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 60, max: 300 }));

test('parts fit, are not blank, and hold the whole text but for white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 80 }), limits, (text, limit) => {
      const plain = text.replaceAll(/`{3,}/g, '``');
      const parts = splitMessage({ text: plain, limit });
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(limit);
        expect(part.trim()).not.toBe('');
      }
      expect(squeezed(parts.join(''))).toBe(squeezed(plain));
      expect(wellFormed(parts)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

const fenced = fc.array(
  fc.oneof(
    fc.string({ unit: pieces, maxLength: 30 }).map((prose) => `${prose.replaceAll('`', '')}\n`),
    fc
      .tuple(fc.constantFrom('', 'js', 'c++'), fc.string({ unit: pieces, minLength: 1, maxLength: 40 }))
      .map(([language, code]) => `\`\`\`${language}\nx${code.replaceAll('`', '')}\n\`\`\`\n`),
  ),
  { maxLength: 8 },
);

test('with code blocks, parts fit, each closes what it opens, and nothing else is lost or added', () => {
  const withoutFences = (text: string): string => squeezed(text.replaceAll(/```(?:js|c\+\+)?$/gm, ''));
  fc.assert(
    fc.property(fenced, fc.integer({ min: 24, max: 300 }), (blocks, limit) => {
      const text = blocks.join('');
      const parts = splitMessage({ text, limit });
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(limit);
        expect((part.match(/```/g)?.length ?? 0) % 2).toBe(0);
        expect(withoutFences(part)).not.toBe('');
      }
      expect(withoutFences(parts.join('\n'))).toBe(withoutFences(text));
    }),
    { numRuns: 2_000 },
  );
});

test('whatever the backticks, parts fit and it ends', () => {
  const units = fc.constantFrom('`', '```', '````', 'js', '\n', ' ', 'é', '😀');
  fc.assert(
    fc.property(fc.string({ unit: units, maxLength: 120 }), limits, (text, limit) => {
      const parts = splitMessage({ text, limit });
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
      expect(squeezed(parts.join('')).replaceAll('`', '').replaceAll('js', '')).toBe(
        squeezed(text).replaceAll('`', '').replaceAll('js', ''),
      );
    }),
    { numRuns: 2_000 },
  );
});

test.each(['```\n', '`', 'x', 'x ', '\n', '[', '[a](', '`````', '```js\nx\n```\n', 'https://', '. ', '😀'])(
  '200 KB of %j are split in seconds',
  (unit) => {
    const text = unit.repeat(Math.ceil(200_000 / unit.length));
    expect(processorMilliseconds(() => splitMessage({ text }))).toBeLessThan(3_000);
  },
);
