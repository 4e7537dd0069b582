import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testClient, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import { requireOwnStore } from './whose-store.ts';

const storeIn = (place: string) => ({ id: randomUUID(), place, usedBy: [] });

test('a task queue takes the first store, and refuses another in a sentence that names both', async () => {
  const [client, taskQueue] = [await testClient(), uniqueTaskQueue()];
  const [ours, theirs] = [storeIn('/ours'), storeIn('/theirs')];
  try {
    for (const store of [ours, ours]) await requireOwnStore({ client, taskQueue, store, binds: true });
    const other = requireOwnStore({ client, taskQueue, store: theirs, binds: true });
    await expect(other).rejects.toMatchObject({ kind: 'final', code: 'store_of_another' });
    for (const part of [ours.id, '/ours', theirs.id, '/theirs', `${taskQueue}-store`])
      await expect(other).rejects.toThrow(part);
  } finally {
    await client.schedule.getHandle(`${taskQueue}-store`).delete();
  }
});

test('a command binds no store to a task queue', async () => {
  const [client, taskQueue] = [await testClient(), uniqueTaskQueue()];
  for (const place of ['/ours', '/theirs'])
    await expect(
      requireOwnStore({ client, taskQueue, store: storeIn(place), binds: false }),
    ).resolves.toBeUndefined();
});

test('a store whose workers run on another Temporal server is refused here, and names them', async () => {
  const [client, taskQueue] = [await testClient(), uniqueTaskQueue()];
  const store = { ...storeIn('postgresql://db/steward'), usedBy: ['hosta:7'] };
  const check = requireOwnStore({ client, taskQueue, store, binds: true });
  await expect(check).rejects.toThrow(/used by hosta:7, .*Set TEMPORAL_ADDRESS/u);
});
