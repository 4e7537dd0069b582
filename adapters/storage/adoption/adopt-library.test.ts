import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatTopic } from '../../../domain/team/qa-blocks.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { prepareView, topicFile } from '../../../test/support/storage/printed-view.ts';
import { openIn, pair, testLog, testPaths, writeText } from '../../../test/support/storage/test-store.ts';

describe('what people decided, when the database is gone', () => {
  const byHand = [
    { label: 'User', text: 'Question 1' },
    { label: 'Team', text: 'By hand' },
  ] as const;
  const decision = {
    qaId: pair(3).qaId,
    approved: true,
    removals: [pair(1).qaId],
    decidedAt: '2026-02-01T00:00:00.000000Z',
  };

  async function lost(change: (folder: string) => void) {
    const { folder, storage } = await prepareView();
    writeText(topicFile(folder), formatTopic([{ ...pair(1), turns: byHand }, pair(2)]));
    await storage.library.saveRemovalApproval(decision);
    await storage.close();
    for (const end of ['', '-wal', '-shm']) rmSync(testPaths(folder).database + end, { force: true });
    change(join(testPaths(folder).libraryDir, 'decisions.txt'));
    const log = testLog();
    return { log, again: await openIn(folder, { log }) };
  }

  it('holds in every rebuild: the words that a person gave a pair, among them', async () => {
    const { again } = await lost(() => {});
    const { library } = again;
    const generation = await library.openGeneration('run');
    for (const raw of await library.unsettled(generation)) await addPair(library, raw, { generation });
    expect((await library.topic(generation, 'gpu'))?.text).toContain('By hand');
  });

  it('is read in whatever way an editor saved it, and a line that is damaged is named', async () => {
    const { again, log } = await lost((path) => {
      writeText(path, `${readFileSync(path, 'utf8')}damaged\n`.replaceAll('\n', '\r\n'));
    });
    expect(await again.library.removalApproval(pair(3).qaId)).toEqual(decision);
    expect(log.warnings.join()).toMatch(/decisions\.txt:2: /u);
  });
});
