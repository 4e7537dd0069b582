import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PortError } from '../../../domain/ports/errors.ts';
import { formatRawEntry, formatTopic } from '../../../domain/team/qa-blocks.ts';
import { addPair, firstOf, skipped } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testLog,
  testNow,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';

describe('a rebuild', () => {
  it('leaves the live generation alone until it is published, and keeps it afterwards', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    await addPair(library, pair(1), { slug: 'old' });
    const next = await library.openGeneration('run');
    await addPair(library, pair(2), { slug: 'new', generation: next });
    expect(await library.liveGeneration()).toBe(1);
    expect(readdirSync(testPaths(folder).topicsDir)).toEqual(['old.txt']);

    expect(await library.publish(next)).toEqual([]);
    expect(await library.liveGeneration()).toBe(next);
    expect(readdirSync(testPaths(folder).topicsDir)).toEqual(['new.txt']);
    expect(await library.generations()).toMatchObject([
      { number: 1, live: false, building: false, topics: 1, pairs: 1 },
      { number: next, live: true, building: false, topics: 1, pairs: 1 },
    ]);
    expect(await library.index(1)).toContain('team:old.txt');
  });

  it('is found again by its owner with what it holds', async () => {
    const folder = testFolder();
    const next = await (await openIn(folder)).library.openGeneration('run');
    const { library } = await openIn(folder);
    await library.settle(next, [skipped(pair(1))]);
    expect(await library.openGeneration('run')).toBe(next);
    expect((await library.ledger(next)).settled.size).toBe(1);
  });

  it('of a dead owner is dropped when another one opens, and its number is not given again', async () => {
    const { library } = await openIn(testFolder());
    const dead = await library.openGeneration('dead');
    const next = await library.openGeneration('run');
    expect((await library.generations()).map(({ number }) => number)).toEqual([1, next]);
    expect(await library.insert(firstOf('gpu', pair(1), { generation: dead }))).toBe('conflict');
    await expect(library.topics(77)).rejects.toMatchObject({ code: 'generation_unknown' });
  });

  it('is not published while raw entries are not settled in it', async () => {
    const { library } = await openIn(testFolder());
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
    const { library } = await openIn(testFolder());
    const next = await library.openGeneration('run');
    await library.publish(next);
    await library.appendRaw(entry(1), testNow);
    expect(await library.publish(next)).toEqual([]);
    expect(await library.liveGeneration()).toBe(next);
  });

  it('is dropped by discard, as often as it is asked; the live one and former ones never', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    const dropped = await library.openGeneration('run');
    await library.discard(dropped);
    await library.discard(dropped);
    expect((await library.generations()).map(({ number }) => number)).toEqual([1]);
    const next = await library.openGeneration('run');
    await library.publish(next);
    for (const number of [1, next]) await library.discard(number);
    expect((await library.generations()).map(({ number }) => number)).toEqual([1, next]);
  });
});

describe('the floor', () => {
  it('settles everything up to it, in every generation', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder, { qaRawLastProcessedId: pair(2).qaId });
    for (const second of [1, 2, 3]) await library.appendRaw(entry(second), testNow);
    const next = await library.openGeneration('run');
    for (const generation of [1, next]) {
      expect((await library.unsettled(generation)).map(({ qaId }) => qaId)).toEqual([pair(3).qaId]);
    }
  });

  it('that is no qa_id stops the start in a sentence', async () => {
    await expect(openIn(testFolder(), { qaRawLastProcessedId: 'yesterday' })).rejects.toThrow(
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
    const { library } = await openIn(folder);
    return {
      topics: (await library.topics(1)).map(({ slug }) => slug),
      unsettled: (await library.unsettled(1)).map(({ qaId }) => qaId),
      files: readdirSync(join(root, 'topics')),
      index: readFileSync(join(root, 'index-team.txt'), 'utf8'),
    };
  };
  const whole = {
    topics: ['gpu', 'node-start'],
    unsettled: [pair(3).qaId],
    files: ['gpu.txt', 'node-start.txt'],
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
    expect(await (await openIn(folder)).library.index(1)).toContain('team:gpu.txt\nAbout GPUs.\n');
  });

  it('settles up to its cursor there, but not in a rebuild', async () => {
    const { folder } = pythonLibrary();
    const { library } = await openIn(folder);
    const next = await library.openGeneration('run');
    expect((await library.unsettled(next)).map(({ qaId }) => qaId)).toEqual(
      [1, 2, 3].map((s) => pair(s).qaId),
    );
  });

  it.each([
    [
      'a cursor that is no qa_id',
      '{"last_processed_qa_id": "msg_5"}',
      /state\.json: last_processed_qa_id is "msg_5"/,
    ],
    ['a state that is no JSON', '{"last_processed', /state\.json is not \{"last_processed_qa_id"/],
  ])('with %s stops the start in a sentence, untouched', async (_, state, sentence) => {
    const { folder, root } = pythonLibrary();
    writeText(join(root, 'state.json'), state);
    await expect(openIn(folder)).rejects.toThrow(sentence);
    await expect(openIn(folder)).rejects.toThrow(PortError);
    expect(existsSync(join(root, 'topics/gpu.txt'))).toBe(true);
  });
});

describe('the generations of an earlier version', () => {
  function earlier() {
    const folder = testFolder();
    const root = testPaths(folder).libraryDir;
    const [entry1, entry2] = [entry(1), entry(2)];
    writeText(join(root, 'raw/2026-W05.txt'), `${formatRawEntry(entry1)}\n${formatRawEntry(entry2)}`);
    const generation = (number: number, files: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(files))
        writeText(join(root, `generations/${number}`, name), text);
    };
    const about = (owner: string | null) => JSON.stringify({ rebuild_owner: owner, adopted_cursor: null });
    generation(1, { 'topics/old.txt': formatTopic([pair(1)]), 'generation.json': about(null) });
    generation(2, {
      'topics/gpu.txt': formatTopic([pair(1)]),
      'topics/disk.txt': formatTopic([pair(2)]),
      'settled.txt': `${pair(1).qaId}\tintegrated\tgpu\nrubbish\n`,
      'generation.json': about(null),
      'set-aside/gpu-01234567.txt': 'kept for a person',
    });
    generation(3, { 'settled.txt': `${pair(1).qaId}\tskipped\n`, 'generation.json': about('flow run') });
    writeText(join(root, 'generations/.highest-removed'), '7\n');
    symlinkSync('generations/2', join(root, 'live'));
    for (const name of ['topics', 'index-team.txt', 'state.json'])
      symlinkSync(`live/${name}`, join(root, name));
    return { folder, root };
  }

  it('are taken over, all of them, and leave their places to the printed view', async () => {
    const { folder, root } = earlier();
    const log = testLog();
    const { library } = await openIn(folder, { log });
    expect(await library.generations()).toMatchObject([
      { number: 1, live: false, building: false, topics: 1, pairs: 1 },
      { number: 2, live: true, building: false, topics: 2, pairs: 2 },
      { number: 3, live: false, building: true, topics: 0, pairs: 0 },
    ]);
    expect([...(await library.ledger(2)).settled.values()]).toEqual([
      { qaId: pair(1).qaId, outcome: 'integrated', topic: 'gpu' },
      { qaId: pair(2).qaId, outcome: 'integrated', topic: 'disk' },
    ]);
    expect(log.warnings.join()).toContain('settled.txt:2: ');
    expect(await library.openGeneration('flow run')).toBe(3);
    expect(await library.openGeneration('another')).toBe(8);
    // `.view` says which folder of which host holds the files of a shared store.
    expect(
      readdirSync(root)
        .filter((name) => name !== '.view')
        .toSorted(),
    ).toEqual([
      '.store',
      'conflicts',
      'index-team-cache.json',
      'index-team.txt',
      'raw',
      'settled.txt',
      'state.json',
      'topics',
    ]);
    expect(readFileSync(join(root, 'topics/gpu.txt'), 'utf8')).toBe(formatTopic([pair(1)]));
    expect(readFileSync(join(root, 'conflicts/gpu-01234567.txt'), 'utf8')).toBe('kept for a person');
  });

  it('are refused where the live link leads nowhere', async () => {
    const { folder, root } = earlier();
    rmSync(join(root, 'generations/2'), { recursive: true });
    await expect(openIn(folder)).rejects.toThrow(/live leads to no generation/);
    mkdirSync(join(root, 'generations/2'));
    await openIn(folder);
  });
});
