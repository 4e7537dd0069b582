import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import {
  entry,
  openIn,
  testFolder,
  testLog,
  testNow,
  testPaths,
  testWeek,
  writeText,
} from '../../../test/support/storage/test-store.ts';

const identity = ({ conversationId, messageIds }: RawEntry) =>
  `${conversationId} ${messageIds.toSorted().join(' ')}`;

const fileIn = (folder: string, name = testWeek) => join(testPaths(folder).rawDir, name);

describe('appendRaw', () => {
  it('writes into the week of the append, not of the entry', async () => {
    const folder = testFolder();
    await (await openIn(folder)).library.appendRaw(entry(1), new Date('2027-01-01T08:00:00Z'));
    expect(readdirSync(testPaths(folder).rawDir)).toContain('2026-W53.txt');
  });

  it('returns what is there when the same conversation and messages come again', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    const first = await library.appendRaw(entry(1), testNow);
    const text = readFileSync(fileIn(folder), 'utf8');
    const again = await library.appendRaw(
      entry(1, { messageIds: entry(1).messageIds.toReversed() }),
      new Date('2026-03-04T12:00:00Z'),
    );
    expect(again).toEqual(first);
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(text);
  });

  it('moves an id on by a microsecond that other messages hold, in whatever week they were written', async () => {
    const { library } = await openIn(testFolder());
    await library.appendRaw(entry(1), new Date('2025-02-04T12:00:00Z'));
    const moved = await library.appendRaw(entry(1, { messageIds: ['9'] }), testNow);
    expect(moved.qaId).toBe('qa_20260201_000001.000001');
    expect(moved.timestamp).toBe('2026-02-01T00:00:01.000001Z');
    expect(await library.rawEntry(moved.qaId)).toEqual(moved);
  });

  it('keeps ids unique and repeatable, whatever collides', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    const appends = fc.array(
      fc.record({
        second: fc.nat(2),
        conversation: fc.nat(3),
        messages: fc.uniqueArray(fc.nat(3), { minLength: 1 }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(appends, async (runs) => {
        for (const { second, conversation, messages } of runs) {
          const wanted = entry(second, {
            conversationId: `thread_${conversation}`,
            messageIds: messages.map(String),
          });
          const written = await library.appendRaw(wanted, testNow);
          expect(identity(written)).toBe(identity(wanted));
          expect(await library.appendRaw(wanted, testNow)).toEqual(written);
        }
        const entries = await library.rawEntries();
        expect(new Set(entries.map(({ qaId }) => qaId)).size).toBe(entries.length);
        expect(new Set(entries.map(identity)).size).toBe(entries.length);
        expect(await (await openIn(folder)).library.rawEntries()).toEqual(entries);
      }),
      { numRuns: 20 },
    );
  });

  it('refuses an entry that could not be read back, and writes nothing', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    const bad = library.appendRaw(entry(1, { messageIds: ['1, 2'] }), testNow);
    await expect(bad).rejects.toMatchObject({ name: 'PortError', kind: 'final', code: 'not_storable' });
    expect(readdirSync(testPaths(folder).rawDir).filter((name) => name.endsWith('.txt'))).toEqual([]);
  });
});

describe('the archive', () => {
  it('is read oldest first across weeks, and entries added by hand are seen', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    const late = await library.appendRaw(entry(9), new Date('2025-02-04T12:00:00Z'));
    const early = await library.appendRaw(entry(2), testNow);
    expect(await library.rawEntries()).toEqual([early, late]);
    appendFileSync(
      fileIn(folder),
      '\n--- QA ---\nid: qa_20260201_000005\ntimestamp: 2026-02-01T00:00:05Z\nconversation_id: thread_5\n' +
        'message_ids: 5\nUser: by hand\nTeam: yes\n',
    );
    await library.takeInArchive();
    expect((await library.rawEntries()).map(({ qaId }) => qaId)).toEqual([
      early.qaId,
      'qa_20260201_000005',
      late.qaId,
    ]);
  });

  it('names file and line of an entry that cannot be read, and reads the others', async () => {
    const folder = testFolder();
    await (await openIn(folder)).library.appendRaw(entry(1), testNow);
    const text = readFileSync(fileIn(folder), 'utf8');
    writeText(fileIn(folder), `--- QA ---\nid: nonsense\nUser: q\n\n${text}`);
    const log = testLog();
    const { library } = await openIn(folder, { log });
    expect((await library.rawEntries()).map(({ qaId }) => qaId)).toEqual([entry(1).qaId]);
    expect(log.warnings).toEqual([expect.stringContaining(`${fileIn(folder)}:1: `)]);
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(`--- QA ---\nid: nonsense\nUser: q\n\n${text}`);
  });

  it('uses the first of two entries that share an id, and says so', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    await library.appendRaw(entry(1), testNow);
    writeText(
      fileIn(folder, '2026-W07.txt'),
      readFileSync(fileIn(folder), 'utf8').replace('thread_1', 'thread_2'),
    );
    const log = testLog();
    const reopened = await openIn(folder, { log });
    expect((await reopened.library.rawEntries()).map(({ conversationId }) => conversationId)).toEqual([
      'thread_1',
    ]);
    expect(log.warnings.join()).toContain('stands twice');
  });
});
