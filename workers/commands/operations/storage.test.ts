import { existsSync, linkSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
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
      expect.stringContaining('elsewhere/steward.sqlite holds nothing yet, so nothing was copied.'),
      2,
    ]);
    expect(['elsewhere', 'copy.sqlite'].filter((name) => existsSync(join(steward.dir, name)))).toEqual([]);
  });

  it.each(['steward.sqlite', 'symlink', 'hard link'])(
    'a restore from its own file, named by %s, is refused before a damaged file is moved',
    async (name) => {
      const steward = await prepareFolder();
      const [data, file] = [join(steward.dir, 'data'), join(steward.dir, 'data', 'steward.sqlite')];
      if (name === 'symlink') symlinkSync(file, join(data, name));
      if (name === 'hard link') linkSync(file, join(data, name));
      truncateSync(file, 20_000);
      const before = readdirSync(data);
      const { stderr, status } = steward('storage', 'restore', join(data, name), '--again');
      expect([stderr, status]).toEqual([expect.stringContaining('is the store itself'), 2]);
      expect(readdirSync(data)).toEqual(before);
    },
  );

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
