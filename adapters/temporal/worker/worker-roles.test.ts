import { expect, test } from 'vitest';
import { activityQueues } from './worker-roles.ts';

const names = (...roles: Parameters<typeof activityQueues>[0]) =>
  activityQueues(roles, 'steward').map(({ name }) => name);

test('each role polls its own queue of steps', () => {
  expect([names('bot'), names('reply'), names('library')]).toEqual([
    ['steward-discord'],
    ['steward-reply'],
    ['steward-library'],
  ]);
});

test('all of them together poll each queue once', () => {
  expect(names('all', 'bot', 'reply').toSorted()).toEqual([
    'steward-discord',
    'steward-library',
    'steward-reply',
  ]);
});
