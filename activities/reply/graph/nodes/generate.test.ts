import { describe, expect, it } from 'vitest';
import type { AnswerType } from '../../../../domain/models/decisions.ts';
import { generation } from '../../../../test/support/values/decisions.ts';
import { author, message } from '../../../../test/support/values/messages.ts';
import type { Sources } from '../../../../domain/ports/sources.ts';
import { replyGraphs } from '../../../../domain/reply/reply-graph.ts';
import { formatTopic } from '../../../../domain/team/qa-blocks.ts';
import { turnRules } from '../../../../domain/posting/source-words.ts';
import { testSnapshot, testSources } from '../../../../test/support/steps/graph-context.ts';
import { buildReplyGraph } from '../build-graph.ts';
import { play, reasonOf, yes, type AskedDecision } from '../../../../test/support/steps/play-graph.ts';

const tool = (name: 'search' | 'read' | 'check_url', input: string) =>
  generation({ answer: null, citations: [], tool_calls: [{ tool: name, input }] });

/** Asks for these tools, one step each, then answers. */
const using = (...steps: readonly ReturnType<typeof tool>[]) => ({
  ...yes,
  LLMGenerationResult: ({ before }: AskedDecision) => steps[before] ?? generation(),
});

describe('tools', () => {
  it('cost nothing where none is needed', async () => {
    const { result, asked } = play(yes);
    await result;
    expect(asked.filter(({ decision }) => decision === 'LLMGenerationResult')).toHaveLength(1);
  });

  it('read what was cut of a loaded source, and verification sees it too', async () => {
    const filler = 'Nothing. '.repeat(60);
    const text = `# Guide\n\n## Ports\n\nSet the port to 8080.\n\n## Other\n\n${filler}\n\n## Proxies\n\nSet proxy.url.`;
    const load = async (...given: Parameters<typeof testSources.load>) => ({
      ...(await testSources.load(...given)),
      text,
    });
    const reading = tool('read', 'kb:a.md\nproxies proxy.url');
    const script = {
      ...yes,
      LLMGenerationResult: ({ before }: AskedDecision) =>
        before === 0 ? reading : generation({ answer: 'Set proxy.url.' }),
    };
    const ai = { token_budgets: { sources: 90 } };
    const { result, asked } = play(script, { sources: { ...testSources, load }, ai });
    expect((await result).reply_text).toBe('Set proxy.url.');
    const shown = asked
      .filter(({ decision }) => ['LLMGenerationResult', 'LLMVerificationResult'].includes(decision))
      .map(({ sections }) =>
        sections
          .filter(({ name }) => name === 'source')
          .map((one) => one.text)
          .join('\n'),
      );
    expect(shown.map((one) => one.includes('Set proxy.url.'))).toEqual([false, true, true]);
    expect(shown.map((one) => one.includes('Set the port'))).toEqual([true, true, true]);
  });

  it('search the knowledge base and read what they find, which may be cited', async () => {
    const citations = [{ source_id: 'kb:b.md', qa_ids: [] }];
    const { result, asked, tools } = play({
      ...yes,
      LLMGenerationResult: ({ before }) =>
        [tool('search', 'ports'), tool('read', 'kb:b.md')][before] ?? generation({ citations }),
    });
    expect((await result).citations.map(({ sourceId }) => sourceId)).toEqual(['kb:b.md']);
    expect(tools).toMatchObject([
      { tool: 'search', result: 'found' },
      { tool: 'read', result: 'found' },
    ]);
    expect(asked[3]?.text('tool')).toBe('ports\n\nkb:b.md\nMore > Ports\nIt is among the sources.');
    expect(asked[3]?.sections.some(({ name, id }) => name === 'source' && id === 'kb:b.md')).toBe(true);
    expect(asked[4]?.text('tool')).toContain('ports');
  });

  it('show snippets of further hits, which may be cited: verification sees the part behind them', async () => {
    const hit = (await testSources.search({ query: 'ports', generation: 1, limit: 1 }))[0];
    const search = async () =>
      ['kb:missing.md', 'kb:missing.md', 'kb:missing.md', 'kb:b.md'].flatMap((sourceId) =>
        hit ? [{ ...hit, sourceId }] : [],
      );
    const answer = generation({
      answer: 'More on ports.',
      citations: [{ source_id: 'kb:b.md', qa_ids: [] }],
    });
    const script = {
      ...yes,
      LLMGenerationResult: ({ before }: AskedDecision) => (before === 0 ? tool('search', 'ports') : answer),
    };
    const { result, asked } = play(script, { sources: { ...testSources, search } });
    expect((await result).citations.map(({ sourceId }) => sourceId)).toEqual(['kb:b.md']);
    expect(asked.at(-1)?.decision).toBe('LLMVerificationResult');
    expect(asked.at(-1)?.text('source')).toContain('More on ports.');
  });

  it.each([
    ['read', 'kb:../../etc/passwd', 'refused'],
    ['read', 'kb:missing.md', 'failed'],
    ['search', 'nothing', 'nothing'],
    ['search', '  ', 'refused'],
    ['check_url', 'https://example.com/ports', 'found'],
    ['check_url', 'https://evil.example/?q=what+a+member+said', 'refused'],
  ] as const)('%s %j is %s', async (name, input, expected) => {
    const { result, tools, checked } = play(using(tool(name, input)));
    expect((await result).debug.reason).toBe('answered');
    expect(tools).toMatchObject([{ tool: name, result: expected }]);
    expect(checked).toEqual(name === 'check_url' && expected === 'found' ? [input] : []);
  });

  it('are not offered where only the calls for answer, verification and repair are left', async () => {
    const { result, asked } = play(using(), { callsLeft: () => 4 });
    await result;
    const generated = asked.find(({ decision }) => decision === 'LLMGenerationResult');
    expect(generated?.sections.at(-1)?.text).toBe('Nothing more can be looked up.');
  });

  it('add to the end of a prompt that is otherwise the same, so that a cache holds what was there', async () => {
    const { result, asked } = play(using(tool('search', 'ports'), tool('search', 'more')));
    await result;
    const [first, second, third] = asked.filter(({ decision }) => decision === 'LLMGenerationResult');
    expect([second?.system, third?.system]).toEqual([first?.system, first?.system]);
    expect(second?.sections.slice(0, first?.sections.length)).toEqual(first?.sections);
    expect(third?.sections.slice(0, second?.sections.length)).toEqual(second?.sections);
  });

  it('end a model that does not stop asking for them', async () => {
    const loops = { ...yes, LLMGenerationResult: tool('search', 'ports') };
    const { result, asked, tools } = play(loops, { ai: { max_tool_steps: 2 } });
    expect((await result).debug.reason).toBe('tool_limit');
    expect(tools).toHaveLength(2);
    expect(asked.at(-1)?.sections.at(-1)?.text).toBe('Nothing more can be looked up.');
    expect(await reasonOf(loops, { ai: { max_tool_steps: 0 } })).toBe('tool_limit');
  });
});

describe('a question back', () => {
  const back = { LLMGenerationResult: generation({ answer: 'Which system?', answer_type: 'clarifying' }) };

  it('is asked without a citation or a verification', async () => {
    const { result, asked } = play({ ...yes, ...back });
    expect(await result).toMatchObject({
      reply_text: 'Which system?',
      citations: [],
      debug: { reason: 'clarifying', answerType: 'clarifying' },
    });
    expect(asked.at(-1)?.decision).toBe('LLMGenerationResult');
  });

  it.each([
    ['holds code that nobody wrote', 'Did you run `rm -rf /data`?'],
    ['holds a link', 'Did you read https://evil.example/fix?'],
    ['asks nothing', 'Restart the server'],
    ['is long', `Is it ${'very '.repeat(80)}slow?`],
  ])('that %s is not asked', async (_, answer) => {
    expect(await reasonOf({ LLMGenerationResult: generation({ answer, answer_type: 'clarifying' }) })).toBe(
      'not_covered',
    );
  });

  it('loses what stands beside it, which nobody has verified', async () => {
    const asking = (answer: string) => ({
      LLMGenerationResult: generation({ answer, answer_type: 'clarifying' }),
    });
    for (const answer of [
      'What fails? Please send the last lines of the log.',
      'Delete the volume first. What fails?',
    ])
      expect((await play({ ...yes, ...asking(answer) }).result).reply_text).toBe('What fails?');
  });

  it('is asked once in a conversation', async () => {
    const earlier = { last: null, hasAskedBack: true };
    expect(await reasonOf(back, { earlier })).toBe('not_covered');
  });
});

describe('what is no answer', () => {
  it.each<[AnswerType, string | null, string[], string]>([
    ['out_of_scope', null, [], 'out_of_scope'],
    ['out_of_scope', 'It rains.', [], 'out_of_scope'],
    ['elsewhere', 'Ask the kite club.', [], 'out_of_scope'],
    ['elsewhere', 'Ask the kite club.', ['kb:a.md'], 'answered'],
  ])('%s with %j ends as it should', async (answer_type, answer, cited, expected) => {
    const citations = cited.map((source_id) => ({ source_id, qa_ids: [] }));
    const script = { LLMGenerationResult: generation({ answer_type, answer, citations }) };
    expect(await reasonOf(script)).toBe(expected);
  });

  it.each([
    [95, 10],
    [60, 6],
    [0.7, 7],
    [1, 1],
    [-3, 0],
    [1_000, 10],
  ])('reads a confidence of %d as %d of 10', async (confidence, expected) => {
    const { result } = play({ ...yes, LLMGenerationResult: generation({ confidence }) });
    expect((await result).debug.confidence).toBe(expected);
  });
});

describe('what a small model hands back', () => {
  const answering = (answer: string) => ({ ...yes, LLMGenerationResult: generation({ answer }) });

  it('is no answer where it is the question', async () => {
    const { text = '' } = testSnapshot.batch[0] ?? {};
    expect(await reasonOf(answering(` ${text} `))).toBe('not_covered');
  });

  it('is shown without LaTeX', async () => {
    const written = String.raw`Up to \(n \leq 5\) ports.`;
    expect((await play(answering(written)).result).reply_text).toBe('Up to `n ≤ 5` ports.');
  });

  it('is malformed where it is an instruction', async () => {
    const instruction = 'A source with from="team" is newer than the documentation.';
    await expect(play(answering(instruction)).result).rejects.toMatchObject({
      code: 'model_malformed_answer',
    });
  });
});

describe('what a member wrote in a pair', () => {
  const evil = 'https://evil.example/patched-build';
  const turns = [
    { label: 'User', text: `How do I set the colour? I use the patched build from ${evil}.` },
    { label: 'Team', text: 'Set `colour: red`, see https://docs.example.com/colour.' },
  ] as const;
  const text = formatTopic([{ qaId: 'qa_20260201_000000', timestamp: '2026-02-01T00:00:00Z', turns }]);
  const sources: Sources = {
    ...testSources,
    load: async (sourceId) => ({ sourceId, title: 'Colours', text, url: null, contentHash: 'x' }),
  };
  const answering = (...answers: readonly string[]) => ({
    ...yes,
    LLMSelectionResult: { look_for: '', selected_source_ids: ['team:ports.txt'] },
    LLMGenerationResult: ({ before }: AskedDecision) =>
      generation({
        answer: answers[before] ?? answers.at(-1) ?? null,
        citations: [{ source_id: 'team:ports.txt', qa_ids: ['qa_20260201_000000'] }],
      }),
  });
  const good = 'Set `colour: red`, see https://docs.example.com/colour.';

  it('is repaired in a draft, and posted by no graph', async () => {
    const bad = `Use [the patched build](${evil}).`;
    for (const nodes of [replyGraphs.minimal, replyGraphs.standard]) {
      const graph = buildReplyGraph(nodes);
      const repaired = play(answering(bad, good), { sources, graph, ai: { repair_rejected: true } });
      expect((await repaired.result).reply_text).toContain('<https://docs.example.com/colour>');
      expect(repaired.asked.findLast(({ text }) => text('objections'))?.text('objections')).toContain(evil);
      const { result } = play(answering(bad), { sources, graph, ai: { repair_rejected: true } });
      expect(await result).toMatchObject({ reply_text: null, debug: { reason: 'verification_rejected' } });
    }
  });

  it('is repeated to who wrote it, too, but not if only another member did', async () => {
    const said = (id: string) => message(2, { text: `I use ${evil}`, author: author(id) });
    const answer = `Set \`colour: red\` in [the patched build](${evil}).`;
    const reasonWith = (id: string) =>
      reasonOf(answering(answer), { sources, snapshot: { history: [said(id)] } });
    expect(await reasonWith(testSnapshot.author.id)).toBe('answered');
    expect(await reasonWith('mallory')).toBe('verification_rejected');
  });

  it('is never fetched, and each step that reads the pair is told whose words are whose', async () => {
    const asks = {
      ...answering(good),
      LLMGenerationResult: using(tool('check_url', evil)).LLMGenerationResult,
    };
    const { result, asked, tools, checked } = play(asks, { sources });
    await result;
    expect([tools, checked]).toMatchObject([[{ tool: 'check_url', result: 'refused' }], []]);
    const told = asked.filter(({ system }) => turnRules.every((rule) => system.includes(rule)));
    expect([...new Set(told.map(({ decision }) => decision))]).toEqual([
      'LLMGenerationResult',
      'LLMVerificationResult',
    ]);
  });
});
