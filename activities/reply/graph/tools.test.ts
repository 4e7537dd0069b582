import { expect, it } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { formatSections } from '../../../domain/models/prompt-sections.ts';
import { countTokens } from '../../../domain/values/tokens.ts';
import { nothingMore } from '../../../domain/reply/reply-rules.ts';
import { generation } from '../../../test/support/values/decisions.ts';
import { testSources } from '../../../test/support/steps/graph-context.ts';
import { play, yes, type AskedDecision } from '../../../test/support/steps/play-graph.ts';

const call = (tool: 'search' | 'read', input: string) => ({ tool, input });

/** Makes these calls, one step each, then answers. */
const looking = (steps: readonly ReturnType<typeof call>[], answer: ReturnType<typeof generation>) => ({
  ...yes,
  LLMGenerationResult: ({ before }: AskedDecision) => {
    const step = steps[before];
    return step ? generation({ answer: null, citations: [], tool_calls: [step] }) : answer;
  },
});

const filler = 'This sentence is about nothing in particular. '.repeat(30);
const manual = `# Manual\n\n${filler}\n\n## Ports\n\nports ports ports ${filler}\n\n## Limits\n\nThe zulu limit is 40 MB.\n\n## Colours\n\nPaint it blue.\n`;

const sources = {
  ...testSources,
  load: async (...given: Parameters<typeof testSources.load>) => ({
    ...(await testSources.load(...given)),
    ...(given[0] === 'kb:b.md' && { text: manual }),
  }),
  search: async ({ query }: Parameters<typeof testSources.search>[0]) => {
    const [hit] = await testSources.search({ query: 'any', generation: 1, limit: 1 });
    const found = query.includes('colour')
      ? { headings: ['Manual', 'Colours'], snippet: 'Paint it blue.' }
      : { headings: ['Manual', 'Limits'], snippet: 'The zulu limit is 40 MB.' };
    const gone = ['kb:missing.md', 'kb:missing.md', 'kb:missing.md'];
    return [...gone, 'kb:b.md'].flatMap((sourceId) => (hit ? [{ ...hit, ...found, sourceId }] : []));
  },
};

const cites = (source_id: string) => ({ source_id, qa_ids: [] });
const ports = call('search', 'ports');
const colours = call('search', 'ports or colour');

it.each([
  ['one that it cites', [ports], generation({ citations: [cites('kb:b.md')] })],
  ['all of a source', [ports, colours], generation({ citations: [cites('kb:b.md')] })],
  [
    'what was read beside it',
    [ports, call('read', 'kb:b.md\nports')],
    generation({ citations: [cites('kb:b.md')] }),
  ],
  ['one that it names in its text', [ports], generation({ answer: 'Ports [kb:b.md].', citations: [] })],
  ['every hit where it cites nothing', [ports], generation({ citations: [] })],
])('shows the judge the very hits that generation saw: %s', async (_, steps, answer) => {
  const ai = { require_citations: false, max_tool_steps: 3 };
  const { result, asked } = play(looking(steps, answer), { sources, ai });
  await result;
  expect(asked.at(-1)?.decision).toBe('LLMVerificationResult');
  const shown = asked
    .at(-1)
    ?.sections.map(({ text }) => text)
    .join('\n');
  const texts = ['The zulu limit is 40 MB.', ...(steps.includes(colours) ? ['Paint it blue.'] : [])];
  expect(texts.filter((text) => !shown?.includes(text))).toEqual([]);
});

/** A manual of a hundred sections, on which every search and reading finds more than fits. */
const long = Array.from(
  { length: 100 },
  (_, at) => `## How to set number ${at} of the ports\n\nSet the port ${at}. ${filler}`,
).join('\n\n');

it.each([
  [4_096, 150],
  [8_192, 150],
  [null, 2_000],
])('keeps a prompt within a context of %s tokens, whatever the model looks up', async (context, words) => {
  const everywhere = {
    ...sources,
    load: async (...given: Parameters<typeof testSources.load>) => ({
      ...(await testSources.load('kb:b.md', 1)),
      sourceId: given[0],
      text: long,
    }),
    search: async () => {
      const [hit] = await testSources.search({ query: 'any', generation: 1, limit: 1 });
      const snippet = filler.slice(0, 240);
      return Array.from('12345678').flatMap((at) =>
        hit ? [{ ...hit, sourceId: `kb:${at}.md`, snippet }] : [],
      );
    },
  };
  const four = ['kb:1.md', 'kb:2.md', 'kb:3.md'].map((id) => call('read', `${id}\nports`)).concat(ports);
  const draft = generation({ answer: `Set the port. ${filler}` });
  const { result, asked, tools } = play(
    {
      ...yes,
      LLMGenerationResult: ({ before, sections }) =>
        before < 3 && sections.at(-1)?.text !== nothingMore
          ? generation({ answer: null, citations: [], tool_calls: four })
          : draft,
      LLMVerificationResult: ({ before }) => ({
        is_good_enough: before > 0,
        issues: ['The port is wrong.'],
        suggested_fix: null,
      }),
    },
    {
      sources: everywhere,
      countTokens,
      conversation: `User: ${filler}`.repeat(context === 4_096 ? 3 : 6),
      question: 'How do I set the port of it? '.repeat(words / 8),
      config: configSchema.parse({ ai_response: { context_tokens: context, repair_rejected: true } }),
    },
  );
  await result;
  // Of four calls in each of three steps.
  expect(tools.length).toBeLessThan(12);
  expect(asked.filter(({ decision }) => decision === 'LLMVerificationResult')).toHaveLength(2);
  const sizes = asked.map(({ system, sections }) =>
    countTokens(`${system}\n${formatSections(sections, '0123456789ab')}`),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual((context ?? 16_000) - 600 - 170);
});

it('carry out calls beside a draft, which stands until the model gives a better one', async () => {
  const draft = generation({ answer: 'Set the port.', tool_calls: [ports] });
  const last = generation({ answer: null, citations: [] });
  const given = (...answers: readonly ReturnType<typeof generation>[]) =>
    play({ ...yes, LLMGenerationResult: ({ before }) => answers[before] ?? last }, { sources });
  const kept = given(draft, last);
  expect((await kept.result).reply_text).toBe('Set the port.');
  expect(kept.tools).toHaveLength(1);
  expect(kept.asked.findLast(({ decision }) => decision === 'LLMGenerationResult')?.text('draft')).toBe(
    'Set the port.',
  );
  expect((await given(draft, generation({ answer: 'Port 8080.' })).result).reply_text).toBe('Port 8080.');
  expect((await given(draft, draft, draft, draft).result).reply_text).toBe('Set the port.');
});
