import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { observeReply } from '../support/observe-reply.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { answerTo, ask } from '../support/ask.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';

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
