import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../domain/ports/usage.ts';
import { regenerationProgressQuery, type RegenerateResult } from '../../workflows/contract/team.ts';
import { conversation, startConversation } from '../support/captures.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { runSteward } from '../support/processes/run-steward.ts';
import { openTestSteward } from '../support/steward.ts';
import { uniqueTaskQueue } from '../support/temporal.ts';

async function open(script: Script, settings: Readonly<Record<string, unknown>>, ai: object = {}) {
  const model = await startScriptedModel(script);
  const steward = await openTestSteward({
    model,
    settings: {
      ai_response: {
        llm: { model: 'scripted', base_url: model.baseUrl, max_retries: 0 },
        graph: 'minimal',
        ...ai,
      },
      ...settings,
    },
  });
  await steward.work(['all']);
  return { model, steward };
}

/** At a dollar for a million tokens in and two out, a call of the scripted model costs 20 millionths. */
const prices = { models: { prices: { scripted: { input: 1, output: 2 } } } };

describe('cost', () => {
  it('stands in the row of a question, in the usage of the day, and in what a regeneration says', async () => {
    const { steward } = await open(agreeable, prices);
    const { records } = steward.storage;
    await steward.indexDocuments();
    const asked = await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.settle();
    const record = await records.replyRecord(asked.id);
    // A step that a busy machine ends is repeated; what it had asked for stands in the row as lost.
    const replyCalls = record?.modelCalls ?? [];
    const answered = replyCalls.filter(({ error }) => !error);
    expect(answered.map(({ costUsd }) => costUsd)).toEqual([0.00002, 0.00002, 0.00002]);
    await steward.say({ by: 'maya', team: true, text: 'Set it to 8080.', replyTo: asked.id });
    await steward.settle();
    const days = { day: '2026-01-01', until: '9999-12-31' };
    const callsOf = async (operation: Operation) => (await records.usageTotals({ ...days, operation })).calls;
    expect([await callsOf('capture'), await callsOf('index')]).toEqual([2, 1]);
    expect(await callsOf('reply')).toBe(replyCalls.length);
    const handle = await steward.client.workflow.start('regenerateWorkflow', {
      workflowId: `regenerate-${asked.id}`,
      taskQueue: steward.config.temporal.task_queue,
      args: [{}],
    });
    const result = (await handle.result()) as RegenerateResult;
    const progress = await handle.query(regenerationProgressQuery);
    expect(result.costUsd).toBeCloseTo(result.modelCalls * 0.00002, 10);
    expect(progress.costUsd).toBe(result.costUsd);
  });
});

describe('a spent budget', () => {
  it('leaves a question unanswered, tells a member who asked directly, and lets what the team said wait', async () => {
    const { model, steward } = await open(agreeable, { budget: { calls_per_day: 1 } });
    await steward.indexDocuments();
    await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.settle();
    const asked = await steward.say({ by: 'ben', text: '@steward How do I set the port?' });
    await steward.settle();
    const said = () => steward.posts();
    await expect.poll(said).toEqual([steward.config.texts.en.cannot_look_up]);
    expect(await steward.storage.records.replyRecord(asked.id)).toMatchObject({
      status: 'unanswered',
      reason: 'budget_spent',
    });
    const snapshot = conversation(new Date(), 'What now?');
    const handle = steward.client.workflow.getHandle(await startConversation(steward, snapshot));
    const waits = async () => {
      const { raw } = await handle.describe();
      return raw.pendingActivities?.[0]?.lastFailure?.applicationFailureInfo?.type;
    };
    await expect.poll(waits).toBe('budget_spent');
    expect(await steward.storage.library.rawEntries()).toHaveLength(1);
    expect(model.calls).toHaveLength(1);
    await handle.terminate();
  });
});

describe('on the command line', () => {
  /** A folder with two documents, a config and a file of questions; the command in it, and the lines that it printed. */
  const prepare = () => {
    const dir = mkdtempSync(join(tmpdir(), 'steward-eval-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    mkdirSync(join(dir, 'kb'));
    const files = {
      'kb/port.md': '# Port\n\nThe server listens on port 8080. Change it with `port`.\n',
      'kb/log.md': '# Log level\n\nThe log level is info. Change it with `level`.\n',
      'config.yaml': `ai_response: { llm: { model: extractive }, steps: { evaluate: { model: extractive } } }\ndiscord: { channels: { help: {}, asked: { mode: mention } } }\nkb: { sources_dir: kb }\ntemporal: { task_queue: ${uniqueTaskQueue()} }\n`,
      'q.yaml':
        '- { question: Which port does the server listen on?, expected: [kb:port.md], passages: [The server listens on port 8080.] }\n- { question: When is the party?, silence: true }\n',
      'chatter.yaml':
        '- { question: Which port does the server listen on?, expected: [kb:port.md] }\n- { question: good morning all, silence: true }\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    return async (...args: readonly string[]) => {
      const { code, out, err } = await runSteward(args, { cwd: dir });
      const lines = out.trim().split('\n');
      return { code, err, lines: lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>) };
    };
  };

  it('eval asks a file of questions and prints the rates; ask shows how one answer came about', async () => {
    const steward = prepare();
    const evaluated = await steward('eval', 'q.yaml', '--json');
    expect(evaluated.code).toBe(0);
    expect(evaluated.lines).toMatchObject([
      { answered: true, cited: ['kb:port.md'], score: 10, cost_usd: 0 },
      { answered: false, cited: [], score: null },
      {
        judged: 1,
        mean_score: 10,
        helpful_rate: 1,
        questions: 2,
        answer_rate: 1,
        correct_silence_rate: 1,
        false_answer_rate: 0,
        citation_precision: 1,
        complete_first: 1,
        complete_after_tools: 1,
        verify_sees: 1,
      },
    ]);
    const asked = await steward('ask', 'Which port does the server listen on?', '--json');
    expect(asked.code).toBe(0);
    const thanked = await steward('ask', 'thanks a lot!', '--json');
    expect([thanked.code, thanked.lines[0]?.['reason']]).toEqual([0, 'thanks']);
    expect(asked.lines).toHaveLength(1);
    expect(asked.lines[0]).toMatchObject({
      event: 'reply',
      answer: expect.stringContaining('port 8080'),
      status: 'answered',
      reason: 'answered',
      graph: 'standard',
      language: 'eng',
      decisions: expect.arrayContaining([
        { decision: 'LLMSelectionResult', value: { look_for: null, selected_source_ids: ['kb:port.md'] } },
      ]),
      loaded: ['kb:port.md'],
      statuses: expect.arrayContaining([expect.objectContaining({ status: 'GENERATING_ANSWER' })]),
      node_times: expect.arrayContaining([expect.objectContaining({ node: 'generate' })]),
      tool_calls: [],
      model_calls: expect.arrayContaining([expect.objectContaining({ decision: 'LLMGateDecision' })]),
      input_tokens: expect.any(Number),
      cost_usd: 0,
    });
  });
});
