import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['Click [Next](x) to go on.'],
  ['## Home'],
  ['Next'],
  ['[Next.js](https://nextjs.org)'],
  ['[Set up](a.md)'],
  ['```md\n[Prev](a) | [Next](b)\n![x](y.png)\n```'],
  ['Write `![alt](image.png)` for an image.'],
])('%j stays', (text) => {
  expect(plainText(text)).toBe(text);
});

it.each([
  ['See ![the variables](/images/docs/a_(1).png) below.', 'See  below.'],
  ['[![Build](https://x.example/b.svg)](https://x.example) [Docs](d.md)', ' [Docs](d.md)'],
  ['![a][1] text', ' text'],
])('of %j the image goes', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

it('a line that is an image alone goes whole', () => {
  expect(plainText('a\n![x](y.png)\nb')).toBe('a\nb');
});
