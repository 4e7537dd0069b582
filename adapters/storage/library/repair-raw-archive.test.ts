import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRawEntry } from '../../../domain/team/qa-blocks.ts';
import { entry, openIn, testFolder, testLog, testNow, testPaths, testWeek, writeText } from '../testing.ts';

/** Looks whole at nearly every cut: fields, turns and blank lines inside a turn. */
const tricky = entry(2, {
  turns: [
    { label: 'User', text: 'How?\n\n--- QA ---\nTeam: no' },
    { label: 'Team', text: 'So.\n\nAnd so, é.\n' },
  ],
});

describe('an append that died', () => {
  it('is finished, wherever it was cut', async () => {
    const text = `\n${formatRawEntry(tricky)}`;
    const bytes = Buffer.from(text);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (cut) => {
        const folder = testFolder();
        const path = join(testPaths(folder).rawDir, testWeek);
        const before = formatRawEntry(entry(1));
        writeText(path, Buffer.concat([Buffer.from(before), bytes.subarray(0, cut)]));
        const intent = { fileName: testWeek, offset: Buffer.byteLength(before), text };
        writeText(join(testPaths(folder).rawDir, '.append.json'), JSON.stringify(intent));
        const { library } = openIn(folder);
        expect(readFileSync(path, 'utf8')).toBe(before + text);
        expect(await library.appendRaw(tricky, testNow)).toEqual(tricky);
        expect(await library.rawEntries()).toEqual([entry(1), tricky]);
      }),
      { numRuns: 12 },
    );
  });

  it('is finished by a process that was running meanwhile', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await library.appendRaw(entry(1), testNow);
    const path = join(testPaths(folder).rawDir, testWeek);
    const before = readFileSync(path, 'utf8');
    const text = `\n${formatRawEntry(tricky)}`;
    const intent = { fileName: testWeek, offset: Buffer.byteLength(before), text };
    writeText(join(testPaths(folder).rawDir, '.append.json'), JSON.stringify(intent));
    writeText(path, before + text.slice(0, -30));
    await library.appendRaw(entry(3), testNow);
    expect(await library.rawEntries()).toEqual([entry(1), tricky, entry(3)]);
  });

  it('had not begun when its note is not whole', async () => {
    const folder = testFolder();
    writeText(join(testPaths(folder).rawDir, '.append.json'), '{"fileName":"2026-W06.txt","off');
    const { library } = openIn(folder);
    await library.appendRaw(entry(1), testNow);
    expect(await library.rawEntries()).toEqual([entry(1)]);
  });

  it('is given up when a person changed the file since', async () => {
    const folder = testFolder();
    const path = join(testPaths(folder).rawDir, testWeek);
    const byHand = formatRawEntry(entry(3));
    writeText(path, byHand);
    const intent = { fileName: testWeek, offset: 0, text: formatRawEntry(entry(1)) };
    writeText(join(testPaths(folder).rawDir, '.append.json'), JSON.stringify(intent));
    const log = testLog();
    const { library } = openIn(folder, { log });
    expect(await library.rawEntries()).toEqual([entry(3)]);
    expect(log.warnings.join()).toContain('raw_append_abandoned');
  });
});

describe('an end that is not whole and not ours', () => {
  const tornFile = (text: string) => {
    const folder = testFolder();
    const path = join(testPaths(folder).rawDir, testWeek);
    writeText(path, text);
    return { folder, path };
  };
  const whole = formatRawEntry(entry(1));
  const torn = formatRawEntry(entry(2)).slice(0, -30);

  it('is moved beside the file, with a warning that names file and line', async () => {
    const { folder, path } = tornFile(`${whole}\n${torn}`);
    const log = testLog();
    const { library } = openIn(folder, { log });
    expect(await library.rawEntries()).toEqual([entry(1)]);
    expect(readFileSync(`${path}.torn`, 'utf8').trim()).toBe(torn.trim());
    expect(log.warnings.join()).toContain(`${path}.torn`);
  });

  it('does not swallow what is appended next', async () => {
    const { folder } = tornFile(`${whole}\n${torn}`);
    const { library } = openIn(folder);
    await library.appendRaw(entry(3), testNow);
    expect(await openIn(folder).library.rawEntries()).toEqual([entry(1), entry(3)]);
  });

  it('is found in bytes, not characters', async () => {
    const umlauts = formatRawEntry(
      entry(1, {
        turns: [
          { label: 'User', text: 'äöü?' },
          { label: 'Team', text: '日本' },
        ],
      }),
    );
    const { folder, path } = tornFile(`${umlauts}\n${torn}`);
    openIn(folder);
    expect(readFileSync(path, 'utf8')).toBe(`${umlauts}\n`);
  });

  it('is left alone when it is whole', async () => {
    const { folder, path } = tornFile(whole);
    openIn(folder);
    expect(existsSync(`${path}.torn`)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(whole);
  });
});
