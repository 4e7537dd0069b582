import { expect, it } from 'vitest';
import { languageName, toLanguageCode } from './language-codes.ts';

it.each([
  ['fra', 'fra'],
  ['fr', 'fra'],
  ['fr-FR', 'fra'],
  ['FRE', 'fra'],
  ['cmn', 'zho'],
  ['nb', 'nor'],
  ['tgl', 'tgl'],
  ['id', 'ind'],
  ['eng (ISO 639-3)', 'eng'],
  ['und', 'und'],
  ['zxx', 'zxx'],
  ['tlh', 'tlh'],
  ['Klingon', 'und'],
  ['français', 'und'],
  ['unknown', 'und'],
  ['zz', 'und'],
  ['constructor', 'und'],
  ['__proto__', 'und'],
  ['', 'und'],
])('the language %j is %s', (given, code) => {
  expect(toLanguageCode(given)).toBe(code);
});

it('a code has its name in English', () => {
  expect(['fra', 'zho', 'nor', 'tlh'].map(languageName)).toEqual([
    'French',
    'Chinese',
    'Norwegian',
    'Klingon',
  ]);
});
