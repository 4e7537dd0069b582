import { expect, it } from 'vitest';
import { withoutComments } from './html-comments.ts';

it.each([
  ['a line of its own', 'a\n<!-- YAML\nadded: v1\n\n-->\nb', 'a\nb'],
  ['part of a line', 'a <!-- b --> c<!-- d -->.', 'a  c.'],
  ['several lines, with text around', 'a <!-- b\n```\nc --> d', 'a \n d'],
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
  ['a comment that its own dashes close', 'a<!-->b<!--->c', 'abc'],
])('%s goes', (_what, text, left) => {
  expect(withoutComments(text)).toBe(left);
});

it.each([
  ['```html\n<!-- a -->\n```'],
  ['- ```html\n  <!-- a -->\n  ```'],
  ['1. a\n2) > ```html\n   > <!-- a -->\n   > ```'],
  ['```html\n<!-- a -->\n```js\n<!-- b -->\n```'],
  ['~~~\n<!-- a\n~~~\n\n```\n-->\n```'],
  ['Write `<!-- a -->` or ``<!-- ` -->``.'],
  ['Code:\n\n    <!-- a -->'],
  ['a <!-- b\nc'],
  ['a --> b <!-- c'],
  ['a\n\nb'],
])('%j stays', (text) => {
  expect(withoutComments(text)).toBe(text);
});
