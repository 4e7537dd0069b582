import { plainOrigin } from '../../domain/documents/source-origins.ts';
import {
  chmodSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openIn, testFolder, testPaths, writeText } from '../../test/support/storage/test-store.ts';
import { asNobody } from '../../test/support/as-nobody.ts';
import { openRefresh } from '../../test/support/steps/open-refresh.ts';
import { inStep } from '../../test/support/steps/team-steps.ts';
import { discoverFiles } from './discover-files.ts';

describe('a refresh of folders', () => {
  it('puts what it finds and describes into the index, in one step', async () => {
    const { refresh, index, described } = await openRefresh({ 'b.md': 'B', 'a/x.txt': 'X' });
    expect(await refresh()).toMatchObject({ sources: 2, read: 2, rejected: 0 });
    expect(described).toEqual(['kb:a/x.txt', 'kb:b.md']);
    expect(await index()).toBe('kb:a/x.txt\nAbout kb:a/x.txt.\n\nkb:b.md\nAbout kb:b.md.\n');
  });

  it('reads and asks nothing when nothing has changed, and leaves the files as they are', async () => {
    const { refresh, folder, described } = await openRefresh({ 'a.md': 'A' });
    await refresh();
    const before = readFileSync(testPaths(folder).documentIndexCache, 'utf8');
    expect(await refresh()).toMatchObject({ sources: 1, read: 0, toDescribe: 0 });
    expect(described).toEqual([]);
    expect(readFileSync(testPaths(folder).documentIndexCache, 'utf8')).toBe(before);
  });

  it('keeps the questions that a page answers beside its description, until the page changes', async () => {
    let questions = ['How do I start?', ' '];
    const { refresh, root, listed } = await openRefresh({ 'a.md': 'A' }, { questionsOf: () => questions });
    await refresh();
    expect((await listed())['kb:a.md']?.record?.questions).toEqual(['How do I start?']);
    questions = [];
    writeFileSync(join(root, 'a.md'), 'Another');
    await refresh();
    expect((await listed())['kb:a.md']?.record?.questions).toBeUndefined();
  });

  it('counts a file that is rejected once, however many steps read the folders, and files of a kind that is not read never', async () => {
    const { deps, root } = await openRefresh({
      'a.md': 'A',
      'b.md': 'B',
      'c.md': 'C',
      'd.md': 'D',
      'e.md': 'E',
    });
    symlinkSync('nowhere.md', join(root, 'dangling.md'));
    writeFileSync(join(root, 'photo.raw'), '');
    const steps = [];
    for (let left = 1; left > 0;) {
      const step = await inStep(() => discoverFiles(deps, { firstRunId: 'run', milliseconds: 0 }));
      steps.push(step.failed);
      ({ left } = step);
    }
    expect(steps).toEqual([1, 0]);
  });

  it('asks no model for a file that was only touched', async () => {
    const { refresh, root, described, listed } = await openRefresh({ 'a.md': 'A' });
    await refresh();
    utimesSync(join(root, 'a.md'), 1, 1);
    expect(await refresh()).toMatchObject({ read: 1, toDescribe: 0 });
    expect(described).toEqual([]);
    expect((await listed())['kb:a.md']?.record?.file?.mtime_ns).toBe(1_000_000_000n);
  });

  it('keeps the old description while the new one is missing, and tries again at the next refresh', async () => {
    let isBroken = false;
    const answer = (id: string, text: string) => (isBroken ? ' ' : `${id} says ${text}`);
    const { refresh, root, index, errors } = await openRefresh({ 'a.md': 'one' }, { describe: answer });
    await refresh();
    isBroken = true;
    writeFileSync(join(root, 'a.md'), 'two!');
    await refresh();
    expect(await index()).toBe('kb:a.md\nkb:a.md says one\n');
    expect(await errors()).toEqual({ 'kb:a.md': expect.stringContaining('cannot be used') });
    isBroken = false;
    await refresh();
    expect(await index()).toBe('kb:a.md\nkb:a.md says two!\n');
    expect(await errors()).toEqual({});
  });

  it('drops what is gone', async () => {
    const { refresh, root, index } = await openRefresh({ 'a.md': 'A', 'b.md': 'B' });
    await refresh();
    rmSync(join(root, 'a.md'));
    expect(await refresh()).toMatchObject({ removed: 1, sources: 1 });
    expect(await index()).toBe('kb:b.md\nAbout kb:b.md.\n');
  });

  it('describes again when the model is another one, and only then', async () => {
    const folder = testFolder();
    const files = { 'a.md': 'A' };
    await (await openRefresh(files, { folder, modelName: 'small' })).refresh();
    const same = await openRefresh({}, { folder, modelName: 'small' });
    await same.refresh();
    expect(same.described).toEqual([]);
    const other = await openRefresh({}, { folder, modelName: 'large' });
    await other.refresh();
    expect(other.described).toEqual(['kb:a.md']);
    await other.refresh();
    expect(other.described).toEqual([]);
  });

  it('gives the same bytes for the same input, whatever order the folder was written in', async () => {
    const names = ['z.md', 'a.md', 'M/b.md', 'ä.md', 'M.md'];
    const indexOf = async (order: readonly string[]) => {
      const steward = await openRefresh(Object.fromEntries(order.map((name) => [name, `# ${name}`])));
      await steward.refresh();
      return steward.index();
    };
    expect(await indexOf(names)).toBe(await indexOf(names.toReversed()));
  });

  it('takes folders of their own with globs, under their names', async () => {
    const folder = testFolder();
    for (const name of ['in/a.md', 'in/draft/b.md', 'c.md']) writeText(join(folder, 'more', name), name);
    const more = { folder: join(folder, 'more'), include: ['in/**'], exclude: ['**/draft/**'] };
    const details = { ...plainOrigin };
    const { refresh, index, sources } = await openRefresh(
      {},
      { folder, origins: { folders: [{ name: 'more', ...more, ...details, title: 'Handbook' }] } },
    );
    await refresh();
    expect(await index()).toBe('kb:more/in/a.md\nAbout kb:more/in/a.md.\n');
    expect(await sources.load('kb:more/in/a.md', 1)).toMatchObject({ title: 'Handbook: a', text: 'in/a.md' });
  });
});

describe('bad input', () => {
  it('is one clear line each, and everything else is indexed', async () => {
    const { refresh, root, index, errors, folder } = await openRefresh({
      'ok.md': 'OK',
      'huge.md': '',
      'binary.md': 'a\0b',
      'latin.md': '',
      'logo.png': '',
      'icon.png': '',
    });
    truncateSync(join(root, 'huge.md'), 200 * 1024 * 1024);
    writeFileSync(join(root, 'latin.md'), Uint8Array.of(0xe4, 0x62));
    writeText(join(folder, 'secret.md'), 'secret');
    symlinkSync(join(folder, 'secret.md'), join(root, 'out.md'));
    symlinkSync('nowhere.md', join(root, 'dangling.md'));
    expect(await refresh()).toMatchObject({ sources: 1, rejected: 6 });
    expect(await index()).toBe('kb:ok.md\nAbout kb:ok.md.\n');
    expect(await errors()).toEqual({
      'kb:huge.md': 'It has 209715200 bytes; at most 2097152 are read. Split it.',
      'kb:binary.md': 'Document "binary.md": it is not text in UTF-8.',
      'kb:latin.md': 'Document "latin.md": it is not text in UTF-8.',
      'kb:out.md': 'The link leads out of the folder of documents.',
      'kb:dangling.md': 'The link leads nowhere.',
      'kb:**/*.png': expect.stringMatching(/^2 files are of a kind that is not read/u),
    });
  });

  it('that could be read once is not read at every refresh again', async () => {
    const { refresh } = await openRefresh({ 'binary.md': 'a\0b' });
    await refresh();
    expect(await refresh()).toMatchObject({ read: 0, rejected: 1 });
  });

  it('a file that vanishes while it is read has a line, and goes with the next refresh', async () => {
    const steward = await openRefresh({ 'a.md': 'A', 'b.md': 'B' });
    const { documents } = steward.deps;
    let isFirst = true;
    const vanishing: typeof documents = {
      ...documents,
      read: async (file) => {
        if (isFirst) rmSync(join(steward.root, 'a.md'));
        isFirst = false;
        return documents.read(file);
      },
    };
    Object.assign(steward.deps, { documents: vanishing });
    await steward.refresh();
    expect(await steward.errors()).toEqual({ 'kb:a.md': expect.stringContaining('it is gone') });
    await steward.refresh();
    expect(await steward.errors()).toEqual({});
    expect(await steward.index()).toBe('kb:b.md\nAbout kb:b.md.\n');
  });

  it('a folder that cannot be reached keeps what was known of it', async () => {
    const folder = testFolder();
    const dir = join(folder, 'more');
    writeText(join(dir, 'a.md'), 'A');
    const details = { include: [], exclude: [], ...plainOrigin };
    const steward = await openRefresh({ 'b.md': 'B' }, { folder });
    const main = steward.deps.origins.folders[0]!;
    const origins = { folders: [main, { name: 'more', folder: dir, ...details }] };
    await (await openRefresh({}, { folder, origins })).refresh();
    rmSync(dir, { recursive: true });
    const after = await openRefresh({}, { folder, origins });
    await after.refresh();
    expect(await after.index()).toContain('kb:more/a.md\n');
    expect(await after.errors()).toEqual({ [dir]: expect.stringContaining('cannot be found') });
  });

  it('a folder or a file without rights is one line, keeps what was known of it, and stops nothing else', async () => {
    const steward = await openRefresh({ 'ok.md': 'OK', 'secret.md': 'S', 'closed/a.md': 'A' });
    const { refresh, root, folder, index, errors, deps } = steward;
    const { documents } = deps;
    const without = asNobody();
    Object.assign(deps, {
      documents: {
        ...documents,
        discover: () => without(() => documents.discover()),
        read: (file) => without(() => documents.read(file)),
      } satisfies typeof documents,
    });
    chmodSync(folder, 0o755);
    await refresh();
    const before = await index();
    writeText(join(root, 'ok.md'), 'changed');
    writeText(join(root, 'secret.md'), 'changed');
    const allow = (mode: number, ...paths: readonly string[]) => {
      for (const path of paths) chmodSync(join(root, path), mode);
    };
    allow(0, 'secret.md', 'closed');
    expect(await refresh()).toMatchObject({ sources: 3, removed: 0, rejected: 2 });
    expect(steward.described).toEqual(['kb:ok.md']);
    expect(await index()).toBe(before);
    expect(await errors()).toEqual({
      'kb:closed': "The folder cannot be read (EACCES). Give Steward's user the right to.",
      'kb:secret.md': 'Document "secret.md": it is gone or may not be read.',
    });
    allow(0, '.');
    expect(await refresh()).toMatchObject({ sources: 3, removed: 0 });
    expect(await index()).toBe(before);
    allow(0o755, '.', 'secret.md', 'closed');
    expect(await refresh()).toMatchObject({ sources: 3, rejected: 0 });
  });

  it.each([
    ['cut in half', (text: string) => text.slice(0, text.length / 2)],
    ['from another version', (text: string) => text.replace('"schema_version": 1', '"schema_version": 7')],
  ])('a printed cache that is %s is printed again, and costs nothing', async (_, damage) => {
    const { refresh, folder, index, described } = await openRefresh({ 'a.md': 'A', 'b.md': 'B' });
    await refresh();
    const before = await index();
    const path = testPaths(folder).documentIndexCache;
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, damage(whole));
    expect(await refresh()).toMatchObject({ read: 0, toDescribe: 0 });
    expect(described).toEqual([]);
    await openIn(folder);
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(await index()).toBe(before);
  });
});
