import { expect, it } from 'vitest';
import { correctedParts } from './corrected-post.ts';
import { maxMessageChars } from './split-message.ts';

const corrected = (former: string | null, ...parts: readonly string[]) =>
  correctedParts('**Updated:**', parts, former);

it('the old answer stands below the new one, each line struck through behind its mark, code as well', () => {
  const former = '## Ports\n\nSet ~~it~~ so:\n\n- port `8080`\n> kindly\n```sh\nrun --port 8080\n```';
  expect(corrected(former, 'Set the port to 9090.')).toEqual([
    [
      '**Updated:**\nSet the port to 9090.',
      '',
      '~~Ports~~\n~~Set it so:~~\n- ~~port `8080`~~\n> ~~kindly~~\n~~`run --port 8080`~~',
    ].join('\n'),
  ]);
});

it('without room for both, only the new answer is left', () => {
  const long = 'word '.repeat(390).trim();
  expect(corrected(long, 'It is 9090.')).toHaveLength(1);
  expect(corrected(`${long} and more`.repeat(2), 'It is 9090.')).toEqual(['**Updated:**\nIt is 9090.']);
  expect(corrected('It is 8080.', long, 'And so.')).toEqual([`**Updated:**\n${long}`, 'And so.']);
});

it('no part is too long for a message', () => {
  const parts = corrected('It is 8080.', 'word '.repeat(399).trim(), 'And so.');
  expect(parts.every(({ length }) => length <= maxMessageChars)).toBe(true);
  expect(parts.join(' ').match(/word/gu)).toHaveLength(399);
});
