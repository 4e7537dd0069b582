import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ensureSchedules, scheduleIds, triggerRefresh } from '../../adapters/temporal/runs/schedules.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { showRun } from '../support/show-run.ts';
import { makeDocx, makePdf, paragraph } from '../support/pages/make-documents.ts';
import type { RefreshInput, RefreshResult } from '../../workflows/contract/documents.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { startSelfSignedWeb } from '../support/pages/self-signed-web.ts';
import { kill, openTestSteward, quickTimings, type TestSteward } from '../support/steward.ts';
import { htmlPage, startTestWeb } from '../support/pages/test-web.ts';

const describing: Script = (call) => ({ text: `About ${call.sections[0]?.id ?? ''}.` });

async function refresh(
  { client, config }: TestSteward,
  input: RefreshInput = { timings: quickTimings },
): Promise<RefreshResult> {
  const run = await startOnce(client, startsOf(config.temporal.task_queue).refresh(input));
  return waitForResult<RefreshResult>({ client, ...run });
}

it('takes in folders and the web, lists what is wrong, and asks nothing the second time', async () => {
  const model = await startScriptedModel(describing);
  const web = await startTestWeb({ '/faq': htmlPage('FAQ', 'How to set the port: use the setting port.') });
  const steward = await openTestSteward({
    model,
    files: {
      'a.md': '# A',
      'page.html': htmlPage('Page', 'A page in a folder.'),
      'broken.pdf': '%PDF-1.4 no',
    },
    settings: {
      pages: { allow_hosts: [web.host] },
      kb: { sources: [{ url: `${web.url}faq` }, { url: `${web.url}gone` }] },
    },
  });
  await steward.work(['all']);
  expect(await refresh(steward)).toMatchObject({
    sources: 3,
    read: 3,
    fetched: 2,
    described: 3,
    rejected: 2,
  });
  expect(await steward.storage.sources.documentIndex()).toBe(
    ['a.md', 'page.html', `${web.url}faq`].map((id) => `kb:${id}\nAbout kb:${id}.\n`).join('\n'),
  );
  const page = await steward.storage.sources.load(`kb:${web.url}faq`, 1);
  expect(page).toMatchObject({
    title: 'FAQ',
    url: `${web.url}faq`,
    text: expect.stringContaining('setting port'),
  });
  expect((await steward.storage.sources.load('kb:page.html', 1)).text).toContain('A page in a folder.');

  const { calls } = model;
  const [asked, answered] = [calls.length, web.answers.length];
  expect(await refresh(steward)).toMatchObject({
    sources: 3,
    read: 0,
    fetched: 0,
    modelCalls: 0,
    rejected: 2,
  });
  expect([calls.length, web.answers.length]).toEqual([asked, answered]);

  const lines = await listedByCommand(steward, '--failed');
  expect(lines).toMatchObject([
    { source_id: 'kb:broken.pdf', kind: 'file', status: 'failed', error: expect.stringMatching(/\.$/u) },
    { source_id: `kb:${web.url}gone`, kind: 'url', error: expect.stringContaining('404') },
  ]);
  const all = (await listedByCommand(steward)) as readonly {
    readonly source_id: string;
    readonly status: string;
  }[];
  expect(all).toHaveLength(5);
  const id = all.find(({ status }) => status === 'indexed')?.source_id ?? '';
  const [shown] = await listedByCommand(steward, '--show', id);
  expect(shown).toMatchObject({ source_id: id, text: (await steward.storage.sources.load(id, 0)).text });
});

it('lists each bad page and file in one clear line, and indexes everything else', async () => {
  const model = await startScriptedModel(describing);
  const fine = 'A page that is fine, long enough to be read by somebody.';
  const web = await startTestWeb({ '/fine': htmlPage('Fine', fine) });
  web.pages.set('/login', { html: '', status: 401 });
  web.pages.set('/loop', { html: '', status: 302, headers: { location: '/loop' } });
  web.pages.set('/endless', { html: 'x'.repeat(3_000_000) });
  web.pages.set('/charset', { html: '', bytes: Buffer.from('<p>caf\xe9, latin letters</p>', 'latin1') });
  const paths = ['fine', 'login', 'loop', 'endless', 'charset', 'gone'];
  const selfSigned = await startSelfSignedWeb(htmlPage('Fine', fine));
  const steward = await openTestSteward({
    model,
    files: { 'fine.md': '# Fine', 'broken.pdf': '%PDF-1.4 no', 'damaged.docx': 'PK\u0003\u0004 no' },
    settings: {
      pages: { allow_hosts: [web.host, selfSigned.host], max_megabytes: 1 },
      kb: { sources: [selfSigned.url, ...paths.map((path) => web.url + path)].map((url) => ({ url })) },
    },
  });
  const binary = {
    'huge.html': Buffer.alloc(60 * 1024 * 1024),
    'locked.pdf': makePdf([[fine]], { isLocked: true }),
    'cut.docx': makeDocx(paragraph(fine)).subarray(0, -40),
  };
  for (const [name, bytes] of Object.entries(binary))
    await writeFile(join(steward.config.kb.sources_dir, name), bytes);
  await steward.work(['all']);
  expect(await refresh(steward)).toMatchObject({ sources: 2, described: 2, rejected: 11 });
  const errors = (await steward.storage.knownSources.all()).flatMap(({ sourceId, error }) =>
    error === null ? [] : [[sourceId.replace(web.url, ''), error]],
  );
  const files = ['broken.pdf', 'damaged.docx', ...Object.keys(binary)];
  expect(new Set(errors.map(([id]) => id))).toEqual(
    new Set([...files, selfSigned.url, ...paths.slice(1)].map((id) => `kb:${id}`)),
  );
  expect(Object.fromEntries(errors)).toMatchObject({
    [`kb:${selfSigned.url}`]: 'The certificate of the host is not valid.',
    'kb:locked.pdf': 'The PDF is protected by a password.',
    'kb:cut.docx': 'The DOCX is damaged or cut.',
  });
  for (const [, error] of errors) expect(error).toMatch(/^[A-Z][^\n]{10,200}\.$/u);
  expect(new Set(errors.map(([, error]) => error)).size).toBe(11);
});

it('takes up at a start what has changed, and what changes during a refresh as well', async () => {
  const model = await startScriptedModel(describing);
  const steward = await openTestSteward({ model });
  const { client, config, storage } = steward;
  const taskQueue = config.temporal.task_queue;
  await steward.work(['all']);
  await ensureSchedules({ client, taskQueue, refreshSeconds: 3600, tellsTeam: false });
  const startsAgain = () => triggerRefresh({ client, taskQueue });
  onTestFinished(async () => {
    for (const id of Object.values(scheduleIds(taskQueue))) await client.schedule.getHandle(id).delete();
  });
  const index = () => storage.sources.documentIndex();
  await startsAgain();
  await expect.poll(index).toContain('kb:guide.md\n');
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  model.follow(async (call) => {
    await isOpen;
    return describing(call);
  });
  const reached = model.reached('LLMTextResult');
  await writeFile(join(config.kb.sources_dir, 'new.md'), '# New');
  await startsAgain();
  await reached;
  await writeFile(join(config.kb.sources_dir, 'newer.md'), '# Newer');
  await rm(join(config.kb.sources_dir, 'guide.md'));
  // The refresh that waits at the model has not seen it.
  await startsAgain();
  open();
  await expect.poll(index).toBe('kb:new.md\nAbout kb:new.md.\n\nkb:newer.md\nAbout kb:newer.md.\n');
});

it('publishes what it has when the model stays away, and says so', async () => {
  const model = await startScriptedModel(describing);
  const steward = await openTestSteward({ model, files: { 'a.md': 'A', 'b.md': 'B' } });
  await steward.work(['all']);
  await refresh(steward);
  model.follow(() => ({ status: 401 }));
  await writeFile(join(steward.config.kb.sources_dir, 'a.md'), 'changed');
  await rm(join(steward.config.kb.sources_dir, 'b.md'));
  await expect(refresh(steward)).rejects.toThrow(/401|key/u);
  expect(await steward.storage.sources.documentIndex()).toBe('kb:a.md\nAbout kb:a.md.\n');
  model.follow(describing);
  expect(await refresh(steward)).toMatchObject({ sources: 1, described: 1, read: 0 });
});

it('goes on after its worker was killed at the model, and shows how far it is', async () => {
  let isFirst = true;
  const model = await startScriptedModel((call) => {
    if (call.sections[0]?.id !== 'kb:b.md' || !isFirst) return describing(call);
    isFirst = false;
    return 'hang';
  });
  const steward = await openTestSteward({
    model,
    files: { 'a.md': 'A', 'b.md': 'B' },
    settings: { kb: { summarization_concurrency: 1 } },
  });
  const { client, config, storage } = steward;
  const first = await steward.spawnWorker();
  const result = refresh(steward);
  await expect.poll(() => isFirst).toBe(false);
  const workflowId = `${config.temporal.task_queue}/refresh`;
  expect((await showRun({ client, workflowId })).currentDetails).toContain('Describing');
  expect(await storage.sources.documentIndex()).toBe('');
  await kill(first);
  await steward.spawnWorker();
  expect(await result).toMatchObject({ sources: 2 });
  expect(model.calls.filter(({ sections }) => sections[0]?.id === 'kb:a.md')).toHaveLength(1);
});

it('goes on as a new run, which reads and describes nothing again and keeps counting', async () => {
  const model = await startScriptedModel(describing);
  const steward = await openTestSteward({
    model,
    files: { 'a.md': 'A', 'b.md': 'B', 'c.md': 'C' },
    settings: { kb: { summarization_concurrency: 1 } },
  });
  const { client, config } = steward;
  await steward.work(['all']);
  const pace = { stepMilliseconds: 0, stepsPerRun: 1 };
  const input = { timings: quickTimings, pace };
  const { workflowId, runId } = await startOnce(client, startsOf(config.temporal.task_queue).refresh(input));
  const result = await waitForResult<RefreshResult>({ client, workflowId, runId });
  expect(result).toMatchObject({ sources: 3, read: 3, described: 3, modelCalls: 3, failed: 0 });
  expect(model.calls.map(({ sections }) => sections[0]?.id)).toEqual(['kb:a.md', 'kb:b.md', 'kb:c.md']);

  const runs = await chainOf(client, workflowId, runId);
  expect(
    runs.map(({ steps }) => steps.filter((step) => /^(?:discover|describeS|publish)/u.test(step))),
  ).toEqual([
    expect.arrayContaining(['discoverFiles', 'discoverAddresses', 'describeSources']),
    ['describeSources'],
    ['describeSources', 'publishIndex'],
  ]);
  // The lease is held from the first run to the last, and then free.
  expect(runs.map(({ steps }) => steps.includes('endRefresh'))).toEqual([false, false, true]);
  expect(await refresh(steward)).toMatchObject({ sources: 3, read: 0, modelCalls: 0 });
});

/** The runs that a refresh went on as, with the names of their steps in order. */
async function chainOf(
  client: TestSteward['client'],
  workflowId: string,
  firstRunId: string,
): Promise<readonly { readonly runId: string; readonly steps: readonly string[] }[]> {
  const { events } = await client.workflow.getHandle(workflowId, firstRunId).fetchHistory();
  const steps = (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: step }) => step?.activityType?.name ?? [],
  );
  const next = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  const own = { runId: firstRunId, steps };
  return next ? [own, ...(await chainOf(client, workflowId, next))] : [own];
}

/** `npx steward sources --json` in a process of its own. */
async function listedByCommand(
  { config }: TestSteward,
  ...options: readonly string[]
): Promise<readonly object[]> {
  const file = join(config.storage.data_dir, 'config.json');
  const { kb, storage, ai_response: ai } = config;
  const given = {
    kb: { sources_dir: kb.sources_dir, sources: kb.sources },
    storage: { ...storage, url: null },
    ai_response: { llm: { model: ai.llm.model, base_url: ai.llm.base_url } },
  };
  await writeFile(file, JSON.stringify(given));
  const steward = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [steward, 'sources', '--json', ...options, '-c', file],
    { encoding: 'utf8', env: { ...process.env, STEWARD__STORAGE__URL: storage.url?.reveal() } },
  );
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
}
