import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { parseIndexCache } from '../../domain/documents/index-cache.ts';
import type { RefreshResult } from '../../workflows/contract/documents.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { dead, kill, openTestSteward, quickTimings, type TestSteward } from '../support/steward.ts';
import { htmlPage, startTestWeb } from '../support/pages/test-web.ts';

/** The steps of a refresh that finds changed files and pages, in their order. */
const steps = [
  'discoverFiles',
  'discoverAddresses',
  'discoverSite',
  'settleDiscovery',
  'fetchPages',
  'describeSources',
  'publishIndex',
  'describeLeftOver',
  'findUnsettled',
  'endRefresh',
] as const;

const describing: Script = (call) => ({ text: `${call.sections[0]?.id}: ${call.text('document').trim()}` });

async function refresh({ client, config }: TestSteward) {
  const input = { timings: quickTimings };
  return startOnce(client, startsOf(config.temporal.task_queue).refresh(input));
}

const result = ({ client }: TestSteward, run: Awaited<ReturnType<typeof refresh>>) =>
  waitForResult<RefreshResult>({ client, ...run });

/** A Steward with files and a small site, which has been refreshed once; then everything changes. */
async function withChanges() {
  const model = await startScriptedModel(describing);
  const web = await startTestWeb({
    '/docs/': htmlPage('Start', 'Old start. <a href="/docs/a">a</a> <a href="/docs/b">b</a>'),
    '/docs/a': htmlPage('A', 'Old page, long enough to be read by somebody.'),
    '/docs/b': htmlPage('B', 'Another page, long enough to be read by somebody.'),
  });
  const steward = await openTestSteward({
    model,
    files: { 'a.md': 'old a', 'b.md': 'old b', 'same.md': 'same' },
    settings: {
      pages: { allow_hosts: [web.host] },
      kb: {
        sources: [{ site: `${web.url}docs/`, requests_per_second: 50 }],
        // One after the other, so that what was described before a death was written before it.
        summarization_concurrency: 1,
        // Due at each refresh.
        url_check_interval_seconds: 0.001,
      },
    },
  });
  const first = await steward.spawnWorker();
  await result(steward, await refresh(steward));
  const old = await steward.storage.sources.documentIndex();
  const { sources_dir: folder } = steward.config.kb;
  await writeFile(join(folder, 'a.md'), 'new a');
  await writeFile(join(folder, 'c.md'), 'new c');
  await rm(join(folder, 'b.md'));
  web.pages.set('/docs/a', { html: htmlPage('A', 'New page, long enough to be read by somebody.') });
  await kill(first);
  return { model, web, steward, old };
}

describe('a refresh whose worker is killed', () => {
  it('after every single step goes on, with the old index or the new one whole at all times', async () => {
    const { model, web, steward, old } = await withChanges();
    const index = () => steward.storage.sources.documentIndex();
    const callsBefore = model.calls.length;
    web.answers.splice(0);
    const run = await refresh(steward);
    const after: string[] = [];
    for (const dieAfter of steps) {
      await dead(await steward.spawnWorker({ dieAfter }));
      after.push(await index());
    }
    await steward.spawnWorker();
    // The counts of a step that died with its worker are lost; what it did is not.
    expect(await result(steward, run)).toMatchObject({ sources: 6, rejected: 0 });
    const now = await index();
    expect(now).not.toBe(old);
    expect(after).toEqual(steps.map((_, at) => (at < steps.indexOf('publishIndex') ? old : now)));
    expect(now).toContain('kb:a.md\nkb:a.md: new a\n');
    expect(now).toContain('kb:c.md\n');
    expect(now).not.toContain('kb:b.md\n');
    expect(now).toContain('New page');
    expect(model.calls.length - callsBefore).toBe(3);
    // The page that changed is downloaded once as a page, whatever was killed; the site is looked through for links too.
    expect(web.answers.filter((answer) => answer === '304 /docs/b').length).toBeGreaterThan(0);
    const cache = parseIndexCache(readFileSync(steward.config.kb.index_cache_path, 'utf8'));
    expect(cache.problem).toBeNull();
    expect(await result(steward, await refresh(steward))).toMatchObject({
      described: 0,
      modelCalls: 0,
      read: 0,
    });
    expect(model.calls.length - callsBefore).toBe(3);
  }, 240_000);

  it('in the middle of each kind of work reads and describes nothing twice that was done', async () => {
    const { model, steward, old } = await withChanges();
    let hung = 0;
    model.follow((call) => {
      if (call.sections[0]?.id !== 'kb:c.md' || hung > 2) return describing(call);
      hung += 1;
      return 'hang';
    });
    const run = await refresh(steward);
    for (let death = 1; death <= 3; death += 1) {
      const worker = await steward.spawnWorker();
      await expect.poll(() => hung).toBe(death);
      await kill(worker);
      expect(await steward.storage.sources.documentIndex()).toBe(old);
    }
    await steward.spawnWorker();
    expect(await result(steward, run)).toMatchObject({ sources: 6 });
    const asked = model.calls.filter(({ sections }) => sections[0]?.id === 'kb:a.md');
    expect(asked).toHaveLength(2);
  }, 240_000);
});
