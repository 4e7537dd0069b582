import { expect, it } from 'vitest';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { RefreshResult } from '../../workflows/contract/documents.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { runWorkers } from '../support/run-workers.ts';
import { quickTimings } from '../support/steward.ts';
import { testClient, uniqueTaskQueue } from '../support/temporal.ts';

it('a site whose lists are slow holds up no other', async () => {
  const taskQueue = uniqueTaskQueue();
  const quick = Promise.withResolvers<void>();
  const noWork = { left: 0, found: 0, read: 0, changed: 0, failed: 0, described: 0, modelCalls: 0 };
  const library = {
    discoverFiles: async () => noWork,
    discoverAddresses: async () => ({ found: 0, failed: 0, dueSites: ['https://slow', 'https://quick'] }),
    discoverSite: async ({ url }: { readonly url: string }) => {
      if (url === 'https://quick') quick.resolve();
      await quick.promise;
      return { found: 1, failed: 0 };
    },
    settleDiscovery: async () => ({ removed: 0, toFetch: 0, toDescribe: 0 }),
    describeSources: async () => noWork,
    publishIndex: async () => ({ sources: 2, rejected: 0 }),
    describeLeftOver: async () => {},
    findUnsettled: async () => [],
    endRefresh: async () => {},
  };
  await runWorkers({ taskQueue, activities: { library }, roles: ['library'] });
  const client = await testClient();
  const run = await startOnce(client, startsOf(taskQueue).refresh({ timings: quickTimings }));
  expect(await waitForResult<RefreshResult>({ client, ...run })).toMatchObject({ sources: 2 });
});
