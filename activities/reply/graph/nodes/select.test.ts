import { describe, expect, it } from 'vitest';
import type { Sources } from '../../../../domain/ports/sources.ts';
import type { DecisionRecord } from '../../../../domain/reply/reply-record.ts';
import { testSources } from '../../../../test/support/steps/graph-context.ts';
import { gateDecision, generation } from '../../../../test/support/values/decisions.ts';
import { play, reasonOf, yes, type AskedDecision } from '../../../../test/support/steps/play-graph.ts';
import { startTrace } from '../trace.ts';

it.each([true, false])('the trace says if a search went without vectors: %s', async (lacksVectors) => {
  const { recordDecision, end } = startTrace({ report: () => {}, workedMilliseconds: () => 0 });
  const sources = {
    ...testSources,
    shortlist: async () => ({ text: await testSources.combinedIndex(1), bySearch: true, lacksVectors }),
  };
  await play(yes, { sources, recordDecision }).result;
  const search: DecisionRecord = { decision: 'Search', value: 'by words: vectors were missing' };
  expect(end('answered').decisions.filter(({ decision }) => decision === 'Search')).toEqual(
    lacksVectors ? [search] : [],
  );
});

describe("the model's own words", () => {
  /** The index is too long to be shown whole; `queries` are what was searched for. */
  const searching = () => {
    const queries: string[] = [];
    const shortlist: Sources['shortlist'] = async ({ query }) => {
      queries.push(query);
      const more = query.includes('EADDRINUSE') ? '\n\nkb:d.md\nErrors.' : '';
      const found = new Map([['kb:b.md', ['Ports']]]);
      return { text: `${await testSources.combinedIndex(1)}${more}`, bySearch: true, found };
    };
    return { queries, sources: { ...testSources, shortlist } };
  };
  const nothingAtFirst = {
    LLMSelectionResult: ({ before }: AskedDecision) => ({
      look_for: 'EADDRINUSE listen',
      selected_source_ids: before === 0 ? [] : ['kb:a.md'],
    }),
  };

  it('of the gate are searched for beside the question', async () => {
    const { queries, sources } = searching();
    const gate = gateDecision({ search: 'server.port listen' });
    await play({ ...yes, LLMGateDecision: gate }, { sources, conversation: 'User: hello' }).result;
    expect(queries.at(-1)).toBe('How do I set the port?\nserver.port listen');
  });

  it('of an empty choice are searched for once more, for who asks directly alone', async () => {
    const { queries, sources } = searching();
    const snapshot = { askedDirectly: true };
    const { result } = play({ ...yes, ...nothingAtFirst }, { sources, snapshot });
    expect((await result).debug.reason).toBe('answered');
    expect(queries.slice(-2)).toEqual([
      'How do I set the port?',
      'How do I set the port?\nEADDRINUSE listen',
    ]);
    expect(await reasonOf(nothingAtFirst, { sources: searching().sources })).toBe('no_source_selected');
  });

  it('name the sections that they find in pages, of which a description says too little', async () => {
    const { sources } = searching();
    const { result, asked } = play({ ...yes, ...nothingAtFirst }, { sources });
    await result;
    const index = asked.find(({ decision }) => decision === 'LLMSelectionResult')?.text('index');
    expect(index).toContain('kb:a.md\nAbout ports.\n\nkb:b.md\nMore.\nFound: Ports\n\n');
  });

  it('that find nothing else cost no second choice', async () => {
    const shortlist = async () => ({ text: await testSources.combinedIndex(1), bySearch: true });
    const sources = { ...testSources, shortlist };
    const { result, asked } = play(
      { ...yes, ...nothingAtFirst },
      { sources, snapshot: { askedDirectly: true } },
    );
    await result;
    expect(asked.filter(({ decision }) => decision === 'LLMSelectionResult')).toHaveLength(1);
  });

  it('choose the sections of a long source', async () => {
    const filler = 'Nothing. '.repeat(60);
    const text = `# Guide\n\n${filler}\n\n## Ports\n\nHow to set the port: ${filler}\n\n## Errors\n\nEADDRINUSE: stop the other server.`;
    const load = async (...given: Parameters<typeof testSources.load>) => ({
      ...(await testSources.load(...given)),
      text,
    });
    const choice = { look_for: 'EADDRINUSE errors', selected_source_ids: ['kb:a.md'] };
    const { result, asked } = play(
      { ...yes, LLMSelectionResult: choice },
      { sources: { ...testSources, load }, ai: { token_budgets: { sources: 100 } } },
    );
    await result;
    const prompt = asked.find(({ decision }) => decision === 'LLMGenerationResult')?.text('source');
    expect(prompt).toContain('stop the other server');
  });
});

describe('a direct question for which nothing was chosen', () => {
  const none = { look_for: '', selected_source_ids: [] };
  const vague = { ...yes, LLMSelectionResult: none };
  const snapshot = { askedDirectly: true };

  it('may be asked back', async () => {
    const back = generation({ answer: 'Which version is it?', answer_type: 'clarifying', citations: [] });
    const { result } = play({ ...vague, LLMGenerationResult: back }, { snapshot });
    expect(await result).toMatchObject({ reply_text: 'Which version is it?' });
  });

  it.each([true, false])(
    'is answered by nothing else, whether citations are required: %s',
    async (required) => {
      const answer = generation({ answer: 'It is 8080.', citations: [] });
      const { result } = play(
        { ...vague, LLMGenerationResult: answer },
        { snapshot, ai: { require_citations: required } },
      );
      expect((await result).reply_text).toBeNull();
    },
  );
});
