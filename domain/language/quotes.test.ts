import { expect, it } from 'vitest';
import { quotesIn } from './quotes.ts';

it.each([
  ['> Is it safe?\nYes.', 'Yes.', '> Is it safe?'],
  ['Yes.\n>>> Is it safe?\nI mean now?', 'Yes.', '>>> Is it safe?\nI mean now?'],
  ['Run:\n```\n> npm ci\n```\n> This?', 'Run:\n```\n> npm ci\n```', '> This?'],
  ['Use ```a``` here\n> or b', 'Use ```a``` here', '> or b'],
  ['a > b\n>c', 'a > b\n>c', ''],
])('%j says %j and quotes %j', (text, own, quoted) => {
  expect(quotesIn(text)).toEqual({ own, quoted });
});
