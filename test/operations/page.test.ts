import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { browserPath, handIn, launchBrowser, openPageIn } from '../support/discord/page-browser.ts';
import { prepareTasks, taskChannels, taskScript, until } from '../support/discord/page-tasks.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { serve } from '../support/serve.ts';
import type { TestSteward } from '../support/steward.ts';
import { testFolder } from '../support/storage/test-store.ts';
import { testConnection } from '../support/temporal.ts';

/** What `/steward page` gives to one of the team. */
async function keyOf({ discord }: Pick<TestSteward, 'discord'>): Promise<string> {
  const shown = discord.interactions.command({ by: 'Maya', team: true, name: 'steward', sub: 'page' });
  await discord.until(() => /It works once/.test(shown.text()), 'a link');
  expect(shown.isPrivate()).toBe(true);
  return /key=([\w-]+)/u.exec(shown.text())?.[1] ?? '';
}

it('/steward page opens the page: a moderator sees an answer with its way, and removes it on Discord', async () => {
  const model = await startScriptedModel(agreeable);
  const { steward, url } = await serve({ model, http: { page: true } });
  const { discord } = steward;
  const refused = discord.interactions.command({ by: 'Anna', name: 'steward', sub: 'page' });
  await discord.until(() => /for the team/.test(refused.text()), 'members get none');
  expect(refused.text()).not.toContain('key=');
  const key = await keyOf(steward);

  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { cookie, origin: url },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const entered = await post('/page/enter', { key });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = async (path: string) => (await fetch(`${url}${path}`, { headers: { cookie } })).text();
  const form_token = /name="form_token" value="(\w+)"/u.exec(await get('/page'))?.[1] ?? '';

  const question = await steward.say({ by: 'Anna', text: 'How do I set the port?' });
  await discord.until(() => discord.postsIn(question.id).length > 0, 'an answer');
  await expect
    .poll(() => steward.storage.records.replyRecord(question.id))
    .toMatchObject({ status: 'answered' });
  expect(await get(`/page/questions/${question.id}`)).toMatch(
    /Set the port to 8080\.[^]*<th scope="row">Writing</u,
  );
  const removed = await post(`/page/questions/${question.id}/remove`, { form_token }, cookie);
  expect(removed.status).toBe(200);
  await discord.until(() => discord.postsIn(question.id).length === 0, 'it is removed');
});

it.skipIf(browserPath === null)(
  'nine tasks take at most three clicks each, and each can be done by keyboard without scripts',
  async () => {
    const model = await startScriptedModel(taskScript);
    const discord = await openTestDiscord({ channels: Object.keys(taskChannels) });
    const teamChannelId = discord.channelId('staff');
    const http = { page: true };
    const { steward, url } = await serve({ model, http, discord, channels: taskChannels, teamChannelId });
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const { storage } = steward;
    const counted: (readonly [string, number])[] = [];
    for (const hand of ['mouse', 'keyboard'] as const) {
      const tasks = await prepareTasks({ discord, storage }, hand);
      const link = `${url}/page/enter?key=${await keyOf(steward)}`;
      const { tab, troubles, clicks } = await openPageIn(browser, link, {
        javaScriptEnabled: hand === 'mouse',
      });
      for (const task of tasks) {
        await tab.goto(`${url}/page`);
        await task.do(handIn(tab, hand));
        await until(task.name, task.isDone);
        if (hand === 'mouse') counted.push([task.name, await clicks()]);
      }
      expect(troubles).toEqual([]);
    }
    expect(counted).toHaveLength(9);
    expect(counted.filter(([, clicks]) => clicks < 1 || clicks > 3)).toEqual([]);
  },
);

it('dev prints a link to its page', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs/guide.md'), '# Guide\n\nThe default port is 8080.\n');
  const program = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'dev', '--kb', 'docs', '--data', 'data'], {
    cwd: folder,
    env: { ...process.env, TEMPORAL_ADDRESS: testConnection().address },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stderr.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  await expect.poll(() => shown, { timeout: 60_000 }).toMatch(/key=[\w-]+\s/u);
  const [link = ''] = /http:\S+key=[\w-]+/u.exec(shown) ?? [];
  expect(await (await fetch(link)).text()).toContain('Open the page');
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});
