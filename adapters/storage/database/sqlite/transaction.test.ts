import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../../../test/support/storage/test-store.ts';
import { moment, transaction } from './transaction.ts';

it.each([
  ['reads', moment],
  ['writes', transaction],
])('a transaction that %s fails with the error that ended its transaction', (_, within) => {
  const db = new DatabaseSync(join(testFolder(), 'a.sqlite'));
  expect(() =>
    within(db, () => {
      // So does SQLite by itself after an error of the disk.
      db.exec('ROLLBACK');
      throw new Error('disk I/O error');
    }),
  ).toThrow('disk I/O error');
  expect(within(db, () => db.isTransaction)).toBe(true);
  expect(db.isTransaction).toBe(false);
});
