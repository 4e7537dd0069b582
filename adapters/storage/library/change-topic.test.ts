import { existsSync, readFileSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Library, TopicChange } from '../../../domain/ports/library.ts';
import { parseTopic } from '../../../domain/qa-blocks.ts';
import type { QaPair } from '../../../domain/qa-pair.ts';
import { openIn, pair, testFolder, testPaths, writeText } from '../testing.ts';

const integrated = ({ qaId }: QaPair, topic = 'gpu') => ({ qaId, outcome: 'integrated', topic }) as const;

/** Adds a pair to the topic as it stands. */
async function add(library: Library, added: QaPair, over: Partial<TopicChange> = {}) {
  const slug = over.slug ?? 'gpu';
  const topic = await library.topic(1, slug);
  return library.changeTopic({
    generation: 1,
    slug,
    expectedVersion: topic?.version ?? null,
    add: added,
    removeIds: [],
    settle: integrated(added, slug),
    ...over,
  });
}

const idsOf = async (library: Library, slug = 'gpu') =>
  (await library.topic(1, slug))?.pairs.map(({ qaId }) => qaId) ?? [];

describe('changeTopic', () => {
  it('adds a pair and settles it, oldest first in the file', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await add(library, pair(2));
    expect(await add(library, pair(1))).toBe('changed');
    expect(await idsOf(library)).toEqual([pair(1).qaId, pair(2).qaId]);
    expect([...(await library.settled(1)).values()]).toEqual([integrated(pair(2)), integrated(pair(1))]);
    const path = join(testPaths(folder).topicsLink, 'gpu.txt');
    expect(parseTopic(readFileSync(path, 'utf8')).pairs).toEqual([pair(1), pair(2)]);
  });

  it('conflicts when the topic is not the one that was read', async () => {
    const { library } = openIn(testFolder());
    await add(library, pair(1));
    expect(await add(library, pair(2), { expectedVersion: null })).toBe('conflict');
    expect((await library.settled(1)).has(pair(2).qaId)).toBe(false);
  });

  it('sees what a person changed by hand', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await add(library, pair(1));
    const read = await library.topic(1, 'gpu');
    writeText(join(testPaths(folder).topicsLink, 'gpu.txt'), `${read?.text}\n`);
    expect(await add(library, pair(2), { expectedVersion: read?.version ?? null })).toBe('conflict');
  });

  it('does not add a pair again that stands in another topic', async () => {
    const { library } = openIn(testFolder());
    await add(library, pair(1));
    expect(await add(library, pair(1), { slug: 'other' })).toBe('changed');
    expect(await library.topic(1, 'other')).toBeNull();
    expect((await library.settled(1)).get(pair(1).qaId)).toEqual(integrated(pair(1)));
  });

  it('removes what is in the topic and older than the new pair, and nothing else', async () => {
    const { library } = openIn(testFolder());
    for (const second of [1, 2, 9]) await add(library, pair(second));
    const removeIds = [pair(1).qaId, pair(9).qaId, pair(77).qaId];
    await add(library, pair(5), { removeIds });
    expect(await idsOf(library)).toEqual([pair(2).qaId, pair(5).qaId, pair(9).qaId]);
  });

  it('removes without adding', async () => {
    const { library } = openIn(testFolder());
    for (const second of [1, 2]) await add(library, pair(second));
    await add(library, pair(1), { add: null, settle: null, removeIds: [pair(1).qaId] });
    expect(await idsOf(library)).toEqual([pair(2).qaId]);
  });

  it('takes an emptied topic away, with its file, index entry and cache record', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await add(library, pair(1));
    await add(library, pair(1), { add: null, settle: null, removeIds: [pair(1).qaId] });
    expect(readdirSync(testPaths(folder).topicsLink)).toEqual([]);
    expect(await library.index(1)).toBe('');
    expect(await library.descriptions(1)).toEqual([]);
  });

  it('does not bring back a pair that was superseded', async () => {
    const { library } = openIn(testFolder());
    await add(library, pair(1));
    await add(library, pair(2), { removeIds: [pair(1).qaId] });
    expect(await add(library, pair(1))).toBe('changed');
    expect(await idsOf(library)).toEqual([pair(2).qaId]);
  });

  it('conflicts when the entry was settled otherwise meanwhile', async () => {
    const { library } = openIn(testFolder());
    await library.settle(1, [{ qaId: pair(1).qaId, outcome: 'superseded', topic: null }]);
    expect(await add(library, pair(1))).toBe('conflict');
    expect(await library.topic(1, 'gpu')).toBeNull();
  });

  it('refuses a name that is no slug, in a sentence', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await expect(add(library, pair(1), { slug: '../../x' })).rejects.toMatchObject({
      name: 'PortError',
      code: 'topic_name_invalid',
    });
    expect(await library.topic(1, '../../../steward')).toBeNull();
  });

  it('conflicts in a generation that is neither live nor being built', async () => {
    const { library } = openIn(testFolder());
    const next = await library.openGeneration('run');
    await library.publish(next);
    expect(await add(library, pair(1))).toBe('conflict');
    await expect(
      library.settle(1, [{ qaId: pair(1).qaId, outcome: 'skipped', topic: null }]),
    ).rejects.toMatchObject({ kind: 'transient', code: 'generation_closed' });
  });

  it('keeps blocks that cannot be read in a copy', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await add(library, pair(1));
    const path = join(testPaths(folder).topicsLink, 'gpu.txt');
    const text = `${readFileSync(path, 'utf8')}\n--- QA ---\nid: mistyped\nUser: kept?\n`;
    writeText(path, text);
    await add(library, pair(2));
    const aside = join(testPaths(folder).libraryDir, 'generations/1/set-aside');
    expect(readdirSync(aside).map((name) => readFileSync(join(aside, name), 'utf8'))).toEqual([text]);
  });
});

describe('a death inside changeTopic', () => {
  it.each([
    ['after the topic', ['ledger', 'state', 'cache', 'index']],
    ['after the ledger', ['state', 'cache', 'index']],
    ['after the cursor', ['cache', 'index']],
    ['after the cache', ['index']],
  ])('%s is completed by the same call, and by the next start', async (_, lost) => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await add(library, pair(1));
    const generation = join(testPaths(folder).libraryDir, 'generations/1');
    const names = {
      ledger: 'settled.txt',
      state: 'state.json',
      cache: 'index-team-cache.json',
      index: 'index-team.txt',
    };
    const before = Object.values(names).map((name) => [name, readFileSync(join(generation, name))] as const);
    const version = (await library.topic(1, 'gpu'))?.version ?? null;
    const change = { expectedVersion: version, removeIds: [pair(1).qaId] };
    await add(library, pair(2), change);
    const whole = Object.values(names).map((name) => readFileSync(join(generation, name), 'utf8'));
    const rewind = () => {
      for (const [name, bytes] of before) {
        if (lost.some((part) => names[part as keyof typeof names] === name))
          writeText(join(generation, name), bytes);
      }
    };
    const found = () =>
      Object.values(names).map((name) =>
        readFileSync(join(generation, name), 'utf8').replaceAll(
          /"(generated_at|last_indexed_at)": "[^"]*"/g,
          '"$1"',
        ),
      );
    const expected = whole.map((text) =>
      text.replaceAll(/"(generated_at|last_indexed_at)": "[^"]*"/g, '"$1"'),
    );

    rewind();
    expect(await add(library, pair(2), change)).toBe('changed');
    expect(found()).toEqual(expected);

    rewind();
    openIn(folder);
    expect(found()).toEqual(expected);
  });

  it('in the middle of a ledger line loses no line and repeats none', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    for (const second of [1, 2]) await add(library, pair(second));
    const path = join(testPaths(folder).libraryDir, 'generations/1/settled.txt');
    const whole = readFileSync(path, 'utf8');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (cut) => {
        writeText(path, whole);
        truncateSync(path, whole.length - cut);
        openIn(folder);
        expect(readFileSync(path, 'utf8')).toBe(whole);
      }),
      { numRuns: 10 },
    );
  });
});

describe('settled.txt', () => {
  it('keeps the first outcome of an entry', async () => {
    const { library } = openIn(testFolder());
    const { qaId } = pair(1);
    await library.settle(1, [{ qaId, outcome: 'skipped', topic: null }]);
    await library.settle(1, [{ qaId, outcome: 'superseded', topic: null }]);
    expect((await library.settled(1)).get(qaId)?.outcome).toBe('skipped');
  });

  it('is followed by the cursor, the highest id', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    for (const second of [5, 3]) {
      await library.settle(1, [{ qaId: pair(second).qaId, outcome: 'skipped', topic: null }]);
    }
    expect(JSON.parse(readFileSync(testPaths(folder).teamStateLink, 'utf8'))).toEqual({
      last_processed_qa_id: pair(5).qaId,
    });
  });

  it('may be lost: pairs that stand in topics count as integrated', async () => {
    const folder = testFolder();
    const { library } = openIn(folder);
    await add(library, pair(1));
    rmSync(join(testPaths(folder).libraryDir, 'generations/1/settled.txt'));
    expect((await library.settled(1)).get(pair(1).qaId)).toEqual(integrated(pair(1)));
    openIn(folder);
    expect(existsSync(join(testPaths(folder).libraryDir, 'generations/1/settled.txt'))).toBe(true);
  });
});
