import { expect, it } from 'vitest';
import { configSchema } from '../../../../config/schema.ts';
import type { Decision } from '../../../../domain/models/decisions.ts';
import type { EarlierAnswer } from '../../../../domain/reply/recall.ts';
import { replyGraphs } from '../../../../domain/reply/reply-graph.ts';
import { recallDecision } from '../../../../test/support/values/decisions.ts';
import { buildReplyGraph } from '../build-graph.ts';
import { play, yes } from '../../../../test/support/steps/play-graph.ts';
import { earlierRow, replyTime } from '../../../../test/support/steps/graph-context.ts';

const citation = { sourceId: 'kb:a.md', title: 'Ports', url: 'https://docs.example.com/a', qaIds: [] };

const earlier: EarlierAnswer = {
  record: earlierRow({
    question: 'How do I set the port of the server?',
    answer: 'Set the port as before.',
    citations: [citation],
  }),
  language: 'eng',
  sources: [{ sourceId: 'kb:a.md', contentHash: 'x' }],
  votes: [{ messageId: '99', userId: 'maya', helpful: true, byTeam: true }],
};

const confirmed = recallDecision('99');

const strict = buildReplyGraph(replyGraphs.strict);

const config = configSchema.parse({ moderation: { personal_data_model: false } });

const recalling = (
  said: Partial<Decision<'RecallDecision'>> = {},
  { answers = [earlier], ...over }: { answers?: readonly EarlierAnswer[] } & Parameters<typeof play>[1] = {},
) =>
  play(
    { ...yes, RecallDecision: { ...confirmed, ...said } },
    { graph: strict, graphName: 'strict', config, records: { helpfulAnswers: async () => answers }, ...over },
  );

const calls = ({ asked }: ReturnType<typeof recalling>) => asked.map(({ decision }) => decision);

it('an approved answer to the same question is given again, with its citations, without generation', async () => {
  const played = recalling();
  expect(await played.result).toMatchObject({
    should_reply: true,
    reply_text: 'Set the port as before.',
    citations: [citation],
    debug: {
      reason: 'recalled',
      nearest: [{ sourceId: 'kb:a.md' }],
      usedSources: earlier.sources,
      confidence: null,
    },
  });
  expect(calls(played)).toEqual(['LLMGateDecision', 'LLMSelectionResult', 'RecallDecision']);
  expect(played.asked[2]?.text('earlier')).toBe(earlier.record.question);
});

it('an earlier question that was a long log is shown in part', async () => {
  const long = { ...earlier, record: { ...earlier.record, question: 'log line\n'.repeat(10_000) } };
  const played = recalling({}, { answers: [long] });
  await played.result;
  expect(played.asked[1]?.text('earlier').length).toBeLessThanOrEqual(8_000);
});

it('one check that is not confirmed leads on to an answer of its own', async () => {
  const { reply_text, debug } = await recalling({ conditions: null }).result;
  expect([reply_text, debug.reason]).toEqual(['Set the port.', 'answered']);
});

it('an id that the model makes up leads to no earlier answer', async () => {
  expect((await recalling({ candidate: '98' }).result).debug.reason).toBe('answered');
});

it.each<[string, Parameters<typeof recalling>[1]]>([
  ['no question was alike', { answers: [] }],
  [
    'a source has changed',
    { answers: [{ ...earlier, sources: [{ sourceId: 'kb:a.md', contentHash: 'y' }] }] },
  ],
  [
    'a source is gone',
    { answers: [{ ...earlier, sources: [{ sourceId: 'kb:missing.md', contentHash: 'x' }] }] },
  ],
  ['Steward has answered in the conversation', { earlier: { last: earlier.record, hasAskedBack: false } }],
])('no model is asked when %s', async (_, over) => {
  const played = recalling({}, over);
  expect((await played.result).debug.reason).toBe('answered');
  expect(calls(played)).not.toContain('RecallDecision');
});

it('looks at what was asked in the last 90 days', async () => {
  const requests: Date[] = [];
  const helpfulAnswers = async ({ since }: { readonly since: Date }) => {
    requests.push(since);
    return [];
  };
  await recalling({}, { records: { helpfulAnswers } }).result;
  expect(requests).toEqual([new Date(replyTime.getTime() - 90 * 86_400_000)]);
});

it('an answer in another language is given from what was verified, and translated into the asker’s', async () => {
  const french = earlierRow({
    answer: 'Réglez le port du serveur dans le fichier de configuration, puis redémarrez-le.',
    untranslatedAnswer: 'Set the port of the server in the configuration file, then restart it.',
  });
  const answers = [{ ...earlier, record: french, language: 'fra' }];
  expect((await recalling({}, { answers }).result).reply_text).toBe(french.untranslatedAnswer);
});
