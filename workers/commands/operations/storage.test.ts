import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareFolder } from '../../../test/support/storage/prepare-folder.ts';
import { isOnPostgres } from '../../../test/support/storage/test-store.ts';

describe.skipIf(isOnPostgres())('of a store in a file', () => {
  it('a wrong data_dir makes `storage backup` write nothing, also no empty store', async () => {
    const steward = await prepareFolder();
    writeFileSync(join(steward.dir, 'config.yaml'), 'storage: { data_dir: elsewhere }\n');
    const { stderr, status } = steward('storage', 'backup', 'copy.sqlite');
    expect([stderr, status]).toEqual([
      expect.stringContaining(
        'elsewhere/steward.sqlite holds nothing yet: npx steward worker makes the store.',
      ),
      2,
    ]);
    expect(['elsewhere', 'copy.sqlite'].filter((name) => existsSync(join(steward.dir, name)))).toEqual([]);
  });

  it('a damaged store stays where it is until the backup is known to be good', async () => {
    const steward = await prepareFolder();
    const data = join(steward.dir, 'data');
    truncateSync(join(data, 'steward.sqlite'), 20_000);
    const before = readdirSync(data);
    writeFileSync(join(steward.dir, 'backup.sqlite'), 'a letter');
    expect(steward('storage', 'restore', 'backup.sqlite').stderr).toContain('is damaged, or no SQLite');
    expect(readdirSync(data)).toEqual(before);
  });
});
