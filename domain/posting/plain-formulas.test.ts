import { expect, it } from 'vitest';
import { processorMilliseconds } from '../../test/support/processor-time.ts';
import { plainFormulas } from './plain-formulas.ts';

it.each([
  [String.raw`It is $$\frac{a+b}{2} \times n^{2}$$ bytes.`, 'It is `(a+b)/2 × n^2` bytes.'],
  [String.raw`With \(n \leq 10\) it is fast.`, 'With `n ≤ 10` it is fast.'],
  [String.raw`\[E = mc^2\]`, '`E = mc^2`'],
  [String.raw`For each \(n\), not more.`, 'For each `n`, not more.'],
  [String.raw`About $\alpha \approx 0.5$ and $x^2$.`, 'About `α ≈ 0.5` and `x^2`.'],
  [String.raw`$$\text{rate} = \sqrt{\frac{x_{1}}{y}}$$`, '`rate = √(x_1/y)`'],
  [String.raw`The answer is \boxed{42}.`, 'The answer is `42`.'],
  [String.raw`$$a = 1 \\ b = 2$$`, '```\na = 1\nb = 2\n```'],
])('a formula is shown in plain signs: %j', (written, shown) => {
  expect(plainFormulas(written)).toBe(shown);
});

it.each([
  'It costs $5, or $10 with support.',
  'Set $HOME_DIR and $PATH, then ${HOME}/$USER.',
  'Run `echo $$` and `\\(x^2\\)`.',
  '```tex\n$$\\frac{a}{b}$$\n```',
  'C:\\Users\\frac and a regex \\d+(\\w)',
  'no formula',
])('what is no formula stays: %j', (written) => {
  expect(plainFormulas(written)).toBe(written);
});

it('escaped brackets around words are brackets', () => {
  expect(plainFormulas(String.raw`The name \(optional\) and the list \[of names\].`)).toBe(
    'The name (optional) and the list [of names].',
  );
});

it.each([
  '$$',
  '$a',
  String.raw`\(`,
  String.raw`\[`,
  String.raw`\frac{`,
  String.raw`\frac{a}`,
  '$x^',
  '{',
  '\\',
])('200 KB of %j take no time', (unit) => {
  const text = `$${unit.repeat(Math.ceil(200_000 / unit.length))}`;
  expect(processorMilliseconds(() => plainFormulas(text))).toBeLessThan(2_000);
});
