import { describe, expect, it } from 'vitest';
import type { DecisionName } from '../../domain/models/decisions.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { kill, openTestSteward, quickTimings } from '../support/steward.ts';

/** Never answers the first call of a decision: there the worker is killed. */
function hangingAt(decision: DecisionName): Script {
  let hung = false;
  return (call) => {
    if (call.decision !== decision || hung) return agreeable(call);
    hung = true;
    return 'hang';
  };
}

/** A machine that is busy with other tests loses attempts to the short heartbeat. */
const timings = { ...quickTimings, generateAttempts: 15 };

describe('a worker that is killed', () => {
  it('in the middle of a reply leaves exactly one answer, given by the next worker', async () => {
    const model = await startScriptedModel(hangingAt('LLMGenerationResult'));
    const steward = await openTestSteward({ model, timings });
    const first = await steward.spawnWorker();
    await steward.indexDocuments();
    const reached = model.reached('LLMGenerationResult');
    const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await reached;
    await kill(first);
    await steward.spawnWorker();
    await steward.settle();
    expect(steward.events).toMatchObject([{ event: 'reply', outcome: 'answered' }]);
    expect(answersTo(steward, question.id)).toHaveLength(1);
  });

  it('right after it posted leaves exactly one answer, and its row knows it', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model, timings });
    const first = await steward.spawnWorker();
    await steward.indexDocuments();
    const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.discord.until(() => steward.posts().length > 0, 'it has posted');
    await kill(first);
    await steward.spawnWorker();
    await steward.settle();
    const answers = answersTo(steward, question.id);
    expect(answers).toHaveLength(1);
    const record = await steward.storage.records.replyRecord(question.id);
    expect(record).toMatchObject({ status: 'answered', postedMessageIds: answers });
  });

  it.each(['ClassificationResult', 'IntegrationResult', 'LLMTextResult'] as const)(
    'in the middle of a capture, at %s, leaves one raw entry and one block',
    async (decision) => {
      const script = hangingAt(decision);
      const model = await startScriptedModel(agreeable);
      const steward = await openTestSteward({ model, timings });
      const first = await steward.spawnWorker();
      await learn(steward, 'When is the party?', 'On Friday at eight.');
      model.follow(script);
      const reached = model.reached(decision);
      const question = await steward.say({ by: 'anna', text: 'Where is the party held this time?' });
      await steward.say({ by: 'maya', team: true, text: 'In the main hall.', replyTo: question.id });
      await reached;
      await kill(first);
      await steward.spawnWorker();
      await steward.settle();
      const { library } = steward.storage;
      const [topic] = await library.topics(await library.liveGeneration());
      const raw = (await library.rawEntries()).map(({ qaId }) => qaId);
      expect(raw).toHaveLength(2);
      expect(topic?.pairs.map(({ qaId }) => qaId)).toEqual(raw);
    },
  );

  it('loses no question that came while no worker was there', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model, timings });
    const names = ['anna', 'ben', 'chloe', 'dev', 'erin'];
    for (const by of names) await steward.say({ by, text: 'How do I set the port?' });
    await steward.spawnWorker();
    await steward.settle();
    expect(steward.events.filter(({ event }) => event !== 'failed')).toHaveLength(names.length);
  });
});

type Steward = Awaited<ReturnType<typeof openTestSteward>>;

async function learn(steward: Steward, question: string, answer: string): Promise<void> {
  const asked = await steward.say({ by: 'anna', text: question });
  await steward.settle();
  await steward.say({ by: 'maya', team: true, text: answer, replyTo: asked.id });
  await steward.settle();
}

/** Ids of what Steward wrote in the question's thread. */
const answersTo = ({ discord }: Steward, questionId: string): readonly string[] =>
  discord.postsIn(questionId).map(({ id }) => id);
