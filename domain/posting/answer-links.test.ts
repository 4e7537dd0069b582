import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownLinks, linksIn, checkLinks } from './answer-links.ts';

const setup = 'https://docs.example.com/setup';
const cited = { sourceId: 'kb:setup.md', title: 'Setting\nup', url: setup, qaIds: [] };
const known = 'https://example.com/download';

const settle = (text: string) =>
  checkLinks({ text, isKnown: knownLinks([known, setup]), citations: [cited] });

describe('a link in an answer', () => {
  it.each([
    ['that the model made up is text', 'See https://evil.example/x.', 'See evil.example/x.'],
    ['that it made up behind words is text', '[Click](https://evil.example)', 'Click (evil.example)'],
    ['in brackets that it made up is text', 'Go to <https://evil.example>', 'Go to evil.example'],
    ['of another kind is text', '[Open](discord://x/y)', 'Open (x/y)'],
    ['that a source holds stays', `Get ${known}, then run it.`, `Get <${known}>, then run it.`],
    ['that a source holds stays behind its words', `[Get it](${known})`, `Get it (<${known}>)`],
    ['is one at its first mention only', `${known} or ${known}`, `<${known}> or example.com/download`],
    ['that stands below the answer gives way to the title', `See ${setup}#port.`, 'See Setting up.'],
    ['that stands below gives way to its words', `Read [the guide](${setup}) first`, 'Read the guide first'],
    ['in code is none', `Run \`curl ${known}/x\` or\n\`\`\`\nget https://a.example\n\`\`\``, null],
    ['ends before the bracket of its sentence', `(see ${known})`, `(see <${known}>)`],
    [
      'whose words are another address shows its own',
      `[https://good.example](https://evil.example)`,
      'evil.example',
    ],
  ])('%s', (_, text, expected) => {
    expect(settle(text)).toBe(expected ?? text);
  });

  it('is never anything that no source holds, whatever the model writes', () => {
    const piece = fc.constantFrom(
      'https://evil.example/a',
      known,
      setup,
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '`',
      '```',
      '\n',
      ' ',
      'x',
      '"',
      '!',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const code = /(?<!`)```(?!`)[^`]+```(?!`)|(?<!`)`(?!`)[^`\n]+`(?!`)/gu;
        return !settle(pieces.join('')).replaceAll(code, ' ').includes('https://evil');
      }),
      { numRuns: 2_000 },
    );
  });
});

it('finds the addresses of a text once each', () => {
  expect(linksIn(`[a](${known}) and ${known}, <${setup}>.`)).toEqual([known, setup]);
});
