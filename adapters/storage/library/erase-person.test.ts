import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../domain/values/content-hash.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { author, channel, replyRecord, message } from '../../../test/support/values/messages.ts';
import type { Storage } from '../open-storage.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { copyTables, tablesHolding } from '../../../test/support/storage/test-store.ts';
import { entry, openIn, pair, testFolder, testNow } from '../../../test/support/storage/test-store.ts';

const anna = '4001';
const ben = '4002';
const maya = '4003';
const marker = 'xylophone';
const asked = '2026-02-03T10:00:00.000Z';
const later = new Date('2026-02-05T12:00:00.000Z');
const expiresAt = new Date('2026-12-31T00:00:00Z');

const turns = (...texts: readonly (readonly ['User' | 'Team', string])[]) =>
  texts.map(([label, text]) => ({ label, text }));

async function capture(
  { library, records }: Storage,
  given: RawEntry,
  { authorIds, slug = 'gpu' }: { readonly authorIds: readonly string[] | null; readonly slug?: string },
) {
  const generation = await library.liveGeneration();
  const written = await library.appendRaw(given, testNow);
  if (authorIds) {
    const origin = { link: null, correctedSourceIds: [], snapshotId: null };
    await records.savePairOrigin({ ...origin, qaId: written.qaId, authorIds });
  }
  await addPair(library, written, { slug, generation });
}

const question = message(1, {
  id: '11',
  author: author(anna),
  text: `My ${marker} breaks`,
  createdAt: asked,
});

const snapshot: Snapshot = {
  id: '11',
  route: 'reply',
  location: channel(),
  author: author(anna),
  askedDirectly: false,
  batch: [question],
  history: [],
  others: [],
  conversationId: 'reply_11',
  correctsAnswerTo: null,
};

const row = (over: Partial<ReplyRecord>): ReplyRecord =>
  replyRecord('11', {
    authorId: anna,
    question: `My ${marker} breaks`,
    status: 'answered',
    post: { style: 'thread', title: `My ${marker}`, parts: [`About your ${marker}`] },
    answer: `About your ${marker}`,
    sourceIds: [],
    createdAt: asked,
    ...over,
  });

/** Entry 1: Anna asks. Entry 2: Ben asks and Anna adds something. Entry 3: Ben alone. */
async function prepared() {
  const folder = testFolder();
  const storage = await openIn(folder, { now: () => later });
  const { library, records } = storage;
  await capture(
    storage,
    entry(1, { turns: turns(['User', `My ${marker} breaks`], ['Team', 'Restring it']) }),
    {
      authorIds: [anna, maya],
    },
  );
  const both = turns(['User', 'My drum breaks'], ['User', `Like my\n\n${marker}`], ['Team', 'Replace it']);
  await capture(storage, entry(2, { turns: both, messageIds: ['21', '22', '23'] }), {
    authorIds: [ben, anna, maya],
  });
  const own = turns(['User', `Another ${marker}`], ['Team', 'Yes']);
  await capture(storage, entry(4, { turns: own }), { authorIds: [anna, maya], slug: `tuning-a-${marker}` });
  await capture(storage, entry(3), { authorIds: [ben, maya], slug: 'disk' });
  const hash = contentHash((await library.topic(1, 'gpu'))?.text ?? '');
  await library.describe(1, { slug: 'gpu', text: `Broken ${marker}s`, contentHash: hash });
  const generation = await library.openGeneration('run');
  const settled = (await library.rawEntries()).map(
    ({ qaId }) => ({ qaId, outcome: 'skipped', topic: null }) as const,
  );
  await library.settle(generation, settled);
  await library.publish(generation);
  await records.saveMessage(question, expiresAt);
  await records.claim({ owner: 'run', messageIds: ['11'], snapshot, reason: 'reply' });
  const translated = {
    translatedQuestion: `My ${marker} breaks`,
    untranslatedAnswer: `About your ${marker}`,
  };
  const disks = { question: 'Disks?', answer: 'Yes', post: null, sourceIds: ['kb:a.md'] };
  for (const record of [
    row(translated),
    row({
      messageId: '12',
      authorId: ben,
      question: 'And drums?',
      sourceIds: ['team:gpu.txt'],
      answer: 'Yes',
      post: null,
    }),
    row({ messageId: '13', authorId: ben, ...disks }),
  ]) {
    await records.insertReplyRecord(record, { recall: { language: null, sources: [] } });
  }
  await records.vote({ messageId: '13', userId: anna, helpful: true, byTeam: false });
  await records.cacheDecision('key', `{"text":"${marker}"}`);
  return { folder, storage };
}

/** Without its end, which search terms do not have. */
const markerStem = marker.slice(0, -1);

/** Files of the store whose bytes hold the marker, the database and its log included, and tables of a server. */
const holdingMarker = async (folder: string) => [
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const isFile = statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
    return isFile && readFileSync(join(folder, path)).includes(markerStem);
  }),
  ...(await tablesHolding(folder, markerStem)),
];

describe('erasing a person', () => {
  it('leaves their words in no file, those of others where they were, and the entries under their ids', async () => {
    const { folder, storage } = await prepared();
    expect(await storage.records.replyRecordsWhere({ text: marker, limit: 9 })).toHaveLength(1);
    const plan = await storage.erasure.erase({ userId: anna });
    expect(await holdingMarker(folder)).toEqual([]);
    expect(plan).toMatchObject({
      entries: [
        { qaId: pair(1).qaId, messageIds: null },
        { qaId: pair(2).qaId, messageIds: ['22'] },
        { qaId: pair(4).qaId, messageIds: null },
      ],
      isTeamMember: false,
      retracted: [
        { qaId: pair(1).qaId, answers: ['Restring it'] },
        { qaId: pair(4).qaId, answers: ['Yes'] },
      ],
      topics: ['gpu', `tuning-a-${marker}`],
      isKnown: true,
    });
    const raw = await storage.library.rawEntries();
    expect(raw[0]?.turns.map(({ text }) => text)).toEqual(['[forgotten]', '[forgotten]']);
    expect(raw.map(({ qaId }) => qaId)).toEqual([1, 2, 3, 4].map((second) => pair(second).qaId));
    expect(raw[1]?.turns.map(({ text }) => text)).toEqual(['My drum breaks', 'Replace it']);
    expect(raw[2]).toEqual(entry(3));
    const former = await storage.library.topic(1, 'gpu');
    expect(former?.pairs.map(({ qaId }) => qaId)).toEqual([pair(2).qaId]);
    expect(await storage.records.replyRecord('13')).toMatchObject({ answer: 'Yes', question: 'Disks?' });
    expect(await storage.records.replyRecord('11')).toMatchObject({ question: '[forgotten]', answer: null });
  });

  it('leaves what others said of the person, and lists it', async () => {
    const storage = await openIn(testFolder(), { now: () => later });
    await storage.records.saveMessage(
      { ...question, author: { ...author(anna), name: 'Anna B.' } },
      expiresAt,
    );
    const said = turns(
      ['User', 'My drum breaks'],
      ['User', 'Mine breaks whenever it rains outside'],
      ['Team', `<@${anna}> wait`],
      ['Team', 'Anna B. can wait, too'],
      ['Team', 'Replace it'],
    );
    await capture(storage, entry(2, { turns: said, messageIds: ['1', '2', '3', '4', '5'] }), {
      authorIds: [ben, anna, maya, maya, maya],
    });
    const { qaId } = pair(2);
    const plan = await storage.erasure.erase({ userId: anna });
    expect(plan.mentions.map(({ turn, text }) => [turn, text])).toEqual(
      [2, 3].map((turn) => [turn, said[turn]?.text]),
    );
    const stays = said.filter((_, at) => at !== 1);
    expect((await storage.library.rawEntry(qaId))?.turns).toEqual(stays);
    expect((await storage.library.topic(1, 'gpu'))?.pairs[0]?.turns).toEqual(stays);
    // The archive and the topic know no authors, so the next person is found by what was saved beside them.
    expect(await storage.erasure.erase({ userId: ben })).toMatchObject({ retracted: [{ qaId }] });
  });

  it('of the team leaves the pairs of which another answer is left, and takes the others', async () => {
    const storage = await openIn(testFolder(), { now: () => later });
    await capture(storage, entry(1), { authorIds: [ben, maya] });
    const plan = await storage.erasure.erase({ userId: maya, dryRun: true });
    expect(plan).toMatchObject({ isTeamMember: true, retracted: [{ qaId: pair(1).qaId }] });
  });

  it('writes nothing in a dry run, and says the same', async () => {
    const { folder, storage } = await prepared();
    const before = await holdingMarker(folder);
    const dry = await storage.erasure.erase({ userId: anna, dryRun: true });
    expect(await holdingMarker(folder)).toEqual(before);
    expect(await storage.erasure.erase({ userId: anna })).toEqual(dry);
  });

  it('holds for whatever comes later, and what the person says afterwards counts again', async () => {
    const { folder, storage } = await prepared();
    await storage.erasure.erase({ userId: anna });
    const { records } = storage;
    await records.saveMessage(question, expiresAt);
    const late = { owner: 'late', messageIds: ['15'], reason: 'reply', expiresAt };
    expect(await records.claim({ ...late, snapshot: { ...snapshot, id: '15' } })).toBe(false);
    expect(await holdingMarker(folder)).toEqual([]);
  });

  it('finds imported entries by messages that the records know, and names those that it cannot', async () => {
    const folder = testFolder();
    const storage = await openIn(folder, { now: () => later });
    const given = turns(['User', `My ${marker} breaks`], ['Team', 'Restring it']);
    await capture(storage, entry(1, { turns: given, messageIds: ['11', '12'] }), { authorIds: null });
    await capture(storage, entry(2), { authorIds: null });
    await storage.records.saveMessage(question, expiresAt);
    const plan = await storage.erasure.erase({ userId: anna });
    expect(plan.entries).toEqual([{ qaId: pair(1).qaId, messageIds: null }]);
    expect(plan.withoutAuthors).toEqual([pair(2).qaId]);
    expect(await holdingMarker(folder)).toEqual([]);
  });

  it.each([
    ['archive and library', (path: string) => !path.includes('sqlite')],
    ['database', (path: string) => path.includes('sqlite')],
  ])('is done again when a backup of the %s is restored', async (_, isRestored) => {
    const { folder, storage } = await prepared();
    await storage.close();
    const backup = testFolder();
    cpSync(folder, backup, { recursive: true, verbatimSymlinks: true });
    await copyTables(folder, backup);
    const again = await openIn(folder, { now: () => later });
    await again.erasure.erase({ userId: anna });
    await again.close();
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const isFile = statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
      if (isFile && isRestored(path)) rmSync(join(folder, path));
    }
    cpSync(backup, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => statSync(from).isDirectory() || isRestored(from),
    });
    if (isRestored('sqlite')) await copyTables(backup, folder);
    expect(await holdingMarker(folder)).not.toEqual([]);
    await openIn(folder, { now: () => later });
    expect(await holdingMarker(folder)).toEqual([]);
  });
});
