import { describe, expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';

describe('a conversation, on the real server', () => {
  it('answers a question in a thread, with its source, and the row says so', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.indexDocuments();
    const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.settle();
    expect(steward.events).toMatchObject([
      {
        event: 'reply',
        outcome: 'answered',
        source_ids: ['kb:guide.md'],
        workflow_id: `${steward.config.temporal.task_queue}/reply/${question.id}`,
      },
    ]);
    const record = await steward.storage.records.replyRecord(question.id);
    expect(record).toMatchObject({ status: 'answered', reason: 'answered', sourceIds: ['kb:guide.md'] });
    const thread = steward.discord.postsIn(question.id);
    expect(thread.map(({ content }) => content)).toEqual(record?.post?.parts);
  });

  it('takes the messages of one author in a quiet window as one question', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.indexDocuments();
    await steward.say({ by: 'anna', text: 'hello all' });
    const last = await steward.say({ by: 'anna', text: 'how do I set the port?' });
    await steward.settle();
    expect(steward.events).toMatchObject([
      { event: 'reply', workflow_id: `${steward.config.temporal.task_queue}/reply/${last.id}` },
    ]);
    expect(model.calls.find(({ decision }) => decision === 'LLMGateDecision')?.text('question')).toBe(
      'hello all\nhow do I set the port?',
    );
  });

  it('asks no model about chatter', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.say({ by: 'anna', text: 'good morning everyone' });
    await steward.settle();
    expect(steward.events).toMatchObject([{ event: 'skipped', reason: 'chatter' }]);
    expect(model.calls).toEqual([]);
    expect(await steward.storage.records.droppedSince(new Date(0))).toMatchObject([
      { question: 'good morning everyone', reason: 'chatter' },
    ]);
  });

  it('is silent when nothing covers a question, says so to a member who asked directly, and records both', async () => {
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMGenerationResult' ? { answer: null, citations: [] } : agreeable(call),
    );
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.indexDocuments();
    await steward.say({ by: 'anna', text: 'When is the party?' });
    await steward.settle();
    await steward.say({ by: 'anna', text: '@steward When is the party?' });
    await steward.settle();
    expect(steward.events).toMatchObject([
      { event: 'skipped', reason: 'not_covered', recorded_as: 'unanswered' },
      { event: 'reply', outcome: 'unanswered', source_ids: [] },
    ]);
    const records = await steward.storage.records.replyRecordsWhere({ limit: 100 });
    expect(records.map(({ status }) => status)).toEqual(['unanswered', 'unanswered']);
  });

  it('shows a member who asked directly one fixed sentence when the model refuses, and nobody else anything', async () => {
    const model = await startScriptedModel(() => ({ status: 401 }));
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.say({ by: 'ben', text: '@steward How do I set the port?' });
    await steward.settle();
    const posts = await steward.storage.records.replyRecordsWhere({ limit: 100 });
    expect(posts.map(({ status, reason }) => `${status} ${reason}`)).toEqual(
      Array.from({ length: 2 }, () => 'failed model_unauthorized'),
    );
    const texts = posts.flatMap(({ post }) => post?.parts ?? []);
    expect(texts).toEqual([steward.config.texts.en.cannot_look_up]);
  });

  it('learns what the team answers, and what the team corrects', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const question = await steward.say({ by: 'anna', text: 'When is the party?' });
    await steward.settle();
    await steward.say({ by: 'maya', team: true, text: 'On Friday.', replyTo: question.id });
    await steward.settle();
    const captured = steward.events.find(({ event }) => event === 'captured');
    expect(captured).toMatchObject({ outcome: 'integrated', topic: 'learned' });
    const { library } = steward.storage;
    const [topic] = await library.topics(await library.liveGeneration());
    expect(topic?.pairs.map(({ turns }) => turns)).toEqual([
      [
        { label: 'User', text: 'When is the party?' },
        { label: 'Team', text: 'On Friday.' },
      ],
    ]);
    expect(await library.index(await library.liveGeneration())).toContain(
      'team:learned.txt\nHow to set the port.',
    );
  });
});
