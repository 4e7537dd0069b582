import { closeSync, mkdirSync, openSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder, testPaths, writeText } from '../../../test/support/storage/test-store.ts';
import { asideName } from '../files/text-files.ts';
import { leftNaming } from './left-files.ts';

it('finds ids in copies that a person has sorted into folders', () => {
  const paths = testPaths(testFolder());
  const copy = join(paths.libraryDir, 'kept-aside', 'read.txt', 'gpu.txt');
  writeText(copy, 'about qa_1');
  expect(leftNaming(paths, { qaIds: ['qa_1'], userId: '' })).toEqual([copy]);
});

it('finds ids in a damaged database of any size', () => {
  const paths = testPaths(testFolder());
  const aside = `${asideName(paths.database)}1`;
  mkdirSync(join(aside, '..'), { recursive: true });
  const file = openSync(aside, 'w');
  // More than fits into a string. The word lies across two of the pieces in which files are read.
  truncateSync(aside, 520 * 1_048_576);
  writeSync(file, 'ben', 513 * 1_048_576 - 1);
  closeSync(file);
  expect(leftNaming(paths, { qaIds: [], userId: 'ben' })).toEqual([aside]);
});
