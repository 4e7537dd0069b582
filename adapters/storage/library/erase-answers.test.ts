import { expect, it } from 'vitest';
import type { Message } from '../../../domain/intake/message.ts';
import { newSnapshot } from '../../../domain/intake/snapshot.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { entry, openIn, testFolder, testNow } from '../../../test/support/storage/test-store.ts';
import { author, message, replyRecord } from '../../../test/support/values/messages.ts';
import type { Storage } from '../open-storage.ts';

/*
 * Anna asked, and a topic holds her pair. Ben got an answer from that topic, which Steward posted as 900, and went on asking.
 */

const marker = 'xylophone';
const createdAt = '2026-02-03T10:00:00.000Z';
const ben = author('ben');
const said = (id: string, over: Partial<Message>) => message(1, { id, createdAt, author: ben, ...over });
const answer = (id: string) =>
  said(id, { author: author('steward', 'steward'), text: `Restring the ${marker}` });

async function prepared() {
  const storage = await openIn(testFolder(), { now: () => new Date('2026-02-05T12:00:00Z') });
  const { library, records } = storage;
  const turns = [
    { label: 'User', text: `My ${marker} breaks` },
    { label: 'Team', text: 'Restring it' },
  ] as const;
  const written = await library.appendRaw(entry(1, { turns, messageIds: ['1', '2'] }), testNow);
  const origin = { link: null, correctedSourceIds: [], snapshotId: null };
  await records.savePairOrigin({ ...origin, qaId: written.qaId, authorIds: ['anna', 'maya'] });
  await addPair(library, written, { slug: 'strings', generation: 1 });
  await answered(storage, '12', { answer: `Restring the ${marker}`, sourceIds: ['team:strings.txt'] });
  await records.rememberPart('12', 0, '900');
  return storage;
}

const answered = ({ records }: Storage, id: string, over: Partial<ReplyRecord>) =>
  records.insertReplyRecord(
    replyRecord(id, { authorId: 'ben', post: null, sourceIds: [], createdAt, ...over }),
  );

const asks = ({ records }: Storage, id: string, history: readonly Message[]) =>
  records.saveSnapshot(
    newSnapshot({ id, route: 'reply', conversationId: id, batch: [said(id, {})], history }),
  );

const historyOf = async ({ records }: Storage, id: string) =>
  (await records.snapshot(id))?.history.map(({ text }) => text);

it.each([
  ['as a post', '900'],
  ['over HTTP', '12-answer'],
])(
  'an answer that rests on the words of a forgotten person leaves later conversations, too: %s',
  async (_, id) => {
    const storage = await prepared();
    await asks(storage, '31', [said('12', { text: 'And drums?' }), answer(id)]);
    await storage.erasure.erase({ userId: 'anna' });
    expect(await historyOf(storage, '31')).toEqual(['And drums?', '']);
  },
);

it('what was answered in a conversation with such an answer goes as well, and the answers to others stay', async () => {
  const storage = await prepared();
  await asks(storage, '31', [answer('900')]);
  await answered(storage, '31', { answer: `As I said: the ${marker}` });
  await asks(storage, '41', [answer('31-answer')]);
  await asks(storage, '51', [said('50', { text: 'Drums' })]);
  await answered(storage, '51', { answer: 'Yes' });
  const plan = await storage.erasure.erase({ userId: 'anna' });
  expect(plan).toMatchObject({ snapshots: 2, replyRecords: 2 });
  expect(await historyOf(storage, '41')).toEqual(['']);
  expect(await historyOf(storage, '51')).toEqual(['Drums']);
  const answers = await Promise.all(['31', '51'].map((id) => storage.records.replyRecord(id)));
  expect(answers.map((record) => record?.answer)).toEqual([null, 'Yes']);
});
