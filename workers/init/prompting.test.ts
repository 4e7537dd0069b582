import { expect, it } from 'vitest';
import { createPrompting } from './prompting.ts';

const check = (answer: string) => (answer === 'good' ? null : `${answer} is not good.`);

it('asks nobody about what is given, and throws when that is wrong', async () => {
  const { text } = createPrompting(true);
  expect(await text({ message: 'How?', given: 'good', check })).toBe('good');
  await expect(text({ message: 'How?', given: 'bad', check })).rejects.toThrow('bad is not good.');
});

it('takes the fallbacks where nobody can be asked', async () => {
  const { text, secret } = createPrompting(false);
  expect(await text({ message: 'How?', fallback: 'good', check })).toBe('good');
  expect(await secret({ message: 'Key?' })).toBeNull();
});
