import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatRawEntry, formatTopic } from '../../../domain/team/qa-blocks.ts';
import { skipped } from '../../../test/support/storage/add-pair.ts';
import { prepareLibrary, topicFile } from '../../../test/support/storage/printed-files.ts';
import {
  entry,
  isOnPostgres,
  openIn,
  pair,
  testFolder,
  testLog,
  testNow,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';
import type { Storage } from '../open-storage.ts';

const stateOf = async ({ library }: Storage) => [
  await library.rawEntries(),
  await library.topics(1),
  await library.index(1),
  [...(await library.ledger(1)).settled],
  await library.retracted(),
  await library.erasedSince(),
];

const filesIn = (folder: string) =>
  readdirSync(testPaths(folder).libraryDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt') || name === 'state.json')
    .map((name) => [name, readFileSync(join(testPaths(folder).libraryDir, name), 'utf8')]);

// On PostgreSQL the database does not stand beside the files.
describe.skipIf(isOnPostgres())('printed files whose database is gone', () => {
  async function lost() {
    const { folder, storage } = await prepareLibrary();
    const { library } = storage;
    await library.appendRaw(entry(4), testNow);
    await library.settle(1, [skipped(pair(4))]);
    await library.retract({ qaIds: [pair(2).qaId], now: testNow });
    await storage.erasure.erase({ userId: '4001' });
    const before = [filesIn(folder), await stateOf(storage), storage.id];
    await storage.close();
    for (const end of ['', '-wal', '-shm']) rmSync(testPaths(folder).database + end, { force: true });
    return { folder, before };
  }

  it('stop the start, in a sentence that names both ways out: nobody comes back unnoticed', async () => {
    const { folder } = await lost();
    const { libraryDir } = testPaths(folder);
    const raw = readdirSync(join(libraryDir, 'raw'));
    await expect(openIn(folder)).rejects.toThrow(`npx steward import ${libraryDir}`);
    await expect(openIn(folder)).rejects.toThrow('npx steward storage restore');
    expect(readdirSync(join(libraryDir, 'raw'))).toEqual(raw);
  });

  it('fill an empty store that is equal to the one before, under its id, and are printed to the byte', async () => {
    const { folder, before } = await lost();
    const filling = await openIn(folder, { prints: 'off', adopts: true });
    expect(await filling.adopt(testPaths(folder).libraryDir)).toEqual({ pairs: 2, topics: 2 });
    await filling.close();
    const log = testLog();
    const again = await openIn(folder, { log });
    expect([filesIn(folder), await stateOf(again), again.id]).toEqual(before);
    expect(existsSync(join(testPaths(folder).libraryDir, 'kept-aside'))).toBe(false);
    expect(log.warnings).toEqual([]);
  });

  it('stay as they are where the import that was to fill the store has died, until one fills it', async () => {
    const { folder, before } = await lost();
    const { libraryDir } = testPaths(folder);
    await (await openIn(folder, { prints: 'off', adopts: true })).close();
    await expect(openIn(folder)).rejects.toMatchObject({ code: 'store_lost' });
    expect(filesIn(folder)).toEqual(before[0]);
    const filling = await openIn(folder, { prints: 'off', adopts: true });
    await filling.adopt(libraryDir);
    await filling.close();
    expect(await stateOf(await openIn(folder))).toEqual(before[1]);
  });

  it('fill no store that holds something, which takes over what they retract', async () => {
    const { folder } = await lost();
    const { storage: other } = await prepareLibrary();
    expect(await other.adopt(testPaths(folder).libraryDir)).toBe(null);
    expect([...(await other.library.retracted())]).toEqual([pair(2).qaId]);
  });

  it('refuse a bad cursor also where the store holds something', async () => {
    const { storage } = await prepareLibrary();
    const folder = testFolder();
    writeText(join(folder, 'state.json'), '{"last_processed_qa_id": "nope"}');
    await expect(storage.adopt(folder)).rejects.toMatchObject({ code: 'cursor_invalid' });
  });

  it('are read in whatever way an editor saved them, and a line that is damaged is named', async () => {
    const { folder } = await lost();
    const settled = join(testPaths(folder).libraryDir, 'settled.txt');
    writeText(settled, `${readFileSync(settled, 'utf8')}damaged\n`.replaceAll('\n', '\r\n'));
    const log = testLog();
    const filling = await openIn(folder, { prints: 'off', adopts: true, log });
    await filling.adopt(testPaths(folder).libraryDir);
    expect((await filling.library.ledger(1)).settled.get(pair(4).qaId)?.outcome).toBe('skipped');
    expect(log.warnings.join()).toMatch(/settled\.txt:\d+: /u);
  });
});

describe('the library of the Python original', () => {
  function original(cursor: unknown) {
    const root = testFolder();
    const raw = [1, 2, 3].map((second) => formatRawEntry(entry(second)));
    writeText(join(root, 'raw', '2026-W05.txt'), raw.join('\n'));
    writeText(join(root, 'topics', 'GPU Help.txt'), formatTopic([pair(1)]));
    writeText(join(root, 'state.json'), JSON.stringify({ last_processed_qa_id: cursor }));
    return root;
  }

  it('becomes the live one, and its cursor tells what it has processed', async () => {
    const folder = testFolder();
    const filling = await openIn(folder, { prints: 'off', adopts: true });
    expect(await filling.adopt(original(pair(2).qaId))).toEqual({ pairs: 1, topics: 1 });
    await filling.close();
    const { library } = await openIn(folder);
    expect((await library.topics(1)).map(({ slug }) => slug)).toEqual(['gpu-help']);
    expect((await library.unsettled(1)).map(({ qaId }) => qaId)).toEqual([pair(3).qaId]);
    expect(readFileSync(topicFile(folder, 'gpu-help'), 'utf8')).toBe(formatTopic([pair(1)]));
  });

  it('keeps its descriptions, and the cursor does not hold in a rebuild', async () => {
    const root = original(pair(2).qaId);
    const record = {
      source_type: 'file',
      content_hash: 'of an older text',
      summary_text: 'About GPUs.',
      last_indexed_at: '2026-02-01T00:00:00Z',
      summary_pending: false,
      file: { rel_path: 'gpu-help.txt', size_bytes: 1, mtime_ns: 1 },
    };
    const cache = {
      schema_version: 1,
      generated_at: '2026-02-01T00:00:00Z',
      sources: { 'team:gpu-help.txt': record },
    };
    writeText(join(root, 'index-team-cache.json'), JSON.stringify(cache));
    const storage = await openIn(testFolder(), { prints: 'off', adopts: true });
    await storage.adopt(root);
    const { library } = storage;
    expect(await library.index(1)).toBe('team:gpu-help.txt\nAbout GPUs.\n');
    const next = await library.openGeneration('run');
    expect((await library.unsettled(next)).map(({ qaId }) => qaId)).toEqual(
      [1, 2, 3].map((second) => pair(second).qaId),
    );
  });

  it('is refused whole with a cursor that is none', async () => {
    const folder = testFolder();
    const filling = await openIn(folder, { prints: 'off', adopts: true });
    await expect(filling.adopt(original('yesterday'))).rejects.toMatchObject({
      code: 'cursor_invalid',
      message: expect.stringContaining('"yesterday"') as string,
    });
    expect(await filling.library.rawEntries()).toEqual([]);
  });
});
