import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  admissionRequest as request,
  answerQuestion as answer,
  askedAt as start,
  cooldownOf as wait,
  secondsLater as after,
} from '../../../../test/support/values/admissions.ts';
import { openSqlite } from '../../database/sqlite/sqlite.ts';
import { testDatabase, testFolder } from '../../../../test/support/storage/test-store.ts';
import { createRecords } from '../records.ts';

const open = async () => createRecords(await testDatabase(), () => start);

it('each question that waits has a turn of its own, in the order they came', async () => {
  const records = await open();
  await answer(records, request('1'));
  expect(await records.admit(request('2', { now: after(1) }))).toEqual(wait(29));
  expect(await records.admit(request('3', { now: after(2) }))).toEqual(wait(58));
  await answer(records, request('2', { now: after(30) }), after(31));
  expect(await records.admit(request('3', { now: after(60) }))).toEqual(wait(1));
  expect(await records.admit(request('3', { now: after(61) }))).toEqual({ outcome: 'admitted' });
});

it('twenty questions wait in a channel and no more', async () => {
  const records = await open();
  await answer(
    records,
    request('0', { cooldown: { user_cooldown_seconds: 0, channel_cooldown_seconds: 1 } }),
  );
  const outcomes: string[] = [];
  for (let at = 1; at <= 22; at += 1) {
    const cooldown = { user_cooldown_seconds: 0, channel_cooldown_seconds: 1 };
    outcomes.push((await records.admit(request(`q${at}`, { now: after(0.1), cooldown }))).outcome);
  }
  expect(outcomes.filter((outcome) => outcome === 'wait')).toHaveLength(20);
  expect(outcomes.slice(20)).toEqual(['refused', 'refused']);
});

it('no question waits longer than ten minutes', async () => {
  const records = await open();
  const cooldown = { user_cooldown_seconds: 0, channel_cooldown_seconds: 400 };
  await answer(records, request('1', { cooldown }));
  expect(await records.admit(request('2', { now: after(1), cooldown }))).toEqual(wait(399));
  expect(await records.admit(request('3', { now: after(2), cooldown }))).toEqual({
    outcome: 'refused',
    reason: 'cooldown',
  });
});

it('one of fifty questions passes a cooldown that two processes ask about at once', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  await openSqlite(path).close();
  const fixture = fileURLToPath(
    new URL('../../../../test/support/processes/ask-at-once.ts', import.meta.url),
  );
  const children = ['a', 'b'].map((name) =>
    spawn(process.execPath, [fixture, path, name, 'help'], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map((child) => once(child.stdout, 'readable')));
  const said = children.map((child) => text(child.stdout));
  for (const child of children) child.stdin.write('go\n');
  const outcomes = (await Promise.all(said)).join('').split('\n');
  expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'wait')).toHaveLength(20);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(29);
});

it('questions of the same moment have their turns in the order of their ids', async () => {
  const records = await open();
  await answer(records, request('1'));
  const [first, second] = ['2', '3'].map((id) => request(id, { now: after(1) }));
  if (!first || !second) throw new Error('There are two.');
  expect(await records.admit(second)).toEqual(wait(29));
  expect(await records.admit(first)).toEqual(wait(29));
  expect(await records.admit(second)).toEqual(wait(59));
  expect(await records.admit({ ...second, now: after(30) })).toEqual(wait(30));
  expect(await records.admit({ ...first, now: after(30) })).toEqual({ outcome: 'admitted' });
});

it('a question that has not come back within a minute of its turn loses it to those behind it', async () => {
  const records = await open();
  const cooldown = { user_cooldown_seconds: 0, channel_cooldown_seconds: 400 };
  await answer(records, request('1', { cooldown }));
  expect(await records.admit(request('2', { now: after(1), cooldown }))).toEqual(wait(399));
  expect(await records.admit(request('3', { now: after(459), cooldown }))).toEqual(wait(341));
  expect(await records.admit(request('3', { now: after(460), cooldown }))).toEqual({ outcome: 'admitted' });
});

it('questions that have lost their turns are none of the twenty that may wait', async () => {
  const records = await open();
  const cooldown = { user_cooldown_seconds: 0, channel_cooldown_seconds: 1 };
  await answer(records, request('1', { cooldown }));
  for (let at = 0; at < 20; at += 1) await records.admit(request(`q${at}`, { now: after(0.1), cooldown }));
  const onceMore = request('2', { now: after(0.2), cooldown });
  expect(await records.admit(onceMore)).toEqual({ outcome: 'refused', reason: 'cooldown' });
  await answer(records, request('3', { cooldown: null }), after(100));
  expect(await records.admit({ ...onceMore, now: after(100) })).toEqual(wait(1));
});
