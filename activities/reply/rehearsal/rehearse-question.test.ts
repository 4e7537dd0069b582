import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { createReplyActivities } from '../../reply-activities.ts';
import { channelFor } from '../../../config/channel-for.ts';
import { configSchema } from '../../../config/schema.ts';
import { textsFor } from '../../../config/texts-for.ts';
import type { DecisionName } from '../../../domain/models/decisions.ts';
import { finalError, transientError } from '../../../domain/ports/errors.ts';
import type { Model } from '../../../domain/ports/model.ts';
import { openTestStore } from '../../../test/support/steps/attempt-reply.ts';
import { silentLog } from '../../../test/support/run-workers.ts';
import { noPages, replyRecord } from '../../../test/support/values/messages.ts';
import { gateDecision, generation, recallDecision } from '../../../test/support/values/decisions.ts';
import { rehearsedEnd, rehearsedQuestion } from '../../../test/support/values/rehearsed.ts';
import { testSources } from '../../../test/support/steps/graph-context.ts';
import type { RehearsedQuestion } from '../../../domain/reply/rehearsal/rehearsed-question.ts';

const usual: Readonly<Partial<Record<DecisionName, unknown>>> = {
  LLMGateDecision: gateDecision(),
  PersonalDataResult: { excerpts: [] },
  LLMTranslationResult: { language: 'eng', translation: null },
  RecallDecision: recallDecision('50'),
  LLMSelectionResult: { look_for: '', selected_source_ids: ['kb:a.md'] },
  LLMGenerationResult: generation(),
  LLMVerificationResult: { is_good_enough: true, issues: [], suggested_fix: null },
  ComparisonDecision: { issues: [], verdict: 'agrees' },
};

interface Told {
  readonly channel?: object;
  readonly ai?: object;
  readonly fails?: Partial<Record<DecisionName, Error>>;
  readonly mostUsd?: number | null;
}

/** Plays a question on a real store; each call of the model costs a cent. */
async function played(
  question: RehearsedQuestion,
  { channel = {}, ai = {}, fails = {}, mostUsd = 1 }: Told = {},
) {
  const storage = await openTestStore();
  const { records } = storage;
  const answer = { status: 'answered', answer: 'So.', answerType: 'answer', post: null } as const;
  // One answer was given before the question, one after it.
  for (const [id, createdAt] of [
    ['50', '2026-01-31T00:00:00.000Z'],
    ['51', '2026-02-01T12:00:00.000Z'],
  ] as const) {
    const row = replyRecord(id, { ...answer, question: 'How do I set the port?', createdAt });
    const sources = [{ sourceId: 'kb:a.md', contentHash: 'x' }];
    await records.insertReplyRecord(row, { recall: { language: 'eng', sources } });
    await records.vote({ messageId: id, userId: 'maya', helpful: true, byTeam: true });
  }
  const asked: { readonly decision: DecisionName; readonly earlier: readonly (string | null)[] }[] = [];
  const model: Model = {
    modelFor: () => 'scripted',
    decide: async ({ decision, sections }) => {
      const earlier = sections.filter(({ name }) => name === 'earlier').map(({ id }) => id);
      asked.push({ decision, earlier });
      if (fails[decision]) throw fails[decision];
      const call = { model: 'scripted', inputTokens: 1, outputTokens: 1, costUsd: 0.01, milliseconds: 1 };
      return { value: usual[decision] as never, call };
    },
  };
  const config = configSchema.parse({ ai_response: ai, discord: { channels: { help: channel } } });
  const { rehearseQuestion } = createReplyActivities(() => ({
    ...storage,
    sources: testSources,
    pages: noPages,
    model,
    countTokens: (text) => text.length,
    log: silentLog,
    now: () => new Date(),
    config,
    channelFor: channelFor(config, null),
    textsFor: textsFor(config),
  }));
  await records.saveRehearsed(question);
  if (question.end) await records.endRehearsed(question.id, question.end);
  const play = () => new MockActivityEnvironment().run(rehearseQuestion, { id: question.id, mostUsd });
  return { asked, records, play, end: async () => (await records.rehearsed(question.id))?.end };
}

describe('a question of the past', () => {
  it('is answered, compared, and saved with nothing beside it', async () => {
    const { play, end, records, asked } = await played(rehearsedQuestion(10));
    expect(await play()).toMatchObject({ status: 'answered', verdict: 'agrees' });
    expect(await end()).toMatchObject({ verdict: 'agrees', reason: 'answered', comparisonUsd: 0.01 });
    expect(asked.at(-1)?.decision).toBe('ComparisonDecision');
    expect(await records.replyRecordsWhere({ limit: 10 })).toHaveLength(2);
    expect(await records.snapshot(rehearsedQuestion(10).id)).toBeNull();
  });

  it('is not compared where the team said nothing', async () => {
    const { play, asked } = await played(rehearsedQuestion(10, { team: [] }));
    expect(await play()).toMatchObject({ status: 'answered', verdict: null });
    expect(asked.map(({ decision }) => decision)).not.toContain('ComparisonDecision');
  });

  it.each([
    ['chatter', 'good morning all', {}],
    ['not_mentioned', 'How do I set the port?', { mode: 'mention' }],
    ['too_short', 'port help', { gate: 'off' }],
  ])('meets silence before any model is asked: %s', async (reason, text, channel) => {
    const { play, end, asked } = await played(rehearsedQuestion(10, { text }), { channel });
    expect(await play()).toMatchObject({ status: 'silent', costUsd: 0 });
    expect([await end(), asked]).toMatchObject([{ reason }, []]);
  });

  it('is left unanswered where the model is not as sure as the channel wants', async () => {
    const { play, end } = await played(rehearsedQuestion(10), { channel: { how_sure: 10 } });
    expect(await play()).toMatchObject({ status: 'silent', verdict: null });
    expect(await end()).toMatchObject({ reason: 'not_confident' });
  });

  it('gets again what was answered before it, and nothing that was answered later', async () => {
    const { play, asked, end } = await played(rehearsedQuestion(10), { ai: { graph: 'strict' } });
    await play();
    expect(asked.find(({ decision }) => decision === 'RecallDecision')?.earlier).toEqual(['50']);
    expect(await end()).toMatchObject({ reason: 'recalled', answer: 'So.' });
  });

  it('is not asked again once it has ended', async () => {
    const { play, asked } = await played(
      rehearsedQuestion(10, { end: rehearsedEnd({ verdict: 'differs' }) }),
    );
    expect(await play()).toEqual({ status: 'answered', verdict: 'differs', costUsd: 0.012 });
    expect(asked).toEqual([]);
  });

  it('counts as failed after an error that repeats, and is tried again after any other', async () => {
    const refused = finalError('model_refused', 'It refuses.');
    const once = await played(rehearsedQuestion(10), { fails: { LLMGenerationResult: refused } });
    expect(await once.play()).toMatchObject({ status: 'failed' });
    expect(await once.end()).toMatchObject({ status: 'failed', reason: 'model_refused' });
    const away = transientError('model_unavailable', 'It is away.');
    const later = await played(rehearsedQuestion(10), { fails: { LLMGenerationResult: away } });
    await expect(later.play()).rejects.toThrow('away');
    expect(await later.end()).toBeNull();
  });

  it('makes no call with which it would cost more than it may', async () => {
    const { play, asked, end } = await played(rehearsedQuestion(10), { mostUsd: 0.025 });
    expect(await play()).toMatchObject({ status: 'failed' });
    expect(await end()).toMatchObject({ reason: 'budget_spent' });
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});
