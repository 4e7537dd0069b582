import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import type { ScriptedCall, Script } from '../support/provider/scripted-provider.ts';
import { startRegeneration } from '../support/storage/archive.ts';
import { openRecheckScene } from '../support/recheck-scene.ts';
import { dead, kill } from '../support/steward.ts';

const pageWith = (port: string, more = '') => `# Guide\n\nThe port is ${port}.\n${more}`;
const verified = 'LLMVerificationResult' as const;

/** The sources that say which port it is. */
const telling = (call: ScriptedCall) =>
  call.sections.filter(({ name, text }) => name === 'source' && /port is \d{4}/u.test(text));
const portIn = (text = '') => /port is (\d{4})/u.exec(text)?.[1];

/** Answers what the sources say, and finds a draft right if it says the same. */
const reading: Script = (call) => {
  const [source] = telling(call);
  const port = portIn(source?.text);
  if (call.decision === 'LLMGenerationResult')
    return port === undefined
      ? { answer: null, citations: [] }
      : { answer: `The port is ${port}.`, citations: [{ source_id: source?.id ?? '', qa_ids: [] }] };
  if (call.decision === verified)
    return { is_good_enough: portIn(call.text('draft')) === port, issues: [], suggested_fix: null };
  return agreeable(call);
};

type Settings = { readonly perDay?: number; readonly team?: boolean; readonly guide?: string };

async function open(looks: string, { perDay, team = false, guide = pageWith('8080') }: Settings = {}) {
  const scene = await openRecheckScene({ script: reading, looks, perDay, team, guide });
  const { discord, steward, page } = scene;
  const ask = async (by: string): Promise<string> => {
    const { id } = await steward.say({ by, text: 'Which port do I set?' });
    await steward.settle();
    return id;
  };
  const edits = () =>
    discord.requests.filter(({ method, path }) => method === 'PATCH' && path.includes('/messages/')).length;
  const row = (id: string) => steward.storage.records.replyRecord(id);
  return { ...scene, ask, remove: () => rm(page), edits, row };
}

const begin = async (...given: Parameters<typeof open>) => {
  const opened = await open(...given);
  await opened.steward.work(['all']);
  await opened.steward.indexDocuments();
  return opened;
};

describe('a posted answer whose page changes', () => {
  it('costs nothing while its sections stay, one call if it still holds, and stays as it is', async () => {
    const { model, ask, publish, textsIn, edits } = await begin('edit');
    const id = await ask('anna');
    const before = textsIn(id);
    const calls = () => [model.callsOf(verified), model.callsOf('LLMGenerationResult')];
    const [checks = 0, answers = 0] = calls();
    expect(await publish(pageWith('8080'))).toEqual({ looked: 0, outcomes: {} });
    expect(calls()).toEqual([checks, answers]);
    const longer = pageWith('8080', '\nThis is fine for most.\n');
    expect(await publish(longer)).toEqual({ looked: 1, outcomes: { holds: 1 } });
    expect(await publish(longer)).toEqual({ looked: 0, outcomes: {} });
    expect(calls()).toEqual([checks + 1, answers]);
    expect([textsIn(id), edits()]).toEqual([before, 0]);
  });

  it('is edited once if it no longer holds, above the old text, and only the asker is told', async () => {
    const { discord, steward, ask, publish, textsIn, edits, row } = await begin('edit');
    const id = await ask('anna');
    const asker = (await row(id))?.authorId;
    expect(await publish(pageWith('9090'))).toEqual({ looked: 1, outcomes: { revised: 1 } });
    expect(await publish(pageWith('9090'))).toEqual({ looked: 0, outcomes: {} });
    const [answer, ...told] = textsIn(id);
    expect(answer).toMatch(/^\*\*Updated <t:\d+:D>:\*\*\nThe port is 9090\./u);
    expect(answer).toContain('~~The port is 8080.~~');
    expect(told).toEqual([expect.stringContaining(`<@${asker}> I have updated my answer`)]);
    const pings = discord.requests.flatMap(({ body }) =>
      'allowed_mentions' in body ? [JSON.stringify(body['allowed_mentions'])] : [],
    );
    expect(pings.filter((one) => one.includes('users'))).toEqual([expect.stringContaining(`["${asker}"]`)]);
    expect(edits()).toBe(1);
    expect(await row(id)).toMatchObject({ status: 'answered', answer: 'The port is 9090.' });
    await publish(pageWith('up to you'));
    expect(textsIn(id)[0]).toContain(steward.config.texts.en.no_longer_covered);
    expect(textsIn(id)[0]).toContain('~~The port is 9090.~~');
    expect(await row(id)).toMatchObject({ status: 'unanswered', answer: null });
  });

  it('that is gone is edited and told once, whatever step the worker dies after', async () => {
    const { steward, ask, remove, looked, textsIn, edits, row } = await open('edit');
    const first = await steward.spawnWorker();
    await steward.indexDocuments();
    const id = await ask('anna');
    await kill(first);
    await remove();
    const refreshed = steward.indexDocuments();
    for (const dieAfter of ['endRefresh', 'findOutdatedAnswers', 'recheckAnswer', 'reviseReply'])
      await dead(await steward.spawnWorker({ dieAfter }));
    await steward.spawnWorker();
    await refreshed;
    await looked();
    expect(textsIn(id)).toEqual([
      expect.stringMatching(/no longer holds[^]*~~The port is 8080\.~~/u),
      expect.stringContaining('I have updated my answer'),
    ]);
    expect(edits()).toBe(1);
    expect(await row(id)).toMatchObject({ status: 'unanswered', answer: null });
    expect(await steward.storage.records.replyRecordsWhere({ limit: 9 })).toHaveLength(1);
  });

  it.each([
    ['the edit', 'PATCH', /\/messages\//u],
    ['telling the asker', 'POST', /\/messages$/u],
  ] as const)('is edited and told once if the worker dies right after %s', async (_, method, path) => {
    const { discord, steward, ask, write, looked, textsIn, row } = await open('edit');
    const worker = await steward.spawnWorker();
    await steward.indexDocuments();
    const id = await ask('anna');
    discord.fail(method, path, 'hang after');
    await write(pageWith('9090'));
    const refreshed = steward.indexDocuments();
    const isDone = () => (method === 'POST' ? textsIn(id).length > 1 : textsIn(id)[0]?.includes('9090'));
    await discord.until(() => isDone() ?? false, 'it is done');
    await kill(worker);
    await steward.spawnWorker();
    await refreshed;
    await looked();
    expect(textsIn(id)).toHaveLength(2);
    expect(textsIn(id)[0]?.match(/Updated/gu)).toHaveLength(1);
    expect(await row(id)).toMatchObject({ status: 'answered', answer: 'The port is 9090.' });
  });

  it('is shown to the team beside the new one, and stays until the team accepts that', async () => {
    const { discord, steward, staff, ask, publish, textsIn, row } = await begin('tell_team', { team: true });
    const [changed, kept] = [await ask('anna'), await ask('ben')];
    expect(await publish(pageWith('9090'))).toEqual({ looked: 2, outcomes: { held: 2 } });
    await discord.until(() => textsIn(staff).length === 2, 'both are shown');
    const { messageId: revisionId } =
      (await steward.storage.records.replyRecordsWhere({ status: 'held', limit: 1 }))[0] ?? {};
    expect(revisionId).toMatch(/^\d+\.\d+$/u);
    for (const [of, button] of [
      [changed, ':accept:'],
      [kept, ':drop:'],
    ] as const) {
      const on = discord.postsIn(staff).find(({ content }) => content.includes(`/${of}>`));
      expect(on?.content).toMatch(/The port is 8080\.[^]*Instead[^]*The port is 9090\./u);
      expect(textsIn(of)).toEqual([expect.stringContaining('The port is 8080.')]);
      const press = discord.interactions.press({ by: 'Maya', team: true, on: on?.id ?? '', button });
      await discord.until(() => /Accepted|Dropped/u.test(press.text()), 'the decision is taken');
    }
    await discord.until(() => textsIn(changed).length === 2, 'the answer is edited, and the asker told');
    expect(textsIn(changed)[0]).toMatch(/^\*\*Updated[^]*The port is 9090\.[^]*~~The port is 8080\.~~/u);
    await expect.poll(() => steward.storage.records.replyRecordsWhere({ limit: 9 })).toHaveLength(2);
    expect(textsIn(kept)).toEqual([expect.stringContaining('The port is 8080.')]);
    expect(await row(kept)).toMatchObject({ status: 'answered', answer: 'The port is 8080.' });
    expect(await publish(pageWith('9090'))).toEqual({ looked: 0, outcomes: {} });
  });

  it('that nothing covers any more may be written by the team', async () => {
    const { discord, staff, ask, remove, textsIn, row, steward } = await begin('tell_team', {
      team: true,
    });
    const id = await ask('anna');
    await remove();
    await steward.indexDocuments();
    await discord.until(() => textsIn(staff).length === 1, 'it is shown');
    expect(textsIn(staff)[0]).toMatch(/The port is 8080\.[^]*no longer holds/u);
    const on = discord.postsIn(staff)[0]?.id ?? '';
    const form = discord.interactions.press({ by: 'Maya', team: true, on, button: ':edit:' });
    await discord.until(() => form.form() !== null, 'the form with the draft');
    const fields = { text: 'The port is 5050.' };
    discord.interactions.submit({ by: 'Maya', team: true, form, fields });
    await discord.until(() => textsIn(id).length === 2, 'the answer is edited, and the asker told');
    expect(textsIn(id)[0]).toMatch(/^\*\*Updated[^]*The port is 5050\.[^]*~~The port is 8080\.~~/u);
    await expect.poll(() => row(id)).toMatchObject({ status: 'answered', answer: 'The port is 5050.' });
  });

  it('is only noted where there is no team channel, and never looked at where it is off', async () => {
    const { model, ask, publish, textsIn, row } = await begin('tell_team');
    const id = await ask('anna');
    const answers = model.callsOf('LLMGenerationResult');
    expect(await publish(pageWith('9090'))).toEqual({ looked: 1, outcomes: { noted: 1 } });
    expect(model.callsOf('LLMGenerationResult')).toBe(answers);
    expect(textsIn(id)).toEqual([expect.stringContaining('The port is 8080.')]);
    expect(await row(id)).toMatchObject({ rechecked: { holds: false } });
    const off = await begin('off');
    await off.ask('anna');
    await expect(off.publish(pageWith('9090'))).rejects.toThrow(/not found/iu);
  });

  it('is one of at most so many a day, and is left alone once somebody has removed it', async () => {
    const { model, steward, ask, publish } = await begin('edit', { perDay: 2 });
    const ids = [await ask('anna'), await ask('ben'), await ask('chloe'), await ask('dev')];
    await steward.storage.records.revise(ids[3] ?? '', () => ({ status: 'removed' }));
    const checks = model.callsOf(verified);
    expect(await publish(pageWith('8080', '\nOr so.\n'))).toEqual({ looked: 2, outcomes: { holds: 2 } });
    expect(await publish(pageWith('8080', '\nOr not.\n'))).toEqual({ looked: 0, outcomes: {} });
    expect(model.callsOf(verified)).toBe(checks + 2);
  });

  it('waits for the next time when the model fails three times in a row, but not for what it refuses for good', async () => {
    const { model, ask, publish } = await begin('edit');
    for (const by of ['anna', 'ben', 'chloe', 'dev']) await ask(by);
    model.follow((call) => (call.decision === verified ? { status: 401 } : reading(call)));
    const changed = pageWith('8080', '\nOr so.\n');
    expect(await publish(changed)).toEqual({ looked: 3, outcomes: { failed: 3 } });
    model.follow(reading);
    expect(await publish(changed)).toEqual({ looked: 4, outcomes: { holds: 4 } });
    model.follow((call) => (call.decision === verified ? { status: 400 } : reading(call)));
    expect(await publish(pageWith('8080', '\nOr else.\n'))).toEqual({ looked: 4, outcomes: { unclear: 4 } });
    expect(await publish(pageWith('8080', '\nOr else.\n'))).toEqual({ looked: 0, outcomes: {} });
  });
});

it('an answer from a pair of the team is edited when the team corrects it, and a rebuild alone changes nothing', async () => {
  const { model, steward, ask, looked, textsIn } = await begin('edit', { guide: '# Guide\n\nBe kind.\n' });
  const asked = await ask('anna');
  const said = await steward.say({ by: 'maya', team: true, text: 'The port is 7070.', replyTo: asked });
  await steward.settle();
  const id = await ask('ben');
  expect(textsIn(id)).toEqual([expect.stringContaining('The port is 7070.')]);
  await looked();
  const checks = model.callsOf(verified);
  model.follow((call) => {
    if (call.decision === 'ClassificationResult') return { skip: false, topic_name: 'ports' };
    const selected = { look_for: '', selected_source_ids: ['team:ports.txt'] };
    return call.decision === 'LLMSelectionResult' ? selected : reading(call);
  });
  await (await startRegeneration(steward)).result();
  expect(await looked()).toEqual({ looked: 0, outcomes: {} });
  expect(model.callsOf(verified)).toBe(checks);
  await steward.edit(said.id, 'The port is 6060.');
  await steward.discord.until(() => textsIn(id).length === 2, 'it is edited, and the asker told');
  expect(textsIn(id)[0]).toMatch(/The port is 6060\.[^]*~~The port is 7070\.~~/u);
});
