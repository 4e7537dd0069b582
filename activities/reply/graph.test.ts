import { describe, expect, it } from 'vitest';
import { decisions, type Decision, type DecisionName } from '../../domain/decisions.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { Sources } from '../../domain/ports/sources.ts';
import { parseSections } from '../../domain/prompt-sections.ts';
import { message } from '../../domain/testing.ts';
import { moderationActions } from '../../domain/moderation/moderation-types.ts';
import { graphSets, withVerification, type NodeName } from '../../domain/reply-graph.ts';
import { buildReplyGraph, type ReplyGraph } from './graph.ts';
import { replyNodes } from './nodes.ts';
import { noImages, type ReplyImages } from './reply-images.ts';
import type { RunContext } from './run-context.ts';

const noTexts = {
  notCovered: '',
  cannotLookUp: '',
  refused: '',
  nearestPages: '',
  linksHeading: '',
  answeredByTeam: '',
  footer: null,
};

type Script = { readonly [Name in DecisionName]?: Decision<Name> };

const yes: Script = {
  LLMGateDecision: { is_question: true, is_answerable: true, rewrite_query: null, reason: 'asks' },
  LLMSelectionResult: { selected_source_ids: ['kb:a.md', 'kb:missing.md', 'kb:../../etc/passwd'] },
  LLMGenerationResult: { answer: 'Set the port.', citations: [{ source_id: 'kb:a.md', qa_ids: [] }] },
  LLMVerificationResult: { is_good_enough: true, issues: [], suggested_fix: null },
};

const index = 'kb:a.md\nAbout ports.\n\nkb:missing.md\nGone.\n';

const sources: Sources = {
  combinedIndex: async () => index,
  search: async () => [],
  shortlist: async () => index,
  documentIndex: async () => '',
  load: async (sourceId) => {
    if (sourceId !== 'kb:a.md') {
      throw new PortError({ kind: 'final', code: 'document_gone', message: 'It is gone' });
    }
    return { sourceId, title: 'Ports', text: 'Set the port.', url: null, contentHash: 'x' };
  },
};

function play(
  script: Script,
  over: {
    readonly askedDirectly?: boolean;
    readonly settings?: object;
    readonly graph?: ReplyGraph;
    readonly pictures?: ReplyImages;
  } = {},
) {
  const entered: string[] = [];
  const asked: { decision: DecisionName; user: string; system: string; images: number }[] = [];
  const model: Model = {
    modelFor: () => 'scripted',
    decide: async ({ decision, user, system, images = [] }) => {
      asked.push({ decision, user, system, images: images.length });
      const value = decisions[decision].parse(script[decision]) as Decision<typeof decision>;
      return {
        value,
        call: { model: 'scripted', inputTokens: 1, outputTokens: 1, costUsd: null, milliseconds: 0 },
      };
    },
  };
  const question = message(1, { text: 'How do I set the port?' });
  const context: RunContext = {
    snapshot: {
      id: question.id,
      route: 'reply',
      place: question.place,
      author: question.author,
      askedDirectly: over.askedDirectly ?? false,
      batch: [question],
      history: [],
      others: [],
      conversationId: 'reply_1',
      correctsAnswerTo: null,
    },
    question: question.text,
    conversation: 'User: hello\nYou: Hi.',
    others: '',
    pictures: over.pictures ?? noImages,
    written: question.text,
    generation: 1,
    model,
    sources,
    graph: 'standard',
    settings: {
      graphs: graphSets,
      graph: 'standard',
      attachments: {
        settings: { hosts: [], timeoutSeconds: 1 },
        images: null,
        maxRetries: 0,
        maxTokens: 600,
      },
      prompts: {
        gate: 'gate task',
        selection: 'selection task',
        answer: 'answer task',
        verification: 'verification task',
        personalData: 'personal data task',
        translation: 'translation task',
      },
      projectIntroduction: 'Ports are our product.',
      requireCitations: false,
      maxSources: 2,
      maxIndexTokens: 6000,
      maxSourceTokens: 24_000,
      maxAnswerChars: 1000,
      maxHistoryTokens: 1200,
      maxQuestionTokens: 150,
      maxRetries: 0,
      citations: { checked: true, workingHours: 24 },
      graphTimeoutSeconds: 10,
      moderation: { actionsFor: () => moderationActions('community'), asksModel: false },
      workingLanguage: 'eng',
      textsFor: () => noTexts,
      ...over.settings,
    },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    signal: new AbortController().signal,
    enterNode: (node) => void entered.push(node),
    leaveNode: () => undefined,
    recordCall: () => undefined,
  };
  const graph = over.graph ?? buildReplyGraph(graphSets.standard);
  return { asked, entered, result: graph.run(context) };
}

const onePicture: ReplyImages = {
  images: [{ contentType: 'image/png', base64: 'AAAA' }],
  sections: [{ name: 'image', id: '1', text: 'came with the question: screen.png' }],
};

const reasonOf = async (script: Script, over?: Parameters<typeof play>[1]) =>
  (await play({ ...yes, ...script }, over).result).debug.reason;

describe('the reply graph', () => {
  it('answers a covered question with the sources it loaded', async () => {
    const { result, asked } = play(yes);
    expect(await result).toEqual({
      should_reply: true,
      reply_text: 'Set the port.',
      citations: [{ sourceId: 'kb:a.md', title: 'Ports', url: null, qaIds: [] }],
      debug: {
        reason: 'answered',
        nearest: [{ sourceId: 'kb:a.md', title: 'Ports', url: null, qaIds: [] }],
        selectedSourceIds: ['kb:a.md', 'kb:missing.md'],
        topic: null,
        gate: yes.LLMGateDecision,
        answerType: 'answer',
        confidence: null,
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
    const named = asked.map(({ user }) => parseSections(user).map(({ name }) => name));
    expect(
      named.slice(0, 3).every((names) => names.includes('conversation') && names.includes('question')),
    ).toBe(true);
    expect(asked[0]?.user).toContain('You: Hi.');
  });

  it('stops at the gate, except for a member who asked directly', async () => {
    const no = {
      LLMGateDecision: { is_question: false, is_answerable: false, rewrite_query: null, reason: 'chat' },
    };
    expect(await reasonOf(no)).toBe('not_a_question');
    expect(await reasonOf(no, { askedDirectly: true })).toBe('answered');
  });

  it('loads only what stands in the index', async () => {
    const selection = { LLMSelectionResult: { selected_source_ids: ['kb:../../etc/passwd'] } };
    expect(await reasonOf(selection)).toBe('no_source_selected');
  });

  it('goes on without a source that fails to load, and stops when none loads', async () => {
    expect(await reasonOf({ LLMSelectionResult: { selected_source_ids: ['kb:missing.md'] } })).toBe(
      'no_source_loaded',
    );
  });

  it.each(['null', '  ', null])('posts nothing for the answer %j', async (answer) => {
    expect(await reasonOf({ LLMGenerationResult: { answer, citations: [] } })).toBe('not_covered');
  });

  it('drops citations of what was not loaded', async () => {
    const citations = [
      { source_id: 'kb:missing.md', qa_ids: [] },
      { source_id: 'https://evil.example', qa_ids: [] },
    ];
    const script = { ...yes, LLMGenerationResult: { answer: 'Yes.', citations } };
    expect((await play(script).result).citations).toEqual([]);
    expect(await reasonOf(script, { settings: { requireCitations: true } })).toBe('no_citation');
  });

  it('posts nothing that verification rejects', async () => {
    const rejected = {
      LLMVerificationResult: { is_good_enough: false, issues: ['wrong'], suggested_fix: null },
    };
    expect(await reasonOf(rejected)).toBe('verification_rejected');
  });

  it('keeps nothing between runs', async () => {
    const graph = buildReplyGraph(graphSets.minimal);
    const none = { LLMSelectionResult: { selected_source_ids: [] } };
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

  it('runs its nodes in their order, and does without those that do not exist', async () => {
    expect(await through(buildReplyGraph(graphSets.minimal))).toEqual(graphSets.minimal);
    const verified = withVerification(graphSets.minimal, true);
    expect(await through(buildReplyGraph(graphSets.strict, only(verified)))).toEqual(verified);
  });

  it('leads from an answer that is recalled to the check of its citations', async () => {
    const nodes = {
      ...replyNodes,
      recall: async () => ({
        draft: { text: 'As before.', citations: [], answerType: 'answer' as const, confidence: 9 },
      }),
      cite: async () => ({}),
    };
    const graph = buildReplyGraph(graphSets.strict, nodes);
    expect(await through(graph)).toEqual(['moderate', 'translate', 'gate', 'recall', 'localize', 'cite']);
    expect((await play(yes, { graph }).result).reply_text).toBe('As before.');
  });
});

const only = (names: readonly NodeName[]) =>
  Object.fromEntries(Object.entries(replyNodes).filter(([name]) => names.includes(name as NodeName)));

describe('images', () => {
  const none = { LLMSelectionResult: { selected_source_ids: [] } };

  it('are shown to the steps that judge and write, with the sections that name them', async () => {
    const { asked, result } = play(yes, { pictures: onePicture });
    await result;
    const shown = asked.filter(({ images }) => images > 0);
    expect(shown.map(({ decision }) => decision)).toEqual([
      'LLMGateDecision',
      'LLMGenerationResult',
      'LLMVerificationResult',
    ]);
    expect(shown.every(({ user }) => user.includes('came with the question: screen.png'))).toBe(true);
  });

  it('lead on to an answer without any source, unless citations are required', async () => {
    expect(await reasonOf(none, { pictures: onePicture })).toBe('answered');
    expect(await reasonOf(none)).toBe('no_source_selected');
    const settings = { requireCitations: true };
    expect(await reasonOf(none, { pictures: onePicture, settings })).toBe('no_source_selected');
  });
});
