import { expect, it } from 'vitest';
import { finalError, transientError } from '../../../domain/ports/errors.ts';
import { loadEach } from './load-sources.ts';

const source = { sourceId: 'kb:a.md', title: 'A', text: 'Text', url: null, contentHash: '1' };
const failures: Readonly<Record<string, Error>> = {
  'kb:gone.md': finalError('source_gone', 'It is gone.'),
  'kb:closed.md': transientError('storage_unavailable', 'Its file cannot be read.'),
  'kb:away.md': transientError('storage_unreachable', 'PostgreSQL cannot be reached.'),
};
const run = {
  generation: 1,
  sources: {
    load: async (id: string) => {
      const failure = failures[id];
      if (failure) throw failure;
      return source;
    },
  },
} as unknown as Parameters<typeof loadEach>[0];

it('a source that is gone or cannot be read is left out; a store that is away fails the attempt, which is made again', async () => {
  expect(await loadEach(run, ['kb:gone.md', 'kb:a.md', 'kb:closed.md'])).toEqual([null, source, null]);
  await expect(loadEach(run, ['kb:a.md', 'kb:away.md'])).rejects.toMatchObject({
    code: 'storage_unreachable',
  });
});
