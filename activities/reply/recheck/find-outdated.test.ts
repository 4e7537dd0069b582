import { expect, it } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { reader } from '../../../domain/documents/known-sources.ts';
import { finalError, transientError } from '../../../domain/ports/errors.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { restsOn } from '../../../domain/reply/rests-on.ts';
import { openIn, testFolder } from '../../../test/support/storage/test-store.ts';
import { replyRecord } from '../../../test/support/values/messages.ts';
import type { ReplyDeps } from '../../deps.ts';
import { findOutdatedAnswers } from './find-outdated.ts';

const today = new Date('2026-02-10T12:00:00Z');
const sourceId = 'kb:a.md';
const citations = [{ sourceId, title: '', url: null, qaIds: [] }];

/** What an answer rests on that was made when the page read so. */
const restingOn = (text: string, by = reader): ReplyRecord['restsOn'] => ({
  reader: by,
  sources: restsOn({
    sources: [{ sourceId, text }],
    excerpts: [{ sourceId, parts: null }],
    citations,
    answer: '',
  }),
});

/** Posted answers of these days before today, and what the page reads now. Counts how often it is read. */
async function open(
  rows: Readonly<Record<string, Partial<ReplyRecord> & { readonly daysAgo?: number }>>,
  {
    now: text,
    perDay = 50,
    looks = 'tell_team',
  }: { readonly now: string | Error; readonly perDay?: number; readonly looks?: string },
) {
  const { records, library } = await openIn(testFolder(), { now: () => today });
  for (const [id, { daysAgo = 1, ...row }] of Object.entries(rows)) {
    const createdAt = new Date(today.getTime() - daysAgo * 86_400_000).toISOString();
    const posted = { status: 'answered', citations, createdAt, postedMessageIds: [`${id}0`] } as const;
    await records.insertReplyRecord(replyRecord(id, { ...posted, ...row }));
  }
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (typeof text !== 'string') throw text;
    return { sourceId, title: '', text, url: null, contentHash: '' };
  };
  const recheck = JSON.parse(`{ "max_per_day": ${perDay}, "then": "${looks}" }`) as object;
  const config = configSchema.parse({ ai_response: { recheck } });
  const channelFor = (id: string) => (id === 'unlisted' ? null : {});
  const deps = {
    records,
    library,
    sources: { load },
    config,
    channelFor,
    now: () => today,
  } as unknown as ReplyDeps;
  const find = async (...except: readonly string[]) =>
    (await findOutdatedAnswers(deps, { except })).outdated.map(({ messageId }) => messageId);
  return { find, records, loads: () => loads };
}

it('finds the newest answers whose page has changed, and reads it once for all', async () => {
  const rows = {
    1: { restsOn: restingOn('Old.'), daysAgo: 3 },
    2: { restsOn: restingOn('New.') },
    3: { restsOn: restingOn('Old.') },
    4: {},
    5: { restsOn: restingOn('Old.'), daysAgo: 61 },
  };
  const { find, loads } = await open(rows, { now: 'New.' });
  expect(await find()).toEqual(['3', '1']);
  expect(loads()).toBe(1);
  expect(await find('3')).toEqual(['1']);
});

it('counts a page that is gone, and not one that cannot be read now', async () => {
  const rows = { 1: { restsOn: restingOn('Old.') } };
  const gone = await open(rows, { now: finalError('source_gone', 'It is gone') });
  expect(await gone.find()).toEqual(['1']);
  const away = await open(rows, { now: transientError('storage_unavailable', 'It is away') });
  expect(await away.find()).toEqual([]);
});

it('finds no more than may still be looked at today, whether those looks failed or waited for the team', async () => {
  const old = { restsOn: restingOn('Old.') };
  const rechecked = { at: today.toISOString(), holds: false };
  const yesterday = { at: '2026-02-09T23:00:00Z', holds: true };
  const rows = {
    1: old,
    2: { ...old, rechecked: yesterday },
    3: old,
    4: { restsOn: restingOn('New.'), rechecked },
    '4.1': { status: 'held', rechecked },
  } as const;
  expect(await (await open(rows, { now: 'New.', perDay: 3 })).find()).toEqual(['3', '2']);
  expect(await (await open(rows, { now: 'New.', perDay: 2 })).find('3')).toEqual([]);
});

it('hashes the pages anew after another reader has read them, without a look at the answers', async () => {
  const { find, records } = await open({ 1: { restsOn: restingOn('Old.', reader - 1) } }, { now: 'New.' });
  expect(await find()).toEqual([]);
  expect((await records.replyRecord('1'))?.restsOn).toEqual(restingOn('New.'));
  expect(await find()).toEqual([]);
});

it('finds what did not hold while nobody could be told of it, once somebody can', async () => {
  const rechecked = { at: '2026-02-09T23:00:00Z', holds: false, isUntold: true } as const;
  const rows = { 1: { restsOn: restingOn('New.'), rechecked }, 2: { restsOn: restingOn('New.') } };
  expect(await (await open(rows, { now: 'New.' })).find()).toEqual([]);
  expect(await (await open(rows, { now: 'New.', looks: 'edit' })).find()).toEqual(['1']);
});

it('leaves a channel alone that the config does not list any more', async () => {
  const rows = { 1: { restsOn: restingOn('Old.'), channelId: 'unlisted' } };
  const { find } = await open(rows, { now: 'New.' });
  expect(await find()).toEqual([]);
});

it('leaves a channel alone in which Steward is paused', async () => {
  const { find, records } = await open({ 1: { restsOn: restingOn('Old.') } }, { now: 'New.' });
  await records.pause({ channelId: 'help', since: today.toISOString() });
  expect(await find()).toEqual([]);
});
