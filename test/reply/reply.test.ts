import type { ProjectProfileDraft } from '../../domain/models/project-profile.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutsOff, fails, says, type Play } from '../support/provider/provider-plays.ts';
import { askSnapshot } from '../../domain/intake/ask-snapshot.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { routedBatchOf } from '../../domain/intake/snapshot.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { observeReply } from '../support/observe-reply.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { ScriptedCall } from '../support/provider/scripted-provider.ts';
import { openTestSteward, quickTimings, type TestSteward } from '../support/steward.ts';
import { uniqueId } from '../support/temporal.ts';

interface Asking {
  readonly question: string;
  readonly projectProfile?: ProjectProfileDraft;
}

/** Starts the reply to a question that is posted nowhere. */
async function ask(steward: TestSteward, { question, projectProfile }: Asking) {
  const { client, config, storage } = steward;
  const requestId = uniqueId();
  const snapshot = askSnapshot({ requestId, question, now: new Date(), projectProfile });
  await storage.records.saveSnapshot(snapshot);
  const reply = { routed: routedBatchOf(snapshot), deliver: 'record', timings: quickTimings } as const;
  const run = await startOnce(client, startsOf(config.temporal.task_queue).reply(reply));
  return {
    handle: client.workflow.getHandle(run.workflowId, run.runId),
    row: () => storage.records.replyRecord(snapshot.id),
  };
}

async function answerTo(steward: TestSteward, asking: Asking): Promise<ReplyRecord> {
  const { handle, row } = await ask(steward, asking);
  await handle.result();
  const written = await row();
  if (!written) throw new Error('there is no row');
  return written;
}

describe('a reply, on the real server', () => {
  it('asks back once, and goes on from what the member answers', async () => {
    const model = await startScriptedModel((call) => {
      const asksBack = call.text('conversation') === '';
      if (call.decision === 'LLMGateDecision')
        return { is_question: asksBack, is_answerable: asksBack, rewrite_query: null, reason: '' };
      if (call.decision !== 'LLMGenerationResult' || !asksBack) return agreeable(call);
      return {
        answer: 'On which system?',
        citations: [],
        answer_type: 'clarifying',
        confidence: 3,
        tool_calls: [],
      };
    });
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.indexDocuments();
    const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.settle();
    const first = await steward.storage.records.replyRecord(question.id);
    expect(first).toMatchObject({ status: 'answered', reason: 'clarifying', answerType: 'clarifying' });
    expect(first?.statuses.at(-1)?.status).toBe('NEED_CLARIFICATION');
    const said = await steward.say({ by: 'anna', text: 'on windows', in: first?.postedThreadId ?? '' });
    await steward.settle();
    const second = await steward.storage.records.replyRecord(said.id);
    expect(second).toMatchObject({ status: 'answered', reason: 'answered' });
    const last = model.calls.findLast(({ decision }) => decision === 'LLMGenerationResult');
    expect(last?.text('conversation')).toContain('You: On which system?');
    expect(last?.system).toContain('never `clarifying`');
  });

  it('says what it is at while it works, leaves its model when it is cancelled, and records its trace', async () => {
    const model = await startScriptedModel(async (call) =>
      call.decision === 'LLMGenerationResult' && call.text('question').includes('long')
        ? 'hang'
        : agreeable(call),
    );
    const steward = await openTestSteward({ model });
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const record = await answerTo(steward, { question: 'How do I set the port?' });
    expect(record.statuses.map(({ status }) => status)).toEqual([
      'MODERATING_QUESTION',
      'BUILDING_CONTEXT',
      'GENERATING_ANSWER',
      'VERIFYING_CITATION',
      'COMPLETE',
    ]);
    expect(record.nodeTimes.map(({ node }) => node)).toEqual(expect.arrayContaining(['gate', 'verify']));
    expect(record.decisions.map(({ decision }) => decision)).toEqual([
      'LLMGateDecision',
      'LLMSelectionResult',
      'LLMVerificationResult',
    ]);

    const reached = model.reached('LLMGenerationResult');
    const left = model.left('LLMGenerationResult');
    const { handle } = await ask(steward, { question: 'How long does it take?' });
    await reached;
    const moment = () => observeReply({ client: steward.client, workflowId: handle.workflowId });
    await expect.poll(moment).toEqual({
      status: 'GENERATING_ANSWER',
      reason: null,
      node: 'generate',
    });
    const cancelled = performance.now();
    await handle.cancel();
    await left;
    expect(performance.now() - cancelled).toBeLessThan(20_000);
    await handle.result().catch(() => null);
    expect(await moment()).toEqual({ status: 'SKIPPED', reason: 'cancelled', node: null });
  });

  it('tries a profile with one question, and with no other', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const sees = async (projectProfile?: ProjectProfileDraft) => {
      await answerTo(steward, {
        question: 'How do I set the port?',
        ...(projectProfile && { projectProfile }),
      });
      const last = model.calls.findLast(({ decision }) => decision === 'LLMGenerationResult');
      return last?.system.includes('Like a pirate.');
    };
    expect([await sees({ tone: 'Like a pirate.' }), await sees()]).toEqual([true, false]);
  });
});

describe('recall, on the real server', () => {
  it('gives an answer that the team approved again, says so, and only while its sources stand', async () => {
    const model = await startScriptedModel(agreeable);
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 0 };
    const settings = { ai_response: { llm, graph: 'strict' } };
    const steward = await openTestSteward({ model, settings });
    const { records } = steward.storage;
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const first = await answerTo(steward, { question: 'How do I set the port?' });
    const unapproved = await answerTo(steward, { question: 'How can I set the port?' });
    expect([first.reason, unapproved.reason]).toEqual(['answered', 'answered']);
    expect(model.callsOf('RecallDecision')).toBe(0);

    await records.vote({ messageId: first.messageId, userId: 'maya', helpful: true, byTeam: true });
    const again = await answerTo(steward, { question: 'How might I set the port?' });
    expect(again).toMatchObject({ status: 'answered', reason: 'recalled', answer: first.answer });
    expect(again.citations).toEqual(first.citations);
    expect(again.post?.parts.join('')).toContain(steward.config.texts.en.earlier_answer);
    expect(again.decisions).toContainEqual({
      decision: 'RecallDecision',
      value: expect.objectContaining({ candidate: first.messageId }),
    });

    await writeFile(join(steward.config.kb.sources_dir ?? '', 'guide.md'), '# Guide\n\nThe port is 9090.\n');
    await steward.indexDocuments();
    const later = await answerTo(steward, { question: 'How might I set the port?' });
    expect(later.reason).toBe('answered');
  });
});

describe('a provider that fails', () => {
  /** What it does at each gate call of a question; fine after that. */
  const faults: Readonly<Record<string, readonly Play[]>> = {
    'limits the rate': [fails(429, { 'retry-after': '1' })],
    'fails twice': [fails(500), fails(503)],
    'breaks off': [cutsOff],
    'refuses the key': Array.from({ length: 9 }, () => fails(401)),
    'is down': Array.from({ length: 9 }, () => fails(500)),
    'answers no JSON': Array.from({ length: 9 }, () => says('Sure! The answer is')),
    'answers another schema': Array.from({ length: 9 }, () => says('{"is_question":"perhaps"}')),
    'says nothing at all': Array.from({ length: 9 }, (): Play => () => undefined),
  };

  it('never shows its failure, is asked again where that helps, and leaves a row with the cause', async () => {
    const asked = new Map<string, number>();
    const model = await startScriptedModel((call) => faultOf(call) ?? agreeable(call));
    const faultOf = ({ decision, text }: ScriptedCall) => {
      const name = Object.keys(faults).find((one) => text('question').includes(one));
      if (decision !== 'LLMGateDecision' || name === undefined) return null;
      const times = asked.get(name) ?? 0;
      asked.set(name, times + 1);
      const play = faults[name]?.[times];
      return play ?? null;
    };
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 0, timeout_seconds: 10 };
    const steward = await openTestSteward({ model, settings: { ai_response: { llm } } });
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const rows = await Promise.all(
      Object.keys(faults).map(async (name) => {
        const started = performance.now();
        const record = await answerTo(steward, { question: `What if the provider ${name} today?` });
        return { name, record, seconds: (performance.now() - started) / 1_000 };
      }),
    );
    const outcomes = rows.map(({ name, record }) => [name, record.reason, asked.get(name)]);
    expect(outcomes).toEqual([
      ['limits the rate', 'answered', 2],
      ['fails twice', 'answered', 3],
      ['breaks off', 'answered', 2],
      ['refuses the key', 'model_unauthorized', 1],
      ['is down', 'model_unavailable', 5],
      ['answers no JSON', 'model_malformed_answer', 2],
      ['answers another schema', 'model_malformed_answer', 2],
      ['says nothing at all', 'model_timeout', 5],
    ]);
    // The row has every call, with what became of it.
    const gates = rows.map(({ record }) =>
      record.modelCalls.flatMap(({ decision, error }) => (decision === 'LLMGateDecision' ? [error] : [])),
    );
    expect(gates.map((calls) => calls.length)).toEqual(outcomes.map(([, , calls]) => calls));
    expect(gates.slice(0, 4)).toEqual([
      ['model_rate_limited', null],
      ['model_unavailable', 'model_unavailable', null],
      ['model_unavailable', null],
      ['model_unauthorized'],
    ]);
    expect(rows[0]?.seconds).toBeGreaterThan(1);
    const failed = rows.filter(({ record }) => record.reason !== 'answered');
    expect(failed.map(({ record }) => record.status)).toEqual(failed.map(() => 'generated'));
    expect(new Set(failed.flatMap(({ record }) => record.post?.parts ?? []))).toEqual(
      new Set([steward.config.texts.en.cannot_look_up]),
    );
  });

  it('is asked at most max_calls_per_question times, whatever is tried again', async () => {
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMTextResult' ? agreeable(call) : { status: 503 },
    );
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 2 };
    const steward = await openTestSteward({
      model,
      settings: { ai_response: { llm, max_calls_per_question: 5 } },
    });
    await steward.work(['reply', 'library']);
    const record = await answerTo(steward, { question: 'Which port is it?' });
    const asked = model.calls.filter(({ decision }) => decision !== 'LLMTextResult');
    expect(asked).toHaveLength(5);
    // The cause, and not the limit that it has used up.
    expect(record).toMatchObject({ reason: 'model_unavailable', status: 'generated' });
    expect(record.modelCalls.map(({ decision }) => decision)).toEqual(asked.map(({ decision }) => decision));
    expect(record.modelCalls.every(({ error }) => error !== null)).toBe(true);
  });

  it('is not asked again for what nodes that have finished decided', async () => {
    let failures = 2;
    const model = await startScriptedModel((call) => {
      if (call.decision !== 'LLMGenerationResult' || failures === 0) return agreeable(call);
      failures -= 1;
      return { status: 503 };
    });
    const steward = await openTestSteward({ model });
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const record = await answerTo(steward, { question: 'Which port is it?' });
    expect(record).toMatchObject({ reason: 'answered' });
    const asked = ['LLMGateDecision', 'LLMSelectionResult', 'LLMGenerationResult'] as const;
    expect(asked.map((decision) => model.callsOf(decision))).toEqual([1, 1, 3]);
    const nodes = record.nodeTimes.map(({ node }) => node);
    expect(nodes.filter((node) => node === 'gate')).toHaveLength(1);
    expect(record.modelCalls.filter(({ error }) => error === 'model_unavailable')).toHaveLength(2);
  });
});
