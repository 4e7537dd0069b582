import { expect, it } from 'vitest';
import { gateDecision, generation } from '../../../../test/support/values/decisions.ts';
import { testSources } from '../../../../test/support/steps/graph-context.ts';
import { transientError } from '../../../../domain/ports/errors.ts';
import { play, reasonOf, yes, type AskedDecision } from '../../../../test/support/steps/play-graph.ts';

const rejected = { is_good_enough: false, issues: ['The port is wrong.'], suggested_fix: 'Say 8080.' };
const onceRejected = ({ before }: AskedDecision) => (before === 0 ? rejected : yes.LLMVerificationResult);

it('posts nothing that verification rejects', async () => {
  expect(await reasonOf({ LLMVerificationResult: rejected })).toBe('verification_rejected');
});

it('has a draft repaired once where the config allows it, and looks at it again', async () => {
  const { result, asked, entered } = play(
    {
      ...yes,
      LLMGenerationResult: ({ before }) => generation({ answer: before === 0 ? 'Port 1.' : 'Port 8080.' }),
      LLMVerificationResult: onceRejected,
    },
    { ai: { repair_rejected: true } },
  );
  expect((await result).reply_text).toBe('Port 8080.');
  const steps = entered.filter((node) => ['generate', 'verify'].includes(node));
  expect(steps).toEqual(['generate', 'verify', 'generate', 'verify']);
  const repair = asked.findLast(({ decision }) => decision === 'LLMGenerationResult');
  expect(repair?.text('draft')).toBe('Port 1.');
  expect(repair?.text('objections')).toBe('The port is wrong.\nSay 8080.');
});

it('has a draft repaired with all that it was made from, however much more was found', async () => {
  const filler = 'This sentence is about nothing in particular. '.repeat(30);
  const load = async (...given: Parameters<typeof testSources.load>) => {
    const source = await testSources.load(...given);
    const own = source.sourceId === 'kb:a.md' ? 'Set the port to 8080.' : `Ports. ${filler}`;
    return { ...source, text: `# Guide\n\n${filler}\n\n## Ports\n\n${own}\n` };
  };
  const { result, asked } = play(
    {
      ...yes,
      LLMGenerationResult: ({ before }) =>
        before === 0
          ? generation({
              answer: null,
              citations: [],
              tool_calls: [{ tool: 'read', input: 'kb:b.md\nports' }],
            })
          : generation(),
      LLMVerificationResult: onceRejected,
    },
    { sources: { ...testSources, load }, ai: { repair_rejected: true, token_budgets: { sources: 420 } } },
  );
  await result;
  const shown = asked
    .filter(({ decision }) => ['LLMGenerationResult', 'LLMVerificationResult'].includes(decision))
    .map(({ sections }) =>
      sections.filter(({ name }) => name === 'source').map(({ id, text }) => [id, text]),
    );
  const [, written, , repaired] = shown;
  expect(written?.map(([id]) => id)).toEqual(['kb:a.md', 'kb:b.md']);
  expect(repaired).toEqual(written);
});

it('is silent when the repaired draft is rejected too, or cannot be repaired', async () => {
  const ai = { repair_rejected: true };
  expect(await reasonOf({ LLMVerificationResult: rejected }, { ai })).toBe('verification_rejected');
  const cannot = ({ before }: AskedDecision) => generation(before === 0 ? {} : { answer: null });
  const script = { LLMVerificationResult: rejected, LLMGenerationResult: cannot };
  expect(await reasonOf(script, { ai })).toBe('verification_rejected');
});

it('is shown the conversation, the question as it was asked and as it was rewritten, and cited sources alone', async () => {
  const script = {
    ...yes,
    LLMGateDecision: gateDecision({ rewrite_query: 'How do I set the port on Windows?' }),
    LLMSelectionResult: { look_for: '', selected_source_ids: ['kb:a.md', 'kb:b.md'] },
  };
  const { result, asked } = play(script);
  await result;
  const shown = asked.at(-1);
  expect(shown?.decision).toBe('LLMVerificationResult');
  expect([shown?.text('conversation'), shown?.text('question'), shown?.text('rewritten')]).toEqual([
    'User: hello\nYou: Hi.',
    'How do I set the port?',
    'How do I set the port on Windows?',
  ]);
  expect(shown?.sections.filter(({ name }) => name === 'source').map(({ id }) => id)).toEqual(['kb:a.md']);
});

it('judges a draft by what generation saw of the cited sources, whatever the draft says', async () => {
  const filler = 'This sentence is about nothing in particular. '.repeat(30);
  const text = `# Guide\n\n${filler}\n\n## Ports\n\nSet the port to 8080.\n\n## Colours\n\nPaint it blue.\n\n## End\n\n${filler}`;
  const sources = {
    ...testSources,
    load: async (...given: Parameters<typeof testSources.load>) => ({
      ...(await testSources.load(...given)),
      text,
    }),
  };
  const ai = { token_budgets: { sources: 150 } };
  const draft = { ...yes, LLMGenerationResult: generation({ answer: 'Paint it blue.' }) };
  const { result, asked } = play(draft, { sources, ai });
  await result;
  const [generated, verified] = asked.slice(-2).map((call) => call.text('source'));
  expect(generated).toContain('Set the port to 8080.');
  expect(generated).not.toContain('nothing in particular');
  expect(verified).toBe(generated);
});

const away = transientError('model_unavailable', 'It is away.');
const judgeIsAway = {
  ...yes,
  LLMGenerationResult: ({ byLast }: AskedDecision) =>
    generation({ answer: byLast ? 'Set the port.' : 'Do it.' }),
  LLMVerificationResult: ({ byLast, text }: AskedDecision) => {
    if (byLast) return text('draft') === 'Do it.' ? rejected : yes.LLMVerificationResult;
    throw away;
  },
};

it('has a quote posted where no judge answers and the chain ends with the model that quotes', async () => {
  const { result, asked } = play(judgeIsAway, { ai: { fallbacks: ['extractive'] } });
  expect(await result).toMatchObject({ reply_text: 'Set the port.', debug: { reason: 'answered' } });
  expect(asked.slice(-3).map(({ byLast }) => byLast)).toEqual([true, true, true]);
});

it('fails as its judge failed where there is no such model, or nothing to quote', async () => {
  await expect(play(judgeIsAway).result).rejects.toBe(away);
  const nothing = {
    ...judgeIsAway,
    LLMGenerationResult: ({ byLast }: AskedDecision) => generation({ answer: byLast ? null : 'Do it.' }),
  };
  await expect(play(nothing, { ai: { fallbacks: ['extractive'] } }).result).rejects.toBe(away);
});
