import { usageDay } from '../../domain/values/time.ts';
import { textsOf } from '../../config/schema/texts.ts';
import { describe, expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { kill, openTestSteward, type TestSteward } from '../support/steward.ts';

const windows = { message_batch_wait_seconds: 0.3, message_batch_max_wait_seconds: 5 };
const settings = (channel: object) => ({ discord: { ...windows, channels: { help: channel } } });
const cooled = (seconds: number) =>
  settings({ reply_style: 'reply', channel_cooldown_seconds: seconds, user_cooldown_seconds: 0 });

/** Opened with an index and one answered question, so that the cooldown runs. */
async function afterAnAnswer(options: Parameters<typeof openTestSteward>[0]) {
  const steward = await openTestSteward(options);
  const worker = await steward.spawnWorker();
  await steward.indexDocuments();
  await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.settle();
  return { steward, worker };
}

const rowOf = (steward: TestSteward, id: string) => steward.storage.records.replyRecord(id);

/** Whether the question has waited for its turn. */
async function hasWaited(steward: TestSteward, id: string): Promise<boolean> {
  const run = steward.client.workflow.getHandle(`${steward.config.temporal.task_queue}/reply/${id}`);
  const { events } = await run.fetchHistory().catch(() => ({ events: [] }));
  return events?.some((event) => event.timerStartedEventAttributes) ?? false;
}

async function waiting(steward: TestSteward, id: string): Promise<void> {
  while (!(await hasWaited(steward, id))) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

describe('a question that meets a cooldown', () => {
  it('waits through the death of its worker, and is answered once, no sooner', async () => {
    const model = await startScriptedModel(agreeable);
    const { steward, worker } = await afterAnAnswer({ model, settings: cooled(6) });
    const calls = model.calls.length;
    const question = await steward.say({ by: 'ben', text: 'How do I change the port?' });
    await waiting(steward, question.id);
    expect(model.calls.length).toBe(calls);
    await kill(worker);
    await steward.spawnWorker();
    await steward.settle();
    const record = await rowOf(steward, question.id);
    expect(record?.status).toBe('answered');
    const [first, second] = (await steward.storage.records.replyRecordsWhere({ limit: 100 })).toReversed();
    expect(Date.parse(second?.createdAt ?? '') - Date.parse(first?.createdAt ?? '')).toBeGreaterThan(5_900);
    const [, ...posted] = steward.discord.postsIn(steward.discord.channelId('help'));
    expect(posted.map(({ content }) => content)).toEqual(record?.post?.parts);
  });

  it('is left to the person who answers meanwhile', async () => {
    const model = await startScriptedModel(agreeable);
    const { steward } = await afterAnAnswer({ model, settings: cooled(4) });
    const question = await steward.say({ by: 'ben', text: 'How do I change the port?' });
    await waiting(steward, question.id);
    await steward.say({ by: 'cleo', text: 'Just set it in the config.', replyTo: question.id });
    await steward.settle();
    expect(await rowOf(steward, question.id)).toMatchObject({ status: 'skipped', reason: 'person_answered' });
  });

  it('does not wait when it is asked directly', async () => {
    const model = await startScriptedModel(agreeable);
    const { steward } = await afterAnAnswer({ model, settings: cooled(600) });
    const question = await steward.say({ by: 'ben', text: '@steward How do I change the port?' });
    await steward.settle();
    expect(await rowOf(steward, question.id)).toMatchObject({ status: 'answered' });
  });
});

it('answers in threads wait for one another neither in a channel nor for a member, by default', async () => {
  const model = await startScriptedModel(agreeable);
  const { steward } = await afterAnAnswer({ model, settings: settings({}) });
  const questions = await Promise.all(
    ['anna', 'ben', 'cleo', 'dora', 'emil'].map((by) =>
      steward.say({ by, text: `How do I change the port? I am ${by}.` }),
    ),
  );
  await steward.settle();
  for (const { id } of questions) {
    expect(await rowOf(steward, id)).toMatchObject({ status: 'answered' });
    expect(await hasWaited(steward, id)).toBe(false);
  }
});

describe('people first', () => {
  it('lets a channel wait before Steward answers', async () => {
    const model = await startScriptedModel(agreeable);
    const patient = settings({ answer_after_seconds: 3 });
    const steward = await openTestSteward({ model, settings: patient });
    await steward.work(['all']);
    await steward.indexDocuments();
    const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.settle();
    const record = await rowOf(steward, question.id);
    expect(record?.status).toBe('answered');
    expect(Date.parse(record?.createdAt ?? '') - Date.parse(question.createdAt)).toBeGreaterThan(2_900);
  });
});

describe('what a member reads who asked directly', () => {
  it('in one word: an answer; in none: a question back in place, without a model', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.indexDocuments();
    const short = await steward.say({ by: 'anna', text: '@steward port?' });
    await steward.settle();
    expect(await rowOf(steward, short.id)).toMatchObject({ status: 'answered' });
    const calls = model.calls.length;
    const empty = await steward.say({ by: 'ben', text: '@steward ?' });
    await steward.settle();
    expect(model.calls.length).toBe(calls);
    const record = await rowOf(steward, empty.id);
    expect(record).toMatchObject({ status: 'skipped', reason: 'too_short', post: { style: 'reply' } });
    expect(record?.post?.parts).toEqual([textsOf('en').say_more]);
  });

  it('with a spent budget: the fixed sentence, and never the cause', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({
      model,
      settings: { budget: { tokens_per_day: 1_000_000 } },
    });
    await steward.work(['all']);
    await steward.indexDocuments();
    const call = {
      operation: 'other',
      decision: 'LLMGateDecision',
      model: 'm',
    } as const;
    await steward.storage.records.reserveUsage(
      {
        ...call,
        booking: 'b',
        day: usageDay(new Date()),
        inputTokens: 2_000_000,
        outputTokens: 0,
        costUsd: null,
      },
      { usd: null, tokens: null, calls: null },
    );
    const calls = model.calls.length;
    const question = await steward.say({ by: 'anna', text: '@steward How do I change the port?' });
    await steward.settle();
    expect(model.calls.length).toBe(calls);
    const record = await rowOf(steward, question.id);
    expect(record).toMatchObject({ status: 'unanswered', reason: 'budget_spent' });
    expect(record?.post?.parts.join()).toContain('I cannot look this up right now');
  });
});
