import { expect, it } from 'vitest';
import { aloneText, sectionsOf } from './sections.ts';

const shape = (text: string) => sectionsOf(text).map(({ headings }) => headings.join(' > '));

it('are what stands between headings, each under those above it', () => {
  const text = 'Intro.\n\n# Guide\n\nOne.\n\n## Set `port`\n\nTwo.\n\n# [API](x.md)\nThree.\n';
  expect(shape(text)).toEqual(['', 'Guide', 'Guide > Set port', 'API']);
  expect(
    sectionsOf(text)
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(text);
});

it('knows the underlined titles of reStructuredText, by the order in which their marks come', () => {
  expect(shape('Top\n===\n\na\n\nSub\n---\n\nb\n\nInner\n~~~~~\n\nc\n\nNext\n====\n\nd')).toEqual([
    'Top',
    'Top > Sub',
    'Top > Sub > Inner',
    'Next',
  ]);
});

it('knows titles between two lines, and takes no line above a paragraph for one', () => {
  expect(shape('===\nTop\n===\n\na\n\n---\nb\nc\n')).toEqual(['Top']);
});

it.each([
  ['fenced code', '# A\n```sh\n# no\n```\nx'],
  ['fenced code of a list item', '# A\n- ```sh\n# no\n  ```\nx'],
  ['a longer fence', '# A\n````\n```\n# no\n```\n````\nx'],
  ['a list above a line', '# A\n\n- item\n---\nx'],
])('takes nothing in %s for a heading', (_, text) => {
  expect(shape(text)).toEqual(['A']);
});

it('are cut where they are long, at a blank line if there is one, and inside a line only if it alone is too long', () => {
  const paragraph = `${'word '.repeat(100).trim()}.`;
  const long = `# A\n\n${Array.from({ length: 8 }, () => paragraph).join('\n\n')}`;
  const sections = sectionsOf(long);
  expect(sections).toHaveLength(3);
  for (const { headings, text } of sections) {
    expect(headings).toEqual(['A']);
    expect(text.trimEnd().endsWith('.')).toBe(true);
  }
  expect(sectionsOf('x'.repeat(4_000)).map(({ text }) => text.length)).toEqual([1_600, 1_600, 800]);
});

const sentence = 'The value 35.4 is set for 1,234 hosts, and it holds until they restart. ';
const numbers = Array.from({ length: 900 }, (_, at) => `${at * 7919}.25`).join(' ');

it.each([
  ['at the end of a sentence', sentence.repeat(60), /\. $/u],
  ['at the end of a sentence without spaces', '默认值是三十五点四，对所有主机都有效。'.repeat(200), /。$/u],
  ['at white space', numbers, / $/u],
  ['between characters where there is nothing else', '👩‍👩‍👧‍👦'.repeat(800), /👩‍👩‍👧‍👦$/u],
])('cuts a long line %s', (_, line, end) => {
  const texts = sectionsOf(line).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.slice(0, -1).filter((text) => !end.test(text))).toEqual([]);
  expect(texts.join('')).toBe(line);
});

it('of a text without words are none', () => {
  expect(sectionsOf('\n \n')).toEqual([]);
});

it('that begin in the rows of a table know its head', () => {
  const rows = Array.from({ length: 100 }, (_, at) => `| E${at} | Something has failed for reason ${at}. |`);
  const document = `# Errors\n\n| Code | Meaning |\n| --- | --- |\n${rows.join('\n')}\n\n${Array.from({ length: 9 }, () => 'Words. '.repeat(40)).join('\n\n')}`;
  const sections = sectionsOf(document);
  const inTable = sections.filter(({ text }) => text.startsWith('| E'));
  expect(inTable.length).toBeGreaterThan(1);
  for (const section of inTable)
    expect(aloneText(section)).toMatch(/^\| Code \| Meaning \|\n\| --- \| --- \|\n\| E/u);
  expect(sections.at(-1)?.tableHead).toBe('');
  expect(sections.map(({ text }) => text).join('\n')).toBe(document);
});

it('of a document with more headings than any manual begin at the outer ones alone', () => {
  const chapter = (at: number) => `# ${at}\n\n${'## a\n\nb\n\n'.repeat(600)}`;
  const manual = Array.from({ length: 10 }, (_, at) => chapter(at)).join('');
  const sections = sectionsOf(manual);
  expect(sections.length).toBeLessThan(100);
  expect(new Set(sections.map(({ headings }) => headings.join('/')))).toEqual(
    new Set(Array.from({ length: 10 }, (_, at) => String(at))),
  );
  expect(sectionsOf('# a\n\nb\n\n'.repeat(6_000)).length).toBeLessThan(100);
});
