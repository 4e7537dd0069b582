import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textBlocksOf, titleOf } from './blocks.ts';
import { sentencesIn } from './sentences.ts';

const shown = (document: string) =>
  textBlocksOf(document).map(({ kind, start, end, headings }) => [
    kind,
    headings.join(' > '),
    document.slice(start, end),
  ]);

describe('blocksOf', () => {
  test('knows headings, prose, items, rows and code', () => {
    const document =
      '# A\n\nOne.\nTwo.\n\n## `b`\n- x\n  y\n- z\n\n| p | q |\n|---|---|\n| 1 | 2 |\n```js\n# no heading\n```\n';
    expect(shown(document)).toEqual([
      ['prose', 'A', 'One.\nTwo.'],
      ['item', 'A > b', '- x\n  y'],
      ['item', 'A > b', '- z'],
      ['row', 'A > b', '| p | q |'],
      ['row', 'A > b', '| 1 | 2 |'],
      ['code', 'A > b', '```js\n# no heading\n```'],
    ]);
  });

  test('drops contents lists, comments, anchors, and link definitions', () => {
    const document = '<!-- a\nb -->\n<a id="x"></a>\n- [A](#a)\n[x]: https://x.y\nText.\n';
    expect(shown(document)).toEqual([['prose', '', 'Text.']]);
  });

  test('drops the mark of what was left out of a page', () => {
    expect(shown('[…]\n\n# A\n\nOne.\n\n[…]\n\nTwo.\n\n[…]')).toEqual([
      ['prose', 'A', 'One.'],
      ['prose', 'A', 'Two.'],
    ]);
  });

  test('drops what is links alone, and keeps what says something of them', () => {
    const alone = [
      '- [Guide](https://x.y/guide)',
      '[![build](https://x.y/b.svg)](https://x.y/b)',
      '1. <https://x.y>',
      '[A](a.md) | [B](b.md)',
      'See the [hook README](https://x.y/hook) for more info.',
    ];
    const said = '- [Guide](https://x.y/guide): how to begin';
    expect(shown([...alone, said].join('\n\n'))).toEqual([['item', '', said]]);
  });

  test('knows code of a list item, and no code where a line has backticks of its own', () => {
    expect(shown('1. ```js\n   a\n   ```\n\nOne.\n\n```js a()``` is two.\n\nThree.')).toEqual([
      ['code', '', '1. ```js\n   a\n   ```'],
      ['prose', '', 'One.'],
      ['prose', '', '```js a()``` is two.'],
      ['prose', '', 'Three.'],
    ]);
  });

  test('takes a fence that is never closed to the end', () => {
    expect(shown('```\ncode')).toEqual([['code', '', '```\ncode']]);
  });

  test('gives places inside the document, in order, for any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('# a', 'b', '', '- c', '```', '| d |', '---', '<!--', '-->')),
        (lines) => {
          const document = lines.join('\n');
          const blocks = textBlocksOf(document);
          expect(blocks.every(({ start, end }) => start <= end && end <= document.length)).toBe(true);
          expect(blocks.map(({ start }) => start)).toEqual(
            blocks.map(({ start }) => start).toSorted((a, b) => a - b),
          );
        },
      ),
    );
  });
});

test.each([
  ['# The `Client` *class*\ntext', 'The Client class'],
  ['Under\n=====\ntext', 'Under'],
  ['\nJust a line.\nMore.', 'Just a line.'],
  ['', ''],
])('titleOf %j is %j', (document, title) => {
  expect(titleOf(document)).toBe(title);
});

describe('sentencesIn', () => {
  const sentences = (text: string): readonly string[] =>
    sentencesIn(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

  test('does not end at a line break, an abbreviation, or inside code or a link', () => {
    const all = ['Use a proxy, e.g. Nginx,\nin front.', 'See [the page](./a.md) and `a. B`.', 'Done.'];
    expect(sentences(all.join(' '))).toEqual(all);
  });

  test('gives trimmed verbatim parts that leave out nothing but white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '!', '`', '(') }), (text) => {
        expect(sentences(text).join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
      }),
    );
  });
});
