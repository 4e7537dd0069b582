import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Embeddings } from '../../../domain/ports/model.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { testFolder } from '../../../test/support/storage/test-store.ts';
import { englishWords } from '../../../domain/search/search-terms.ts';
import { openDerivedSearch } from './derived-search.ts';
import { openDocumentTables } from './document-tables.ts';
import { openSectionVectors } from './section-vectors.ts';

/** Words that mean the same have the same number of the vector. */
const meanings: Readonly<Record<string, string>> = {
  mute: 'silence',
  notifications: 'alerts',
  disable: 'silence',
};

/** A true, tiny model of texts: how often each word is in them. `texts` are those that it was asked for. */
function wordVectors(name = 'words') {
  const state = { fails: false, before: async () => {} };
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const meaning = meanings[word] ?? word;
    if (!numbers.has(meaning)) numbers.set(meaning, numbers.size);
    return numbers.get(meaning) ?? 0;
  };
  const embeddings: Embeddings = {
    name,
    textsAtOnce: 4,
    async embed(asked) {
      if (state.fails)
        throw new PortError({ kind: 'transient', code: 'embeddings_unavailable', message: 'It is away.' });
      await state.before();
      texts.push(...asked);
      return asked.map((text) => {
        const vector = new Float32Array(64);
        for (const word of text.toLowerCase().match(/[a-z]+/gu) ?? []) {
          vector[numberOf(word)] = (vector[numberOf(word)] ?? 0) + 1;
        }
        const length = Math.hypot(...vector) || 1;
        return vector.map((value) => value / length);
      });
    },
  };
  return { embeddings, texts, state };
}

type Pages = Readonly<Record<string, readonly string[]>>;

const pages: Pages = {
  'kb:alerts.md': ['Disable alerts for a while.', 'Choose a sound.'],
  'kb:colours.md': ['The background is blue.'],
};

async function opened({ folder = testFolder(), model = wordVectors(), patienceMilliseconds = 5_000 } = {}) {
  const searchPath = join(folder, 'search.sqlite');
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  const said = (_: object, message: string) => {
    events.push(message);
    for (const tell of waiting.splice(0)) tell();
  };
  const log = { info: said, warn: said };
  const tables = openDocumentTables(searchPath, log);
  const path = join(folder, 'search-vectors.sqlite');
  const damaged = () => events.push('damaged');
  const vectors = openSectionVectors({
    path,
    searchPath,
    embeddings: model.embeddings,
    log,
    damaged,
    patienceMilliseconds,
  });
  onTestFinished(async () => {
    await vectors.close();
    tables.close();
  });
  return {
    ...model,
    folder,
    path,
    vectors,
    events,
    /** Resolves with the next line of the log. */
    logged: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    put: (all: Pages) =>
      tables.agree(() =>
        Object.entries(all).map(([sourceId, texts]) => ({
          sourceId,
          version: texts.join('\n'),
          read: async () => ({
            title: '',
            url: null,
            sections: texts.map((text) => ({ headings: [], text, questions: '' })),
          }),
        })),
      ),
    find: async (query: string) => {
      const found = tables.ranking.rankNear((await vectors.nearest(query, 25)) ?? [], 5);
      return found.map(({ sourceId }) => sourceId);
    },
  };
}

it('a page that says it in other words is found as soon as its sections have vectors', async () => {
  const { vectors, put, find, logged, events } = await opened();
  await put(pages);
  expect(await find('mute notifications')).toEqual([]);
  const done = logged();
  vectors.keep();
  await done;
  expect(events).toEqual(['sections_embedded']);
  expect((await find('mute notifications'))[0]).toBe('kb:alerts.md');
});

it('a page that near sections link to comes before one that is a little near', async () => {
  const { vectors, put, find, logged } = await opened();
  const others = Array.from({ length: 20 }, (_, at) => [`kb:other-${at}.md`, [`Colour ${at}.`]] as const);
  await put({
    ...Object.fromEntries(others),
    'kb:guide.md': ['Disable notifications with [this](switch.md).'],
    'kb:sky.md': [`Notifications. ${'Sky. '.repeat(12)}`],
    'kb:switch.md': ['Turn it to the left.'],
  });
  const done = logged();
  vectors.keep();
  await done;
  const found = await find('mute alerts');
  expect(found.slice(0, 3)).toEqual(['kb:guide.md', 'kb:switch.md', 'kb:sky.md']);
});

it('only sections that have changed are embedded again, and another process finds the vectors', async () => {
  const { folder, vectors, put, logged, texts } = await opened();
  await put(pages);
  const first = logged();
  vectors.keep();
  await first;
  const before = texts.length;
  const second = logged();
  await put({ ...pages, 'kb:alerts.md': ['Disable alerts for a while.', 'Choose another sound.'] });
  vectors.changed();
  await second;
  expect(texts.slice(before)).toEqual(['\nChoose another sound.']);
  const reader = await opened({ folder });
  expect((await reader.find('mute notifications'))[0]).toBe('kb:alerts.md');
  expect(reader.texts).toEqual(['mute notifications']);
});

it('a page that comes after another one has gone is found without a restart', async () => {
  const { vectors, put, find, logged, path } = await opened();
  await put(pages);
  const first = logged();
  vectors.keep();
  await first;
  expect((await find('blue background'))[0]).toBe('kb:colours.md');
  const left = { 'kb:alerts.md': ['Disable alerts for a while.'] };
  await put(left);
  vectors.changed();
  const file = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => file.close());
  const kept = file.prepare('SELECT count(*) AS n FROM vectors');
  await expect.poll(() => Number(kept.get()?.['n'])).toBeLessThan(3);
  const second = logged();
  await put({ ...left, 'kb:mute.md': ['Silence the alarm.'] });
  vectors.changed();
  await second;
  expect((await find('mute the alarm'))[0]).toBe('kb:mute.md');
});

it('without vectors nothing is found, and the reason is said once', async () => {
  const { vectors, put, find, logged, state, events } = await opened();
  await put(pages);
  const done = logged();
  vectors.keep();
  await done;
  state.fails = true;
  expect([await find('mute'), await find('alerts')]).toEqual([[], []]);
  expect(events).toEqual(['sections_embedded', 'search_by_words: It is away.']);
});

it('a question waits for a model that has to start first, and goes on without one that does not', async () => {
  const { vectors, put, find, logged, state, events } = await opened({ patienceMilliseconds: 3_000 });
  await put(pages);
  const done = logged();
  vectors.keep();
  await done;
  state.before = () => sleep(1_500);
  expect((await find('mute notifications'))[0]).toBe('kb:alerts.md');
  state.before = () => sleep(60_000, undefined, { ref: false });
  expect(await vectors.nearest('mute notifications', 5)).toBeNull();
  expect(events.at(-1)).toBe('search_by_words: The vector of a question came too late.');
});

it('vectors of another model are made anew', async () => {
  const { folder, vectors, put, logged } = await opened();
  await put(pages);
  const first = logged();
  vectors.keep();
  await first;
  await vectors.close();
  const other = await opened({ folder, model: wordVectors('others') });
  expect(await other.find('mute notifications')).toEqual([]);
});

it.each([
  ['is no database', () => Buffer.from('no database')],
  ['is damaged behind its first page', (file: Buffer) => file.fill(0x5a, 4096)],
  // Its last page has the vectors, and is read when one is looked for.
  ['is damaged at its end', (file: Buffer) => file.fill(0x5a, file.length - 4096)],
])('a file of vectors that %s is made anew while it is used', async (_, damage) => {
  const { folder, path, vectors, put, logged, embeddings } = await opened();
  await put({ ...pages, 'kb:many.md': Array.from({ length: 200 }, (__, at) => `Section ${at}.`) });
  const first = logged();
  vectors.keep();
  await first;
  await vectors.close();
  writeFileSync(path, damage(readFileSync(path)));
  const events: string[] = [];
  const embedded = Promise.withResolvers<void>();
  const said = (__: object, message: string) => {
    events.push(message);
    if (message === 'sections_embedded') embedded.resolve();
  };
  const derived = openDerivedSearch({
    path: join(folder, 'search.sqlite'),
    vectorPath: path,
    words: englishWords,
    embeddings,
    log: { info: said, warn: said },
  });
  onTestFinished(derived.close);
  const nearest = () => derived.use(async (by) => (await by.vectors?.nearest('mute notifications', 5)) ?? []);
  await nearest();
  derived.computeVectors();
  await embedded.promise;
  expect(events[0]).toBe('search_database_replaced: it could not be used and is built again');
  expect((await nearest()).length).toBe(5);
});
