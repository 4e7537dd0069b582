import { expect, it } from 'vitest';
import { prepareFolder } from '../../../test/support/storage/prepare-folder.ts';
import { entry, testNow } from '../../../test/support/storage/test-store.ts';

const member = '4002';

it('forget takes no words of the team from the pairs of others without a yes, and names these pairs', async () => {
  const turns = [
    { label: 'User', text: 'Which knob?' },
    { label: 'Team', text: 'Knob seven.' },
    { label: 'Team', text: 'Yes, that one.' },
  ] as const;
  const { qaId, ...asked } = entry(1, { turns, messageIds: ['11', '12', '13'] });
  const steward = await prepareFolder(async ({ library, records }) => {
    await library.appendRaw({ qaId, ...asked }, testNow);
    const origin = { link: null, correctedSourceIds: [], snapshotId: null };
    await records.savePairOrigin({ ...origin, qaId, authorIds: ['4001', member, '4003'] });
  });
  const refused = steward('forget', member);
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('say --yes')]);
  const dry = steward('forget', member, '--dry-run').lines.join('\n');
  expect(dry).toContain(qaId);
  expect(steward('forget', member, '--yes').status).toBe(0);
});
