import { beforeEach, describe, expect, it } from 'vitest';
import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { CaptureResult, RecaptureResult } from '../../workflows/contract/team.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, type TestSteward } from '../support/steward.ts';

let steward: TestSteward;

beforeEach(async () => {
  const model = await startScriptedModel(agreeable);
  steward = await openTestSteward({ model });
  await steward.work(['all']);
});

async function learn() {
  const question = await steward.say({ by: 'anna', text: 'When is the party?' });
  await steward.settle();
  const answer = await steward.say({ by: 'maya', team: true, text: 'On Friday.', replyTo: question.id });
  await steward.settle();
  return { question, answer };
}

/** Waits for the run that a change has led to, and for the captures that this has led to. */
async function recaptured(messageId: string): Promise<readonly CaptureResult[]> {
  const { workflow } = steward.client;
  const { workflowIds: ids } = (await workflow
    .getHandle(workflowIds(steward.config.temporal.task_queue).recapture(messageId))
    .result()) as RecaptureResult;
  return Promise.all(ids.map((id) => workflow.getHandle(id).result() as Promise<CaptureResult>));
}

async function answers(): Promise<readonly string[]> {
  const { library } = steward.storage;
  const topics = await library.topics(await library.liveGeneration());
  return topics.flatMap(({ pairs }) =>
    pairs.flatMap(({ turns }) => turns.flatMap(({ label, text }) => (label === 'Team' ? [text] : []))),
  );
}

describe('a captured message of the team', () => {
  it('that is edited is captured again, and again when it is edited back', async () => {
    const { answer } = await learn();
    await steward.edit(answer.id, 'On Saturday.');
    expect(await recaptured(answer.id)).toMatchObject([{ outcome: 'integrated' }]);
    expect(await answers()).toEqual(['On Saturday.']);
    await steward.edit(answer.id, 'On Friday.');
    await recaptured(answer.id);
    expect(await answers()).toEqual(['On Friday.']);
    const { library } = steward.storage;
    const raw = await library.rawEntries();
    expect(raw).toHaveLength(3);
    expect([...(await library.retracted())]).toEqual(raw.slice(0, 2).map(({ qaId }) => qaId));
  });

  it('that is deleted takes its pair with it when the team says nothing else there', async () => {
    const { answer } = await learn();
    await steward.remove(answer.id);
    expect(await recaptured(answer.id)).toMatchObject([{ qaId: null, outcome: 'retracted' }]);
    expect(await answers()).toEqual([]);
    const { library } = steward.storage;
    expect([...(await library.retracted())]).toEqual((await library.rawEntries()).map(({ qaId }) => qaId));
  });

  it('that is deleted leaves what else the team said, in a rebuilt library as well', async () => {
    const question = await steward.say({ by: 'anna', text: 'When is the party?' });
    await steward.settle();
    const thread = steward.discord.openThread({ by: 'anna', name: 'The party', on: question.id });
    const answer = await steward.say({ by: 'maya', team: true, text: 'On Friday.', in: thread });
    await steward.settle();
    await steward.say({ by: 'maya', team: true, text: 'In the hall.', in: thread });
    await steward.settle();
    await steward.remove(answer.id);
    await recaptured(answer.id);
    expect(await answers()).toEqual(['In the hall.']);
    const { client, config } = steward;
    const run = await startRegenerate({ client, taskQueue: config.temporal.task_queue });
    await waitForResult({ client, ...run });
    expect(await steward.storage.library.liveGeneration()).toBe(2);
    expect(await answers()).toEqual(['In the hall.']);
  });

  it('that nobody has changed in truth leads to nothing', async () => {
    const { answer } = await learn();
    await steward.intake.messageEdited(answer);
    expect(await recaptured(answer.id)).toEqual([]);
    expect(await steward.storage.library.rawEntries()).toHaveLength(1);
  });
});

describe('a question that its author changes after the team has answered', () => {
  const questions = async () => {
    const { library } = steward.storage;
    const topics = await library.topics(await library.liveGeneration());
    return topics.flatMap(({ pairs }) =>
      pairs.flatMap(({ turns }) => turns.flatMap(({ label, text }) => (label === 'User' ? [text] : []))),
    );
  };

  it('stays as the team saw it, whatever the team edits or adds, and in a rebuilt library', async () => {
    const { question, answer } = await learn();
    await steward.edit(question.id, 'When may I burn the hall down?');
    await steward.edit(answer.id, 'On Saturday.');
    expect(await recaptured(answer.id)).toMatchObject([{ outcome: 'integrated' }]);
    await steward.say({ by: 'maya', team: true, text: 'Bring friends.', replyTo: question.id });
    await steward.settle();
    expect(await questions()).toEqual(['When is the party?']);
    expect(await answers()).toEqual(['On Saturday.', 'Bring friends.']);
    const { client, config } = steward;
    const run = await startRegenerate({ client, taskQueue: config.temporal.task_queue });
    await waitForResult({ client, ...run });
    expect(await questions()).toEqual(['When is the party?']);
  });

  it('stays as the team saw it when the change comes before the pair is gathered', async () => {
    const question = await steward.say({ by: 'anna', text: 'When is the party?' });
    await steward.settle();
    await steward.say({ by: 'maya', team: true, text: 'On Friday.', replyTo: question.id });
    await steward.edit(question.id, 'When may I burn the hall down?');
    await steward.settle();
    expect(await questions()).toEqual(['When is the party?']);
  });

  it('stays in its pair though it is deleted, until the member asks to be forgotten', async () => {
    const { question, answer } = await learn();
    await steward.remove(question.id);
    await steward.edit(answer.id, 'On Saturday.');
    await recaptured(answer.id);
    expect(await questions()).toEqual(['When is the party?']);
    expect(await answers()).toEqual(['On Saturday.']);
    await steward.storage.erasure.erase({ userId: question.author.id });
    expect(await questions()).toEqual([]);
  });

  it('stays in its thread though it is deleted, when the team answers another one there', async () => {
    const start = await steward.say({ by: 'cleo', text: 'Let us talk about the party!' });
    const thread = steward.discord.openThread({ by: 'cleo', name: 'The party', on: start.id });
    const question = await steward.say({ by: 'anna', text: 'When is the party?', in: thread });
    await steward.settle();
    await steward.say({ by: 'maya', team: true, text: 'On Friday.', in: thread });
    await steward.settle();
    await steward.remove(question.id);
    await steward.say({ by: 'ben', text: 'Where is it?', in: thread });
    await steward.settle();
    await steward.say({ by: 'maya', team: true, text: 'In the hall.', in: thread });
    await steward.settle();
    expect(await questions()).toEqual(expect.arrayContaining(['When is the party?', 'Where is it?']));
    expect(await answers()).toEqual(['On Friday.', 'In the hall.']);
  });
});
