import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Embeddings } from '../../../domain/ports/model.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { englishWords } from '../../../domain/search/search-terms.ts';
import { testFolder } from '../../../test/support/storage/test-store.ts';
import { join } from 'node:path';
import { openSearchFile } from './search-file.ts';
import { changesTo, removeSource, replaceSource } from './search-tables.ts';

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

function opened({ folder = testFolder(), model = wordVectors() } = {}) {
  const events: string[] = [];
  const said = (_: object, message: string) => void events.push(message);
  const file = openSearchFile({
    path: join(folder, 'search.sqlite'),
    words: englishWords,
    embeddings: model.embeddings,
    log: { info: said, warn: said },
    patienceMilliseconds: 2_000,
  });
  onTestFinished(file.close);
  const nearest = (query: string) => file.use(async ({ vectors }) => vectors?.nearest(query, 25));
  return {
    ...model,
    folder,
    events,
    nearest,
    fill: () => file.use(async ({ vectors }) => vectors?.fill()),
    put: (all: Pages) =>
      file.use(async ({ db }) => {
        const wanted = Object.entries(all).map(([sourceId, texts]) => ({
          sourceId,
          version: texts.join('\n'),
          texts,
        }));
        const { changed, removed } = changesTo(db, wanted);
        for (const sourceId of removed) removeSource(db, sourceId);
        for (const source of changed) {
          const sections = source.texts.map((text) => ({ headings: [], text, questions: '' }));
          replaceSource(db, source, { title: '', url: null, sections }, englishWords);
        }
      }),
    find: async (query: string) => {
      const near = (await nearest(query)) ?? [];
      const found = await file.use(async ({ ranking }) => ranking.rankNear(near, 5));
      return found.map(({ sourceId }) => sourceId);
    },
  };
}

it('a page that says it in other words is found as soon as its sections have vectors', async () => {
  const { put, find, fill, events } = opened();
  await put(pages);
  expect(await find('mute notifications')).toEqual([]);
  await fill();
  expect(events).toEqual(['sections_embedded']);
  expect((await find('mute notifications'))[0]).toBe('kb:alerts.md');
});

it('a page that near sections link to comes before one that is a little near', async () => {
  const { put, find, fill } = opened();
  const others = Array.from({ length: 20 }, (_, at) => [`kb:other-${at}.md`, [`Colour ${at}.`]] as const);
  await put({
    ...Object.fromEntries(others),
    'kb:guide.md': ['Disable notifications with [this](switch.md).'],
    'kb:sky.md': [`Notifications. ${'Sky. '.repeat(12)}`],
    'kb:switch.md': ['Turn it to the left.'],
  });
  await fill();
  const found = await find('mute alerts');
  expect(found.slice(0, 3)).toEqual(['kb:guide.md', 'kb:switch.md', 'kb:sky.md']);
});

it('only sections that have changed are embedded again, and another process finds the vectors', async () => {
  const { folder, put, fill, texts } = opened();
  await put(pages);
  await fill();
  const before = texts.length;
  await put({ ...pages, 'kb:alerts.md': ['Disable alerts for a while.', 'Choose another sound.'] });
  await fill();
  expect(texts.slice(before)).toEqual(['\nChoose another sound.']);
  const reader = opened({ folder });
  expect((await reader.find('mute notifications'))[0]).toBe('kb:alerts.md');
  expect(reader.texts).toEqual(['mute notifications']);
});

it('without vectors nothing is found, and the reason is said once', async () => {
  const { put, find, fill, state, events } = opened();
  await put(pages);
  await fill();
  state.fails = true;
  expect([await find('mute'), await find('alerts')]).toEqual([[], []]);
  expect(events).toEqual(['sections_embedded', 'search_by_words: It is away.']);
});

it('a question waits for a model that has to start first, and goes on without one that does not', async () => {
  const { put, find, fill, nearest, state, events } = opened();
  await put(pages);
  await fill();
  state.before = () => sleep(1_000);
  expect((await find('mute notifications'))[0]).toBe('kb:alerts.md');
  state.before = () => sleep(60_000, undefined, { ref: false });
  expect(await nearest('mute notifications')).toBeNull();
  expect(events.at(-1)).toBe('search_by_words: The vector of a question came too late.');
});

it('vectors of another model are made anew', async () => {
  const { folder, put, fill, nearest } = opened();
  await put(pages);
  await fill();
  const other = opened({ folder, model: wordVectors('others') });
  expect(await other.find('mute notifications')).toEqual([]);
  // A process that still has the former model keeps its vectors to itself.
  await fill();
  expect(await other.nearest('mute notifications')).toEqual([]);
  await other.fill();
  expect(await other.nearest('mute notifications')).not.toEqual([]);
  expect(await nearest('mute notifications')).toEqual([]);
});
