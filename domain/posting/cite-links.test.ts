import { describe, expect, it } from 'vitest';
import { citeLinks, leadsNowhere } from './cite-links.ts';
import type { Citation } from '../reply/reply-record.ts';

const cited = (sourceId: string, url: string | null): Citation => ({
  sourceId,
  title: sourceId,
  url,
  qaIds: [],
});

async function links(
  urls: readonly (string | null)[],
  fallbacks: readonly (string | null)[],
  dead: readonly string[],
) {
  const asked: string[] = [];
  const citations = urls.map((url, at) => cited(`kb:${at}`, url));
  const leads = async (url: string) => {
    asked.push(url);
    return !dead.includes(url);
  };
  const kept = await citeLinks({ citations, fallbacks, leads });
  return { links: kept.map(({ url }) => url), sources: kept.map(({ sourceId }) => sourceId), asked };
}

describe('the links under an answer', () => {
  it('stay as they are when all of them lead somewhere, and nothing else is asked', async () => {
    expect(await links(['a', 'b'], ['topic', 'profile'], [])).toMatchObject({
      links: ['a', 'b'],
      asked: ['a', 'b'],
    });
  });

  it('lose those that lead nowhere; the next cited source stands in, and every source stays by its title', async () => {
    expect(await links(['a', 'b'], ['topic', 'profile'], ['a'])).toEqual({
      links: [null, 'b'],
      sources: ['kb:0', 'kb:1'],
      asked: ['a', 'b'],
    });
  });

  it('become the page of the topic when none is left, else that of the profile, else none', async () => {
    const dead = ['a', 'b'];
    expect((await links(['a', 'b'], ['topic', 'profile'], dead)).links).toEqual(['topic', null]);
    expect((await links(['a', 'b'], ['topic', 'profile'], [...dead, 'topic'])).links).toEqual([
      'profile',
      null,
    ]);
    expect((await links(['a', 'b'], [null, 'profile'], dead)).links).toEqual(['profile', null]);
    expect((await links(['a', 'b'], ['topic', 'profile'], [...dead, 'topic', 'profile'])).links).toEqual([
      null,
      null,
    ]);
    expect((await links(['a'], [null, null], dead)).links).toEqual([null]);
  });

  it('are asked once each, also when two sources share one, or the fallback is one of them', async () => {
    expect((await links(['a', 'a'], ['a', null], ['a'])).asked).toEqual(['a']);
  });

  it('are not made up for sources that have none', async () => {
    expect(await links([null, null], ['topic', 'profile'], [])).toMatchObject({
      links: [null, null],
      asked: [],
    });
    expect((await links([null, 'b'], ['topic', null], ['b'])).links).toEqual([null, 'topic']);
    expect(await links([], ['topic'], [])).toMatchObject({ links: [], asked: [] });
  });
});

it.each([
  [404, true],
  [410, true],
  [200, true],
  [401, false],
  [403, false],
  [429, false],
  [500, false],
  [503, false],
  [null, false],
])('a host that answers %s says that there is no page: %s', (status, isSaid) => {
  expect(leadsNowhere({ ok: false, status })).toBe(isSaid);
});
