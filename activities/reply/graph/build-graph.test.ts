import { describe, expect, it } from 'vitest';
import type { Sources } from '../../../domain/ports/sources.ts';
import { replyGraphs, withVerification } from '../../../domain/reply/reply-graph.ts';
import { gateDecision, generation } from '../../../test/support/values/decisions.ts';
import { buildReplyGraph, type ReplyGraph, replyNodes } from './build-graph.ts';
import type { ReplyImages } from '../conversation/reply-images.ts';
import { testConfig, testSources } from '../../../test/support/steps/graph-context.ts';
import { play, reasonOf, yes } from '../../../test/support/steps/play-graph.ts';

describe('the reply graph', () => {
  it('answers a covered question with the sources it loaded', async () => {
    const { result, asked } = play(yes);
    const citation = { sourceId: 'kb:a.md', title: 'Ports', url: null, qaIds: [] };
    expect(await result).toEqual({
      should_reply: true,
      reply_text: 'Set the port.',
      citations: [citation],
      debug: {
        reason: 'answered',
        nearest: [citation],
        usedSources: [{ sourceId: 'kb:a.md', contentHash: 'x' }],
        restsOn: [{ sourceId: 'kb:a.md', hashes: [expect.stringMatching(/^[0-9a-f]{16}$/u)] }],
        selectedSourceIds: ['kb:a.md', 'kb:missing.md'],
        topic: null,
        answerType: 'answer',
        confidence: 8,
        written: 'How do I set the port?',
        moderation: [],
        language: 'eng',
        translatedQuestion: null,
        untranslatedAnswer: null,
      },
    });
    expect(asked.map(({ decision }) => decision)).toEqual(Object.keys(yes));
  });

  it('gives every step the project introduction in the system message, and the conversation in the user message', async () => {
    const { result, asked } = play(yes);
    await result;
    expect(asked.every(({ system }) => system.includes('Ports are our product.'))).toBe(true);
    const named = asked.map(({ sections }) => sections.map(({ name }) => name));
    expect(
      named.slice(0, 3).every((names) => names.includes('conversation') && names.includes('question')),
    ).toBe(true);
    expect(asked[0]?.text('conversation')).toContain('You: Hi.');
  });

  it('retries each step as often as its own model says, and others as the model of all', async () => {
    const gate = { model: 'small', base_url: 'https://api.example.com/v1', max_retries: 5 };
    const config = testConfig({ llm: { max_retries: 1 }, steps: { gate } });
    const { result, asked } = play(yes, { config });
    await result;
    expect(asked.map(({ maxRetries }) => maxRetries)).toEqual([5, 1, 1, 1]);
  });

  it('shows a document as Discord can, and the words of the team as they were said', async () => {
    const said = async (source_id: string) => {
      const sources: Sources = {
        ...testSources,
        shortlist: async () => ({ text: `${source_id}\nAbout ports.`, bySearch: false }),
        load: async () => ({ ...(await testSources.load('kb:a.md', 1)), sourceId: source_id }),
      };
      const script = {
        ...yes,
        LLMSelectionResult: { look_for: '', selected_source_ids: [source_id] },
        LLMGenerationResult: generation({ answer: written, citations: [{ source_id, qa_ids: [] }] }),
      };
      return (await play(script, { sources }).result).reply_text;
    };
    const written = '> [!TIP]\n> Write <b>the port</b>.';
    expect(await said('kb:a.md')).toBe('> **Tip**\n> Write **the port**.');
    expect(await said('team:ports.txt')).toBe(written);
  });

  it('stops at the gate, except for a member who asked directly', async () => {
    const no = { LLMGateDecision: gateDecision({ is_question: false, is_answerable: false }) };
    expect(await reasonOf(no)).toBe('not_a_question');
    expect(await reasonOf(no, { snapshot: { askedDirectly: true } })).toBe('answered');
  });

  it('loads only what stands in the index', async () => {
    const selection = { LLMSelectionResult: { look_for: '', selected_source_ids: ['kb:../../etc/passwd'] } };
    expect(await reasonOf(selection)).toBe('no_source_selected');
  });

  it('cites the section that an answer comes from, and the page itself for its beginning', async () => {
    const anchors = [
      ['Ports', 'ports'],
      ['Ports\nSet one', 'set-one'],
    ] as const;
    const text = '# Ports\n\nThere are some.\n\n## Set one\n\nRun `set-port 80`, then restart.';
    const load: Sources['load'] = async (id, generation) => ({
      ...(await testSources.load(id, generation)),
      text,
      anchors,
      url: 'https://docs.example.com/ports',
    });
    const urlsOf = async (answer: string) => {
      const script = { ...yes, LLMGenerationResult: generation({ answer }) };
      const { citations } = await play(script, { sources: { ...testSources, load } }).result;
      return citations.map(({ url }) => url);
    };
    expect(await urlsOf('Run `set-port 80`.')).toEqual(['https://docs.example.com/ports#set-one']);
    expect(await urlsOf('There are some.')).toEqual(['https://docs.example.com/ports']);
  });

  it('knows the id of a source in quotes and brackets, as small models write it', async () => {
    const { citations, debug } = await play({
      ...yes,
      LLMSelectionResult: {
        look_for: '',
        selected_source_ids: ['`kb:a.md`', '[kb:missing.md]', ' kb:a.md '],
      },
      LLMGenerationResult: generation({ citations: [{ source_id: '"kb:a.md"', qa_ids: [] }] }),
    }).result;
    expect(debug.selectedSourceIds).toEqual(['kb:a.md', 'kb:missing.md']);
    expect(citations.map(({ sourceId }) => sourceId)).toEqual(['kb:a.md']);
  });

  it('says where the index and the sources come from a search, and only there', async () => {
    const saysSo = async (sources: Sources) => {
      const { result, asked } = play(yes, { sources });
      await result;
      return asked.flatMap(({ sections }) =>
        sections.flatMap(({ name, by }) => (by === undefined ? [] : [`${name} by ${by}`])),
      );
    };
    const shortlist = async () => ({ text: 'kb:a.md\nAbout ports.', bySearch: true });
    // Selection, generation and verification all say so in their prompts.
    expect(await saysSo({ ...testSources, shortlist })).toEqual([
      'index by search',
      'source by search',
      'source by search',
    ]);
    expect(await saysSo(testSources)).toEqual([]);
  });

  it('goes on without a source that fails to load, and stops when none loads', async () => {
    expect(
      await reasonOf({ LLMSelectionResult: { look_for: '', selected_source_ids: ['kb:missing.md'] } }),
    ).toBe('no_source_loaded');
  });

  it.each(['null', '  ', null])('posts nothing for the answer %j', async (answer) => {
    expect(await reasonOf({ LLMGenerationResult: generation({ answer, citations: [] }) })).toBe(
      'not_covered',
    );
  });

  it("tells a model which sources are the team's", async () => {
    const { result, asked } = play({
      ...yes,
      LLMSelectionResult: { look_for: '', selected_source_ids: ['kb:a.md', 'team:ports.txt'] },
    });
    await result;
    const sources = asked[2]?.sections.filter(({ name }) => name === 'source') ?? [];
    expect(sources.map(({ id, from }) => [id, from])).toEqual([
      ['kb:a.md', 'documentation'],
      ['team:ports.txt', 'team'],
    ]);
    expect(asked[2]?.system).toContain('the team is right');
  });

  it('drops citations of what was not loaded', async () => {
    const citations = [
      { source_id: 'kb:missing.md', qa_ids: [] },
      { source_id: 'https://evil.example', qa_ids: [] },
    ];
    const script = { ...yes, LLMGenerationResult: generation({ citations }) };
    expect((await play(script).result).citations).toEqual([]);
    expect(await reasonOf(script, { ai: { require_citations: true } })).toBe('no_citation');
  });

  it('links what a source holds and nothing that the model makes up', async () => {
    const answer = 'See https://example.com/ports and https://evil.example/x?q=secret';
    const { result } = play({ ...yes, LLMGenerationResult: generation({ answer }) });
    expect((await result).reply_text).toBe('See <https://example.com/ports> and evil.example/x?q=secret');
  });

  it('cuts an answer that is too long after a sentence', async () => {
    const answer = 'One more sentence. '.repeat(20);
    const { result } = play(
      { ...yes, LLMGenerationResult: generation({ answer }) },
      { ai: { max_answer_chars: 100 } },
    );
    expect((await result).reply_text).toBe('One more sentence. '.repeat(5).trim());
  });

  it('keeps nothing between runs', async () => {
    const graph = buildReplyGraph(replyGraphs.minimal);
    const none = { LLMSelectionResult: { look_for: '', selected_source_ids: [] } };
    expect(await reasonOf(none, { graph })).toBe('no_source_selected');
    expect(await reasonOf({}, { graph })).toBe('answered');
  });
});

describe('a set of steps', () => {
  const through = async (graph: ReplyGraph) => {
    const { entered, result } = play(yes, { graph });
    await result;
    return entered;
  };

  it('runs its nodes in their order', async () => {
    expect(await through(buildReplyGraph(replyGraphs.minimal))).toEqual(replyGraphs.minimal);
    const verified = withVerification(replyGraphs.minimal, true);
    expect(await through(buildReplyGraph(verified))).toEqual(verified);
  });

  it('leads from an answer that is recalled to the check of its citations', async () => {
    const nodes = {
      ...replyNodes,
      recall: async () => ({
        draft: {
          text: 'As before.',
          citations: [],
          answerType: 'answer' as const,
          confidence: 9,
          knownLinks: [],
        },
      }),
      cite: async () => ({}),
    };
    const set = ['gate', 'recall', 'select', 'load', 'generate', 'verify', 'cite'] as const;
    const graph = buildReplyGraph(set, nodes);
    expect(await through(graph)).toEqual(['gate', 'recall', 'cite']);
    expect((await play(yes, { graph }).result).reply_text).toBe('As before.');
  });
});

describe('images', () => {
  const none = { LLMSelectionResult: { look_for: '', selected_source_ids: [] } };
  const pictures: ReplyImages = {
    images: [{ contentType: 'image/png', base64: 'AAAA' }],
    sections: [{ name: 'image', id: '1', text: 'came with the question: screen.png' }],
  };

  it('are shown to the steps that judge and write, with the sections that name them', async () => {
    const { asked, result } = play(yes, { pictures });
    await result;
    const shown = asked.filter(({ images }) => images > 0);
    expect(shown.map(({ decision }) => decision)).toEqual([
      'LLMGateDecision',
      'LLMGenerationResult',
      'LLMVerificationResult',
    ]);
    expect(shown.every(({ text }) => text('image') === 'came with the question: screen.png')).toBe(true);
  });

  it('lead on to an answer without any source, unless citations are required', async () => {
    expect(await reasonOf(none, { pictures })).toBe('answered');
    expect(await reasonOf(none)).toBe('no_source_selected');
    const ai = { require_citations: true };
    expect(await reasonOf(none, { pictures, ai })).toBe('no_source_selected');
  });
});
