import { expect, it } from 'vitest';
import { withoutComments } from './comments.ts';

it.each([
  ['a line of its own', 'a\n<!-- YAML\nadded: v1\n\n-->\nb', 'a\nb'],
  ['part of a line', 'a <!-- b --> c<!-- d -->.', 'a  c.'],
  ['several lines, with text around', 'a <!-- b\n```\nc --> d', 'a  d'],
  [
    'a comment behind code in list items',
    '- ```html\n  <b>\n  ```\n1. ~~~\n   a\n   ~~~\n<!-- b -->\nc',
    '- ```html\n  <b>\n  ```\n1. ~~~\n   a\n   ~~~\nc',
  ],
  [
    'a comment behind code within a line',
    '```js console.log() ``` text\n<!-- a -->\nb',
    '```js console.log() ``` text\nb',
  ],
  ['a comment with blank lines in a list item', '- <!-- a\n\n  b --> c\n> <!--\n\n-->d', '-  c\n> d'],
  ['a comment behind text that its paragraph closes', 'a <!-- b\nc --> d\n\n<!-- e -->', 'a  d\n\n'],
  ['a comment in a nested list', '- a\n    - b <!-- c -->\n    - d', '- a\n    - b \n    - d'],
  [
    'a comment in a list, behind a blank line',
    '1. a\n\n    <!-- b -->\n    c\n\n\td <!-- e -->',
    '1. a\n\n    c\n\n\td ',
  ],
  [
    'a comment in an admonition',
    '!!! note "T"\n    a <!-- b --> c\n\n    <!-- d -->\n    e',
    '!!! note "T"\n    a  c\n\n    e',
  ],
  ['a comment in an indented line of a paragraph', 'a\n    b <!-- c -->', 'a\n    b '],
  ['a comment that its own dashes close', 'a<!-->b<!--->c', 'abc'],
])('%s goes', (_what, text, left) => {
  expect(withoutComments(text)).toBe(left);
});

it('leaves the sections below a comment that a text only mentions', () => {
  const text = '# HTML\n\nA comment begins with <!-- in the text.\n\n## Install\n\nRun npm i.\n\n';
  expect(withoutComments(`${text}<!-- TODO: more -->\n\nEnd.`)).toBe(`${text}\nEnd.`);
});

it.each([
  ['```html\n<!-- a -->\n```'],
  ['- ```html\n  <!-- a -->\n  ```'],
  ['1. a\n2) > ```html\n   > <!-- a -->\n   > ```'],
  ['```html\n<!-- a -->\n```js\n<!-- b -->\n```'],
  ['~~~\n<!-- a\n~~~\n\n```\n-->\n```'],
  ['Write `<!-- a -->` or ``<!-- ` -->``.'],
  ['Write ```<!-- a -->``` or ``` ``<!-- a -->`` ```.'],
  ['Write \\<!-- a --> or `\\`, and \\\\`<!-- a -->`.'],
  ['a <!-- b\nc'],
  ['a --> b <!-- c'],
  ['a\n\nb'],
])('%j stays', (text) => {
  expect(withoutComments(text)).toBe(text);
});

it.each(['[comment]: <> (Not for you.)', '[//]: # (Not for you.)', '[_]: # "Not for you."'])(
  'a link that nothing uses hides a note: %s',
  (line) => {
    expect(withoutComments(`One.\n\n${line}\n\nTwo.`)).not.toContain('Not for you');
    expect(withoutComments('[guide]: https://example.com (Guide)')).toContain('Guide');
  },
);
