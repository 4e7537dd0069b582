import { expect, it } from 'vitest';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { htmlPage, startTestWeb } from '../support/pages/test-web.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, quickTimings } from '../support/steward.ts';

it('answers from what it has read while slow pages are still to come', async () => {
  const model = await startScriptedModel(({ sections }) => ({ text: `About ${sections[0]?.id ?? ''}.` }));
  const html = htmlPage('Page', 'A page that is long enough to be read by somebody.');
  const web = await startTestWeb({ '/a': html });
  const slow = Promise.withResolvers<void>();
  web.pages.set('/slow', { html, until: slow.promise });
  const steward = await openTestSteward({
    model,
    files: { 'guide.md': '# Guide' },
    settings: {
      pages: { allow_hosts: [web.host] },
      kb: { sources: ['a', 'slow'].map((path) => ({ url: web.url + path })), url_download_concurrency: 1 },
    },
  });
  await steward.work(['all']);
  const { client, config } = steward;
  const input = { timings: quickTimings, pace: { stepMilliseconds: 0 } };
  const run = await startOnce(client, startsOf(config.temporal.task_queue).refresh(input));
  const index = () => steward.storage.sources.documentIndex();
  await expect.poll(index).toContain('About kb:');
  expect(await index()).not.toContain('slow');
  slow.resolve();
  expect(await waitForResult({ client, ...run })).toMatchObject({
    sources: 3,
    fetched: 2,
    described: 3,
    modelCalls: 3,
  });
  expect(await index()).toContain('slow');
});
