import { expect, it } from 'vitest';
import { prepareFolder } from '../../../../test/support/storage/prepare-folder.ts';

it('doctor counts the documents of the store where the host has none', async () => {
  const steward = await prepareFolder(async ({ knownSources }) => {
    const origin = { kind: 'file', origin: 'docs', foundBy: 'run', failures: 0 } as const;
    const open = { task: null, record: null, describedBy: null, checkedAt: null, nextCheckAt: null };
    await knownSources.save(
      [{ sourceId: 'kb:guide.md', ...origin, ...open, tokens: null, error: null }],
      'run',
    );
  });
  const { lines } = steward('doctor');
  expect(lines).toContainEqual(expect.stringMatching(/^ok +documents: 1 in the store/u));
});
