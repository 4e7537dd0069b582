import { describe, expect, it } from 'vitest';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { entry } from '../../test/support/storage/test-store.ts';
import { prepareFolder } from '../../test/support/storage/prepare-folder.ts';

const now = () => new Date();

describe('forget', () => {
  const anna = '4001';
  const qaId = 'qa_20260201_000002';
  const fill = async ({ library, records }: Storage) => {
    const texts = ['My drum breaks', 'Mine, too', `<@${anna}> wait`, 'Annabel can wait', 'Replace it'];
    const turns = texts.map((text, at) => ({ label: at < 2 ? ('User' as const) : ('Team' as const), text }));
    await library.appendRaw(entry(2, { turns, messageIds: ['1', '2', '3', '4', '5'] }), now());
    const origin = { link: null, correctedSourceIds: [], snapshotId: null };
    await records.savePairOrigin({ ...origin, qaId, authorIds: ['4002', anna, '4003', '4003', '4003'] });
    await records.cacheDecision('key', '{}');
  };

  it('says what it does, and lists where others name the person', async () => {
    const steward = await prepareFolder(fill);
    const mentions = [
      expect.stringMatching(/^Others may speak of the person here\. .* library retract QA_ID/u),
      `  ${qaId}  <@${anna}> wait`,
    ];
    const dry = steward('forget', anna, '--dry-run');
    expect(dry.lines).toEqual([
      expect.stringContaining(`What ${anna} wrote goes`),
      'Conversations of others that lose their messages:',
      `  ${qaId}`,
      ...mentions,
      'Nothing was changed.',
    ]);
    const { lines, stderr, status } = steward('forget', anna);
    expect([lines[2], status]).toEqual([`  ${qaId}`, 0]);
    expect(stderr).not.toMatch(/^\{/mu);
    expect(steward('forget', anna).lines[0]).toBe(`Steward keeps nothing that ${anna} wrote.`);
  });

  it('lets no answer of the team go without a yes, and shows which go', async () => {
    const steward = await prepareFolder(fill);
    const refused = steward('forget', '4002');
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('say --yes')]);
    expect(steward('forget', '4002', '--dry-run').lines.slice(1, 3)).toEqual([
      'Learned answers that go, because the person asked for them:',
      `  ${qaId}  <@${anna}> wait / Annabel can wait / Replace it`,
    ]);
    expect(steward('forget', '4002', '--yes').lines.at(-1)).toMatch(/^Done\./u);
    expect(steward('forget', '4002').lines[0]).toBe('Steward keeps nothing that 4002 wrote.');
  });

  it('says of an unknown id that nothing is kept, and drops the cached decisions', async () => {
    const steward = await prepareFolder(fill);
    const { lines, status } = steward('forget', '4999');
    expect([lines[0], status]).toEqual(['Steward keeps nothing that 4999 wrote.', 0]);
    expect(lines.at(-1)).toMatch(/^Done\. .* stays out/u);
    expect(steward('forget', '4999').lines).toHaveLength(2);
  });
});
