import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder, testPaths, writeText } from '../../../test/support/storage/test-store.ts';
import { asideName } from '../files/text-files.ts';
import { filesSetAside } from './left-files.ts';

it('names copies, also those that a person has sorted into folders, and damaged databases', () => {
  const paths = testPaths(testFolder());
  const copy = join(paths.libraryDir, 'kept-aside', 'read.txt', 'gpu.txt');
  const damaged = `${asideName(paths.database)}1`;
  for (const path of [copy, damaged]) writeText(path, 'about qa_1');
  expect(filesSetAside(paths)).toEqual([copy, damaged]);
});
