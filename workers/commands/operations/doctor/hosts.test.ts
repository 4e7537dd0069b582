import { expect, it } from 'vitest';
import { version } from '../../../wiring/identity.ts';
import { prepareFolder } from '../../../../test/support/storage/prepare-folder.ts';

it('doctor counts the documents of the store where the host has none, and names a worker with another config', async () => {
  const fingerprint = { ai_response: 'another' };
  const steward = await prepareFolder(async ({ records, knownSources }) => {
    const origin = { kind: 'file', origin: 'docs', foundBy: 'run', failures: 0 } as const;
    const open = { task: null, record: null, describedBy: null, checkedAt: null, nextCheckAt: null };
    await knownSources.save(
      [{ sourceId: 'kb:guide.md', ...origin, ...open, tokens: null, error: null }],
      'run',
    );
    await records.announceWorker({ name: 'host:1', roles: ['reply'], version, fingerprint });
  });
  const { lines } = steward('doctor');
  expect(lines).toContainEqual(expect.stringMatching(/^ok +documents: 1 in the store/u));
  expect(lines).toContainEqual(
    expect.stringMatching(/^problem .*not that of a worker: .*host:1 .reply. differs in .*ai_response/u),
  );
});
