import { expect, it } from 'vitest';
import { textTable } from './text-table.ts';

it('lines up text at the left and numbers at the right', () => {
  const table = textTable(
    [
      ['day', 'calls'],
      ['2026-02-01', '7'],
      ['total', '12345'],
    ],
    1,
  );
  expect(table.split('\n')).toEqual(['day         calls', '2026-02-01      7', 'total       12345']);
});
