import { describe, expect, it } from 'vitest';
import { parseIndex } from '../../../domain/documents/index-file.ts';
import { parseTopic } from '../../../domain/team/qa-blocks.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { qaIdFromTimestamp } from '../../../domain/values/qa-id.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { openTestStore } from '../../../test/support/steps/attempt-reply.ts';
import { sourcesBefore } from './sources-within.ts';

const pairOf = (day: number, question: string, answer: string): QaPair => {
  const timestamp = `2026-02-0${day}T00:00:00.000000Z`;
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    turns: [
      { label: 'User', text: question },
      { label: 'Team', text: answer },
    ],
  };
};

/** A topic with an older and a younger pair, and one that is younger as a whole. Both are described with what is younger. */
async function openThen(time: string) {
  const { library, sources } = await openTestStore();
  await addPair(library, pairOf(1, 'How do I set the port?', 'With the key port.'), { slug: 'network' });
  await addPair(library, pairOf(5, 'How do I set the host?', 'With the key hostname.'), { slug: 'network' });
  await addPair(library, pairOf(6, 'Where is the log?', 'In the folder logs.'), { slug: 'logging' });
  for (const slug of ['network', 'logging']) {
    const topic = await library.topic(1, slug);
    const { contentHash } = (await library.descriptions(1)).find((one) => one.slug === slug) ?? {};
    if (topic && contentHash !== undefined)
      await library.describe(1, { slug, text: 'Says hostname and the folder logs.', contentHash });
  }
  return { old: sourcesBefore(sources, time), sources };
}

const before = '2026-02-03T00:00:00.000Z';
const everywhere = { generation: 1, limit: 10 };

describe('sources before a time', () => {
  it('have in no index what is younger, nor a description that may tell of it', async () => {
    const { old, sources } = await openThen(before);
    expect(await sources.combinedIndex(1)).toContain('hostname');
    const whole = await old.combinedIndex(1);
    expect(parseIndex(whole)).toEqual([
      { sourceId: 'team:network.txt', description: 'How do I set the port?' },
    ]);
    const { text } = await old.shortlist({ query: 'log hostname port', generation: 1, maxTokens: 6_000 });
    expect(text).toBe(whole);
    const short = await old.shortlist({
      query: 'where is the log, and the hostname',
      generation: 1,
      maxTokens: 6_000,
      wholeTokens: 1,
    });
    expect(short.text).not.toMatch(/hostname|logs|logging/u);
  });

  it('load a topic without its younger pairs, and none that is younger as a whole', async () => {
    const { old, sources } = await openThen(before);
    const [whole, cut] = [await sources.load('team:network.txt', 1), await old.load('team:network.txt', 1)];
    expect(parseTopic(cut.text).pairs.map(({ timestamp }) => timestamp.slice(0, 10))).toEqual(['2026-02-01']);
    expect(cut.contentHash).not.toBe(whole.contentHash);
    await expect(old.load('team:logging.txt', 1)).rejects.toMatchObject({ code: 'source_unknown' });
  });

  it('find nothing by what is younger, and show nothing of it', async () => {
    const { old, sources } = await openThen(before);
    for (const query of ['hostname', 'where is the log']) {
      expect(await sources.search({ query, ...everywhere })).not.toEqual([]);
      expect(await old.search({ query, ...everywhere })).toEqual([]);
    }
    const hits = await old.search({ query: 'set the port hostname', ...everywhere });
    expect(hits).toMatchObject([{ sourceId: 'team:network.txt', snippet: 'With the key port.' }]);
  });

  it('hide a pair of the very moment, and have everything of a time after all pairs', async () => {
    const same = await openThen('2026-02-05T00:00:00.000Z');
    expect((await same.old.load('team:network.txt', 1)).text).not.toContain('hostname');
    const { old, sources } = await openThen('2026-03-01T00:00:00.000Z');
    expect(await old.combinedIndex(1)).toBe(await sources.combinedIndex(1));
    expect(await old.load('team:network.txt', 1)).toEqual(await sources.load('team:network.txt', 1));
    const query = { query: 'where is the log', ...everywhere };
    expect(await old.search(query)).toEqual(await sources.search(query));
  });
});
