import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openIn, testFolder, testPaths } from '../../test/support/storage/test-store.ts';
import { recallDecision } from '../../test/support/values/decisions.ts';
import { author, replyRecord, message, repliesTo } from '../../test/support/values/messages.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { appendRaw } from './append-raw.ts';
import { openSteps } from '../../test/support/steps/team-steps.ts';

const asked = message(0);
const answered = message(60, {
  author: author('maya', 'team_member'),
  repliesTo: repliesTo(asked.id, asked.author),
});
const snapshotOf = (id: string, createdAt: string): Snapshot => ({
  id,
  route: 'capture',
  location: answered.location,
  author: answered.author,
  askedDirectly: false,
  batch: [{ ...answered, id, createdAt }],
  history: [{ ...asked, id: `${id}0`, createdAt: '2026-01-30T00:00:00.000Z' }],
  others: [],
  conversationId: `reply_${id}0`,
  correctsAnswerTo: null,
});

/** A store whose clock the test sets. */
async function openAt(first: string, snapshots: readonly Snapshot[]) {
  const folder = testFolder();
  let clock = new Date(first);
  const decide = () => ({ skip: true, topic_name: '' });
  const deps = openSteps({ store: await openIn(folder, { now: () => clock }), decide, now: () => clock });
  for (const snapshot of snapshots) {
    await deps.records.claim({ owner: snapshot.id, messageIds: [snapshot.id], snapshot, reason: '' });
  }
  const setClock = (time: string) => {
    clock = new Date(time);
  };
  return {
    deps,
    setClock,
    files: () => readdirSync(testPaths(folder).rawDir).filter((name) => !name.startsWith('.')),
  };
}

it('a retry after Sunday midnight finds the entry in the week before, and writes none', async () => {
  const snapshot = snapshotOf('2001', '2026-02-01T23:59:58.000Z');
  const { deps, setClock, files } = await openAt('2026-02-01T23:59:59.900Z', [snapshot]);
  const first = await appendRaw(deps, { snapshotId: snapshot.id });
  setClock('2026-02-02T00:00:00.100Z');
  expect(await appendRaw(deps, { snapshotId: snapshot.id })).toEqual(first);
  expect(files()).toEqual(['2026-W05.txt']);
  expect(await deps.library.rawEntries()).toHaveLength(1);
});

it('a clock that is set back changes the file of an entry and neither its id nor the order', async () => {
  const snapshots = [
    snapshotOf('2001', '2026-02-10T12:00:00.000Z'),
    snapshotOf('2002', '2026-02-10T12:00:01.000Z'),
  ];
  const { deps, setClock, files } = await openAt('2026-02-10T12:00:00Z', snapshots);
  const first = await appendRaw(deps, { snapshotId: '2001' });
  setClock('2026-01-28T12:00:00Z');
  const second = await appendRaw(deps, { snapshotId: '2002' });
  expect(await appendRaw(deps, { snapshotId: '2001' })).toEqual(first);
  expect(files()).toEqual(['2026-W05.txt', '2026-W07.txt']);
  const ids = (await deps.library.rawEntries()).map(({ qaId }) => qaId);
  expect(ids).toEqual([first.qaId, second.qaId]);
});

it('what a correction corrects is not recalled any more, nor is the answer that it repeated', async () => {
  const snapshot = {
    ...snapshotOf('2001', '2026-02-01T12:00:00.000Z'),
    correctsAnswerTo: '1502',
  };
  const { deps } = await openAt('2026-02-01T12:00:01.000Z', [snapshot]);
  const decisions = [{ decision: 'RecallDecision', value: recallDecision('1501') }];
  for (const record of [replyRecord('1501'), replyRecord('1502', { reason: 'recalled', decisions })]) {
    const asked = { ...record, question: 'How do I set the port?' };
    await deps.records.insertReplyRecord(asked, { recall: { language: null, sources: [] } });
    await deps.records.vote({ messageId: record.messageId, userId: 'eve', helpful: true, byTeam: false });
  }
  const found = () => deps.records.helpfulAnswers({ question: 'set the port', since: new Date(0), limit: 9 });
  expect(await found()).toHaveLength(2);
  await appendRaw(deps, { snapshotId: snapshot.id });
  expect(await found()).toEqual([]);
});
