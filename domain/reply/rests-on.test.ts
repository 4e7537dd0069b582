import { describe, expect, it } from 'vitest';
import { replyRecord } from '../../test/support/values/messages.ts';
import { formatTopic } from '../team/qa-blocks.ts';
import type { QaPair } from '../team/qa-pair.ts';
import { erasedAuthor } from '../team/erased-turns.ts';
import { qaIdFromTimestamp } from '../values/qa-id.ts';
import type { ReplyRecord } from './reply-record.ts';
import { everyPair, hashesIn, isOutdated, mayBeRechecked, restsOn } from './rests-on.ts';

const page = (...sections: readonly string[]) => ({
  sourceId: 'kb:guide.md',
  text: sections.map((text, at) => `# Part ${at}\n\n${text}\n`).join('\n'),
});
const citing = (sourceId: string, ...qaIds: ReplyRecord['citations'][number]['qaIds']) => [
  { sourceId, title: '', url: null, qaIds },
];
const whole = (sourceId: string) => [{ sourceId, parts: null }];

const restsOnPage = (
  source = page('The port is 8080.', 'Be kind.'),
  parts: readonly number[] | null = null,
) =>
  restsOn({
    sources: [source],
    excerpts: [{ sourceId: source.sourceId, parts }],
    citations: citing(source.sourceId),
    answer: 'The port is 8080.',
  });

const pair = (second: number, text: string): QaPair => {
  const timestamp = `2026-02-01T00:00:0${second}.000000Z`;
  const turns = [
    { label: 'User', text: 'Which?' },
    { label: 'Team', text },
  ] as const;
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
};
const topic = (slug: string, ...pairs: readonly QaPair[]) => ({
  sourceId: `team:${slug}.txt`,
  text: formatTopic(pairs),
});

describe('an answer is outdated', () => {
  const outdatedBy = async (now: ReturnType<typeof page> | null, rests = restsOnPage()) =>
    isOutdated({ reader: 1, sources: rests }, async () => now && hashesIn(now));

  it('if a section that it was made from has changed or is gone', async () => {
    expect(await outdatedBy(page('The port is 9090.', 'Be kind.'))).toBe(true);
    expect(await outdatedBy(page('The port is 8080.'))).toBe(true);
    expect(await outdatedBy({ sourceId: 'kb:guide.md', text: '' })).toBe(true);
  });

  it('but not by a section that its model did not see, that is new, moved, or laid out anew', async () => {
    const seen = restsOnPage(undefined, [0]);
    expect(await outdatedBy(page('The port is 8080.', 'Be quick.'), seen)).toBe(false);
    expect(await outdatedBy(page('The port is 8080.', 'Be kind.', 'Be quick.'))).toBe(false);
    expect(
      await outdatedBy({ sourceId: '', text: '# Part 1\n\nBe kind.\n\n# Part 0\nThe port\nis 8080.' }),
    ).toBe(false);
  });

  it('nor by a page that cannot be read now', async () => {
    expect(await outdatedBy(null)).toBe(false);
  });

  it('by a cited pair that is gone, wherever pairs stand now', async () => {
    const [cited, other] = [pair(1, 'It is 8080.'), pair(2, 'It is late.')];
    const source = topic('ports', cited, other);
    const { sourceId } = source;
    const citations = citing(sourceId, cited.qaId);
    const sources = restsOn({ sources: [source], excerpts: whole(sourceId), citations, answer: '' });
    expect(sources).toEqual([{ sourceId, hashes: [expect.any(String)] }]);
    const nowIs = (...topics: readonly ReturnType<typeof topic>[]) =>
      isOutdated({ reader: 1, sources }, async (id) =>
        id === everyPair ? new Set(topics.flatMap((one) => [...hashesIn(one)])) : null,
      );
    expect(await nowIs(topic('elsewhere', cited), topic('ports', other))).toBe(false);
    expect(await nowIs(topic('ports', pair(1, 'It is 9090.'), other))).toBe(true);
  });
});

it('a record holds at most thirty hashes: those of the sections nearest to the answer', () => {
  const sections = Array.from({ length: 50 }, (_, at) => (at === 40 ? 'The port is 8080.' : `Be ${at}.`));
  const [rests] = restsOnPage(page(...sections));
  expect(rests?.hashes).toHaveLength(30);
  const [port] = restsOnPage(page(...sections), [40]);
  expect(rests?.hashes).toContain(port?.hashes[0]);
});

describe('only an answer that members see is looked at again', () => {
  const posted = replyRecord('1', {
    status: 'answered',
    postedMessageIds: ['2'],
    restsOn: { reader: 1, sources: [{ sourceId: 'kb:a.md', hashes: ['x'] }] },
  });

  it.each([
    ['was removed', { status: 'removed' }],
    ['waits for the team', { status: 'held' }],
    ['was given before', { reason: 'recalled' }],
    ['was not posted', { postedMessageIds: [] }],
    ['is of a person who was forgotten', { authorId: erasedAuthor }],
    ['was erased', { answer: null }],
    ['is older than the hashes', { restsOn: undefined }],
  ] as const)('not one that %s', (_, over) => {
    expect(mayBeRechecked(posted)).toBe(true);
    expect(mayBeRechecked({ ...posted, ...over })).toBe(false);
  });
});
