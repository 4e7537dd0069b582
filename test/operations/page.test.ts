import { expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { serve } from '../support/serve.ts';
import type { TestSteward } from '../support/steward.ts';

/** What `/steward page` gives to one of the team. */
async function keyOf({ discord }: Pick<TestSteward, 'discord'>): Promise<string> {
  const shown = discord.interactions.command({ by: 'Maya', team: true, name: 'steward', sub: 'page' });
  await discord.until(() => /It works once/.test(shown.text()), 'a link');
  expect(shown.isPrivate()).toBe(true);
  return /key=([\w-]+)/u.exec(shown.text())?.[1] ?? '';
}

it('/steward page opens the page: a moderator asks, sees the answer with its way, and removes one on Discord', async () => {
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
  const form_token = /name="form_token" value="(\w+)"/u.exec(await get('/page/ask'))?.[1] ?? '';

  const asked = await post('/page/ask', { form_token, question: 'How do I set the port?' }, cookie);
  const path = asked.headers.get('location') ?? '';
  expect(path).toMatch(/^\/page\/questions\/ask-/);
  await expect
    .poll(() => get(path), { interval: 500 })
    .toMatch(/Set the port to 8080\.[^]*LLMGenerationResult/u);

  const question = await steward.say({ by: 'Anna', text: 'How do I set the port?' });
  await discord.until(() => discord.postsIn(question.id).length > 0, 'an answer');
  await expect
    .poll(() => steward.storage.records.replyRecord(question.id))
    .toMatchObject({ status: 'answered' });
  const removed = await post(`/page/questions/${question.id}/remove`, { form_token }, cookie);
  expect(removed.status).toBe(200);
  await discord.until(() => discord.postsIn(question.id).length === 0, 'it is removed');
  const changes = await steward.storage.records.pageChanges(9);
  expect(changes.map(({ action, subject }) => [action, subject])).toEqual([
    ['remove', question.id],
    ['ask', path.split('/').at(-1)],
  ]);
  const own = await steward.storage.records.replyRecord(changes[1]?.subject ?? '');
  expect(own?.authorId).toBe(changes[1]?.userId);
});
