import { expect, it } from 'vitest';
import { createPrompting } from './prompting.ts';
import { testDocs } from './test-setup.ts';

const answers: string[] = [];
const typed = async () => answers.shift() ?? '';

function asking({ asks }: { readonly asks: boolean }) {
  const said: string[] = [];
  const ask = { input: typed, password: typed };
  return { said, ...createPrompting({ asks, say: (line) => said.push(line), ask }) };
}

const mustBeGood = (answer: string) => {
  if (answer !== 'good') throw new Error(`${answer} is not good.`);
  return 'It is good.';
};

it('asks a person again after a wrong answer, with the reason', async () => {
  answers.push('bad', ' good ');
  const { said, text } = asking({ asks: true });
  expect(await text({ message: 'How?', given: undefined, fallback: '', check: mustBeGood })).toBe('good');
  expect(said).toEqual([
    'bad is not good. Please answer again, or press Ctrl-C and start with --skip-tests.',
    'It is good.',
  ]);
});

it('advises to skip the tests only where that helps', async () => {
  answers.push('example.com', 'good');
  const { said, text } = asking({ asks: true });
  const check = async (answer: string) => (answer === 'good' ? '' : testDocs({ docs: answer }));
  await text({ message: 'Documents?', given: undefined, fallback: '', check });
  expect(said).toEqual([
    'example.com is no folder here, and no address: that begins with https:// or http://. Please answer again.',
  ]);
});

it('asks nobody about what is given, and throws when that is wrong', async () => {
  const { text } = asking({ asks: true });
  const asked = text({ message: 'How?', given: 'bad', fallback: '', check: mustBeGood });
  await expect(asked).rejects.toThrow('bad is not good.');
});

it('asks all questions again that are tested together', async () => {
  const { together } = asking({ asks: true });
  const tried: boolean[] = [];
  await together(async (first) => {
    tried.push(first);
    if (first) throw new Error('They do not fit.');
  });
  expect(tried).toEqual([true, false]);
});

it('takes the fallbacks where nobody can be asked', async () => {
  const { text, secret } = asking({ asks: false });
  expect(await text({ message: 'How?', given: undefined, fallback: 'good', check: mustBeGood })).toBe('good');
  expect(await secret({ message: 'Key?', given: undefined })).toBeNull();
});
