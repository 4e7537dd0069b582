import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openRecheckScene } from '../support/recheck-scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import type { Script } from '../support/provider/scripted-provider.ts';

const pageWith = (port: string) => `# Guide\n\nThe port is ${port}.\n`;
const portIn = (text = '') => /port is (\d{4})/u.exec(text)?.[1];

/** Answers what the page says, and finds a draft right that says the same. */
const reading: Script = (call) => {
  const port = portIn(call.text('source'));
  if (call.decision === 'LLMGenerationResult')
    return port === undefined
      ? { answer: null, citations: [] }
      : {
          answer: `The port is ${port}.`,
          citations: [
            { source_id: call.sections.find(({ name }) => name === 'source')?.id ?? '', qa_ids: [] },
          ],
        };
  if (call.decision === 'LLMSelectionResult')
    return { look_for: '', selected_source_ids: /kb:[\w.]+\.md/u.exec(call.text('index')) ?? [] };
  if (call.decision === 'LLMVerificationResult')
    return { is_good_enough: portIn(call.text('draft')) === port, issues: [], suggested_fix: null };
  return agreeable(call);
};

async function begin(looks = 'edit') {
  const team = looks === 'tell_team';
  const scene = await openRecheckScene({
    script: reading,
    looks,
    team,
    guide: pageWith('8080'),
  });
  const { steward, discord } = scene;
  await steward.work(['all']);
  await steward.indexDocuments();
  const { id } = await steward.say({ by: 'anna', text: 'Which port do I set?' });
  await steward.settle();
  const edits = () =>
    discord.requests.filter(({ method, path }) => method === 'PATCH' && path.includes('/messages/')).length;
  return { ...scene, id, edits };
}

it('an answer that comes out in the same words stays as it is', async () => {
  const { model, id, publish, textsIn, edits } = await begin();
  const before = textsIn(id);
  let looks = 0;
  model.follow((call) =>
    call.decision === 'LLMVerificationResult' && (looks += 1) === 1
      ? { is_good_enough: false, issues: ['Unsure.'], suggested_fix: null }
      : reading(call),
  );
  expect(await publish(`${pageWith('8080')}\nMore.\n`)).toMatchObject({ looked: 1 });
  expect([textsIn(id), edits()]).toEqual([before, 0]);
});

it('an answer that is wrong now does not stand because the question is left alone for another reason', async () => {
  const { model, id, publish, textsIn } = await begin();
  model.follow((call) =>
    call.decision === 'LLMGateDecision'
      ? { reason: 'Chatter.', is_question: false, is_answerable: false, rewrite_query: null }
      : reading(call),
  );
  await publish(pageWith('9090'));
  expect(textsIn(id)[0]).toMatch(/no longer holds[^]*~~The port is 8080\.~~/u);
});

it('an answer whose page went comes back with the page, in whatever words', async () => {
  const { id, publish, textsIn, steward } = await begin();
  await publish('# Guide\n\nBe kind.\n');
  expect(textsIn(id)[0]).toContain('no longer holds');
  expect(await publish('# Guide\n\nBe very kind.\n')).toMatchObject({ looked: 1 });
  expect(textsIn(id)[0]).toContain('no longer holds');
  await publish(pageWith('9090'));
  expect(textsIn(id)[0]).toMatch(/^\*\*Updated[^]*The port is 9090\./u);
  expect(textsIn(id)[0]).not.toContain('no longer holds');
  expect(await steward.storage.records.replyRecord(id)).toMatchObject({ status: 'answered' });
});

it('an answer that was taken back is looked at once after each change of its page, also after the page was gone', async () => {
  const { model, id, publish, textsIn, page, steward, looked } = await begin();
  await rm(page);
  await steward.indexDocuments();
  expect(await looked()).toMatchObject({ looked: 1 });
  model.follow((call) =>
    call.decision === 'LLMGenerationResult' ? { answer: null, citations: [] } : reading(call),
  );
  const before = textsIn(id);
  expect(before[0]).toContain('no longer holds');
  expect(await publish(pageWith('8080'))).toMatchObject({ looked: 1 });
  expect(await publish(pageWith('8080'))).toEqual({ looked: 0, outcomes: {} });
  expect(textsIn(id)).toEqual(before);
  model.follow(reading);
  await publish(`${pageWith('8080')}\nIt is new.\n`);
  expect(textsIn(id)[0]).toMatch(/^\*\*Updated[^]*The port is 8080\./u);
});

it('what waits for the team counts no more once a later look has found otherwise', async () => {
  const { discord, staff, id, publish, textsIn, steward } = await begin('tell_team');
  for (const [at, port] of ['9090', '7070'].entries()) {
    expect(await publish(pageWith(port))).toEqual({ looked: 1, outcomes: { held: 1 } });
    await discord.until(() => textsIn(staff).length === at + 1, 'it is shown');
  }
  const accept = async (port: string) => {
    const on = discord.postsIn(staff).find(({ content }) => content.includes(port))?.id ?? '';
    const pressed = discord.interactions.press({ by: 'Maya', team: true, on, button: ':accept:' });
    await discord.until(() => pressed.text() !== '', 'it is taken');
    await steward.settle();
  };
  await discord.until(() => /Out of date/u.test(textsIn(staff)[0] ?? ''), 'the older one is closed');
  expect(discord.postsIn(staff)[0]).toMatchObject({ components: [] });
  await accept('7070');
  await discord.until(() => /port is 7070/u.test(textsIn(id)[0] ?? ''), 'the newer one is posted');
  await publish(pageWith('7070'));
  expect(textsIn(id)[0]).toMatch(/^\*\*Updated[^]*The port is 7070\.[^]*~~The port is 8080\.~~/u);
});

it('an answer whose page has moved rests on it where it is now, and is looked at when it changes there', async () => {
  const { id, page, steward, looked, textsIn } = await begin();
  const before = textsIn(id);
  const moved = join(dirname(page), 'moved.md');
  await rename(page, moved);
  await steward.indexDocuments();
  expect(await looked()).toMatchObject({ looked: 1 });
  expect(textsIn(id)).toEqual(before);
  await writeFile(moved, pageWith('9090'));
  await steward.indexDocuments();
  await looked();
  expect(textsIn(id)[0]).toMatch(/^\*\*Updated[^]*The port is 9090\./u);
});

it('a draft of a question that was edited meanwhile takes the place of no answer, and says so', async () => {
  const { discord, staff, id, publish, textsIn, steward, model } = await begin('tell_team');
  await publish(pageWith('9090'));
  await discord.until(() => textsIn(staff).length === 1, 'it is shown');
  model.follow((call) =>
    call.decision === 'LLMGenerationResult'
      ? { answer: 'The host is localhost.', citations: [{ source_id: 'kb:guide.md', qa_ids: [] }] }
      : call.decision === 'LLMVerificationResult'
        ? { is_good_enough: true, issues: [], suggested_fix: null }
        : agreeable(call),
  );
  await steward.edit(id, 'Which host do I set?');
  await discord.until(() => textsIn(id)[0]?.includes('localhost') ?? false, 'it is answered anew');
  const on = discord.postsIn(staff)[0]?.id ?? '';
  discord.interactions.press({ by: 'Maya', team: true, on, button: ':accept:' });
  await discord.until(() => /Out of date/u.test(textsIn(staff)[0] ?? ''), 'it is closed');
  expect(textsIn(id)[0]).toContain('localhost');
  expect(textsIn(id)[0]).not.toContain('9090');
});
