import { existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PortError } from '../../../domain/ports/errors.ts';
import { formatRawEntry, formatTopic } from '../../../domain/team/qa-blocks.ts';
import { addPair, firstOf, skipped } from '../testing-library.ts';
import { entry, openIn, pair, testFolder, testLog, testNow, testPaths, writeText } from '../testing.ts';

describe('a rebuild', () => {
  it('leaves the live generation alone until it is published, and keeps it afterwards', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await addPair(library, pair(1), { slug: 'old' });
    const next = await library.openGeneration('run');
    await addPair(library, pair(2), { slug: 'new', generation: next });
    expect(await library.liveGeneration()).toBe(1);
    expect(readdirSync(testPaths(folder).topicsLink)).toEqual(['old.txt']);

    expect(await library.publish(next)).toEqual([]);
    expect(await library.liveGeneration()).toBe(next);
    expect(readdirSync(testPaths(folder).topicsLink)).toEqual(['new.txt']);
    expect(await library.generations()).toMatchObject([
      { number: 1, live: false, building: false, topics: 1, pairs: 1 },
      { number: next, live: true, building: false, topics: 1, pairs: 1 },
    ]);
    expect(await library.index(1)).toContain('team:old.txt');
  });

  it('is found again by its owner with what it holds', async () => {
    const folder = testFolder();
    const next = await openIn(folder).library.openGeneration('run');
    const { library } = openIn(folder);
    await library.settle(next, [skipped(pair(1))]);
    expect(await library.openGeneration('run')).toBe(next);
    expect((await library.settled(next)).size).toBe(1);
  });

  it('of a dead owner is dropped when another one opens, and its number is not given again', async () => {
    const { library } = openIn(testFolder());
    const dead = await library.openGeneration('dead');
    const next = await library.openGeneration('run');
    expect((await library.generations()).map(({ number }) => number)).toEqual([1, next]);
    expect(await library.insert(firstOf('gpu', pair(1), { generation: dead }))).toBe('conflict');
    await expect(library.topics(77)).rejects.toMatchObject({ code: 'generation_unknown' });
  });

  it('is not published while raw entries are not settled in it', async () => {
    const { library } = openIn(testFolder());
    for (const second of [2, 1]) await library.appendRaw(entry(second), testNow);
    await library.settle(1, [skipped(pair(1)), skipped(pair(2))]);
    const next = await library.openGeneration('run');
    await library.settle(next, [skipped(pair(1))]);
    expect(await library.publish(next)).toEqual([pair(2).qaId]);
    expect(await library.liveGeneration()).toBe(1);
    await library.settle(next, [skipped(pair(2))]);
    expect(await library.publish(next)).toEqual([]);
  });

  it('may be published again by an attempt that does not know', async () => {
    const { library } = openIn(testFolder());
    const next = await library.openGeneration('run');
    await library.publish(next);
    await library.appendRaw(entry(1), testNow);
    expect(await library.publish(next)).toEqual([]);
    expect(await library.liveGeneration()).toBe(next);
  });

  it('is dropped by discard, as often as it is asked; the live one and former ones never', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    const dropped = await library.openGeneration('run');
    await library.discard(dropped);
    await library.discard(dropped);
    expect(readdirSync(join(testPaths(folder).libraryDir, 'generations'))).not.toContain(String(dropped));
    const next = await library.openGeneration('run');
    await library.publish(next);
    for (const number of [1, next]) await library.discard(number);
    expect((await library.generations()).map(({ number }) => number)).toEqual([1, next]);
  });

  it('whose publication died after the link is closed once another is published', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    const next = await library.openGeneration('run');
    const about = join(testPaths(folder).libraryDir, 'generations', String(next), 'generation.json');
    const marked = readFileSync(about, 'utf8');
    await library.publish(next);
    writeText(about, marked);
    await library.publish(await library.openGeneration('another'));
    expect(await library.insert(firstOf('gpu', pair(1), { generation: next }))).toBe('conflict');
  });
});

describe('the floor', () => {
  it('settles everything up to it, in every generation', async () => {
    const folder = testFolder();
    const { library } = openIn(folder, { qaRawLastProcessedId: pair(2).qaId });
    for (const second of [1, 2, 3]) await library.appendRaw(entry(second), testNow);
    const next = await library.openGeneration('run');
    for (const generation of [1, next]) {
      expect((await library.unsettled(generation)).map(({ qaId }) => qaId)).toEqual([pair(3).qaId]);
    }
  });

  it('that is no qa_id stops the start in a sentence', () => {
    expect(() => openIn(testFolder(), { qaRawLastProcessedId: 'yesterday' })).toThrow(
      /kb\.qa_raw_last_processed_id is "yesterday", which is no qa_id/,
    );
  });
});

describe('the library of a Python original', () => {
  function pythonLibrary() {
    const folder = testFolder();
    const root = join(folder, 'data/team-knowledge');
    writeText(
      join(root, 'raw/2026-W05.txt'),
      [1, 2, 3].map((second) => formatRawEntry(entry(second))).join('\n'),
    );
    writeText(join(root, 'topics/gpu.txt'), formatTopic([pair(1)]));
    writeText(join(root, 'topics/Node Start.txt'), formatTopic([pair(2)]));
    writeText(join(root, 'index-team.txt'), 'team:gpu.txt\nAbout GPUs.\n');
    writeText(join(root, 'state.json'), JSON.stringify({ last_processed_qa_id: pair(2).qaId }));
    return { folder, root };
  }
  /** What a start makes of it. */
  const adopted = async (folder: string, root: string) => {
    const { library } = openIn(folder);
    return {
      topics: (await library.topics(1)).map(({ slug }) => slug),
      unsettled: (await library.unsettled(1)).map(({ qaId }) => qaId),
      links: ['topics', 'live'].map((name) => readlinkSync(join(root, name))),
      index: readFileSync(join(root, 'index-team.txt'), 'utf8'),
    };
  };
  const whole = {
    topics: ['gpu', 'node-start'],
    unsettled: [pair(3).qaId],
    links: ['live/topics', 'generations/1'],
    index: 'team:gpu.txt\nQuestion 1\n\nteam:node-start.txt\nQuestion 2\n',
  };

  it('becomes generation 1, at the places where it stood', async () => {
    const { folder, root } = pythonLibrary();
    expect(await adopted(folder, root)).toEqual(whole);
  });

  it('keeps its descriptions', async () => {
    const { folder, root } = pythonLibrary();
    const cache = {
      schema_version: 1,
      generated_at: '2026-02-01T00:00:00Z',
      sources: {
        'team:gpu.txt': {
          source_type: 'file',
          content_hash: 'of an older text',
          summary_text: 'About GPUs.',
          last_indexed_at: '2026-02-01T00:00:00Z',
          summary_pending: false,
          file: { rel_path: 'gpu.txt', size_bytes: 1, mtime_ns: 1 },
        },
      },
    };
    writeText(join(root, 'index-team-cache.json'), JSON.stringify(cache));
    expect(await openIn(folder).library.index(1)).toContain('team:gpu.txt\nAbout GPUs.\n');
  });

  it('settles up to its cursor there, but not in a rebuild', async () => {
    const { folder } = pythonLibrary();
    const { library } = openIn(folder);
    const next = await library.openGeneration('run');
    expect((await library.unsettled(next)).map(({ qaId }) => qaId)).toEqual(
      [1, 2, 3].map((s) => pair(s).qaId),
    );
  });

  it.each([
    ['the index had moved', ['index-team.txt']],
    ['the cursor had moved', ['index-team.txt', 'state.json']],
    ['everything had moved', ['index-team.txt', 'state.json', 'topics']],
  ])('is adopted by the next start when a start died after %s', async (_, moved) => {
    const { folder, root } = pythonLibrary();
    const first = join(root, 'generations/1');
    mkdirSync(first, { recursive: true });
    writeText(
      join(first, 'generation.json'),
      JSON.stringify({ rebuild_owner: null, adopted_cursor: pair(2).qaId }),
    );
    for (const name of moved) renameSync(join(root, name), join(first, name));
    expect(await adopted(folder, root)).toEqual(whole);
  });

  it.each([
    [
      'a cursor that is no qa_id',
      '{"last_processed_qa_id": "msg_5"}',
      /state\.json: last_processed_qa_id is "msg_5"/,
    ],
    ['a state that is no JSON', '{"last_processed', /state\.json is not \{"last_processed_qa_id"/],
  ])('with %s stops the start in a sentence, untouched', (_, state, sentence) => {
    const { folder, root } = pythonLibrary();
    writeText(join(root, 'state.json'), state);
    expect(() => openIn(folder)).toThrow(sentence);
    expect(() => openIn(folder)).toThrow(PortError);
    expect(existsSync(join(root, 'topics/gpu.txt'))).toBe(true);
  });
});

describe('a start', () => {
  it('sweeps what deaths left, and nothing else', async () => {
    const folder = testFolder();
    openIn(folder);
    const { libraryDir } = testPaths(folder);
    const left = [
      'generations/.2.0123456789ab.tmp/topics/a.txt',
      'generations/1/topics/.a.txt.0123456789ab.tmp',
    ];
    for (const name of left) writeText(join(libraryDir, name), 'x');
    writeText(join(libraryDir, 'notes.txt'), 'mine');
    openIn(folder);
    for (const name of left) expect(existsSync(join(libraryDir, name))).toBe(false);
    expect(readFileSync(join(libraryDir, 'notes.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(join(libraryDir, 'generations'))).toEqual(['1']);
  });

  it('writes a broken state.json again from the ledger, with a warning', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await library.settle(1, [skipped(pair(4))]);
    writeText(join(testPaths(folder).libraryDir, 'generations/1/state.json'), '{"last_pro');
    const log = testLog();
    openIn(folder, { log });
    expect(readFileSync(testPaths(folder).teamStateLink, 'utf8')).toContain(pair(4).qaId);
    expect(log.warnings.join()).toContain('state_unreadable');
  });

  it('names file and line of a ledger line that cannot be read', async () => {
    const folder = testFolder();
    openIn(folder);
    const ledger = join(testPaths(folder).libraryDir, 'generations/1/settled.txt');
    writeText(ledger, `${pair(1).qaId}\tskipped\nrubbish\n`);
    const log = testLog();
    const { library } = openIn(folder, { log });
    expect((await library.settled(1)).size).toBe(1);
    expect(log.warnings.join()).toContain(`${ledger}:2: `);
  });

  it('refuses a folder of topics beside a library, and a live link that leads nowhere', () => {
    const folder = testFolder();
    openIn(folder);
    const { topicsLink, libraryDir } = testPaths(folder);
    rmSync(topicsLink);
    writeText(join(topicsLink, 'a.txt'), 'x');
    expect(() => openIn(folder)).toThrow(/topics is a folder of its own/);
    rmSync(topicsLink, { recursive: true });
    rmSync(join(libraryDir, 'generations/1'), { recursive: true });
    expect(() => openIn(folder)).toThrow(/live leads to no generation/);
  });
});
