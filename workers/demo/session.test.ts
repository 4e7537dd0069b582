import { expect, it } from 'vitest';
import { newSource } from '../../domain/documents/known-sources.ts';
import { leftOut } from './session.ts';

const source = (sourceId: string, error: string | null) => ({
  ...newSource({ sourceId, kind: 'file' as const, origin: '' }),
  error,
});

it('names what is left out and why, and the log that has the rest', () => {
  const known = [source('kb:guide.md', null), source('kb:**/*.json', 'It is not read.')];
  expect(leftOut(known, 'steward.log')).toEqual(['  kb:**/*.json: It is not read.']);
  const many = Array.from({ length: 7 }, (_, at) => source(`kb:${at}.md`, 'It is too large.'));
  expect(leftOut(many, 'steward.log')).toHaveLength(6);
  expect(leftOut(many, 'steward.log').at(-1)).toBe('  and 2 more, which steward.log names');
});
