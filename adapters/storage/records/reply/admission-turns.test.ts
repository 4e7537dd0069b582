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

it('of questions that wait one goes on, and the others wait for it', async () => {
  const records = await open();
  await answer(records, request('1'));
  expect(await records.admit(request('2', { now: after(1) }))).toEqual(wait(29));
  expect(await records.admit(request('3', { now: after(2) }))).toEqual(wait(28));
  expect(await records.admit(request('2', { now: after(30) }))).toEqual({ outcome: 'admitted' });
  expect(await records.admit(request('3', { now: after(30) }))).toEqual(wait(10));
  await answer(records, request('2', { now: after(30) }), after(31));
  expect(await records.admit(request('3', { now: after(40) }))).toEqual(wait(21));
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
  await answer(records, request('3', { cooldown: null }), after(300));
  expect(await records.admit(request('2', { now: after(400), cooldown }))).toEqual({
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
