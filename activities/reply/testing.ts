import { decisions, type Decision, type DecisionName } from '../../domain/decisions.ts';
import type { Interaction, ToolCallRecord } from '../../domain/interaction.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { LoadedSource, Sources } from '../../domain/ports/sources.ts';
import { parseSections, type Section, type SectionName } from '../../domain/prompt-sections.ts';
import { graphSets } from '../../domain/reply-graph.ts';
import { moderationActions } from '../../domain/moderation/moderation-types.ts';
import { interaction, message, noPages } from '../../domain/testing.ts';
import { buildReplyGraph, type ReplyGraph } from './graph.ts';
import { noImages } from './reply-images.ts';
import type { RunContext } from './run-context.ts';

/** For tests of the graph: what a scripted model is asked, and one run of a question about ports. */

export interface Asked {
  readonly decision: DecisionName;
  readonly system: string;
  readonly sections: readonly Section[];
  /** The first section of a name, or an empty text. */
  readonly text: (name: SectionName) => string;
  /** How often this decision was asked for before. */
  readonly before: number;
  readonly images: number;
}

/** One answer for all calls of a decision, or one for each. */
export type Script = {
  readonly [Name in DecisionName]?: Decision<Name> | ((asked: Asked) => Decision<Name>);
};

export const generation = (
  over: Partial<Decision<'LLMGenerationResult'>> = {},
): Decision<'LLMGenerationResult'> => ({
  answer: 'Set the port.',
  citations: [{ source_id: 'kb:a.md', qa_ids: [] }],
  answer_type: 'answer',
  confidence: 8,
  tool_calls: [],
  ...over,
});

export const gateDecision = (
  over: Partial<Decision<'LLMGateDecision'>> = {},
): Decision<'LLMGateDecision'> => ({
  is_question: true,
  is_answerable: true,
  rewrite_query: null,
  reason: 'asks',
  topic: null,
  subject_changed: true,
  ...over,
});

/** Everything is a question, `kb:a.md` covers it, and the answer is good. */
export const yes = {
  LLMGateDecision: gateDecision(),
  LLMSelectionResult: { selected_source_ids: ['kb:a.md', 'kb:missing.md', 'kb:../../etc/passwd'] },
  LLMGenerationResult: generation(),
  LLMVerificationResult: { is_good_enough: true, issues: [], suggested_fix: null },
} as const satisfies Script;

const source = (sourceId: string, text: string, url: string | null): LoadedSource => ({
  sourceId,
  title: sourceId === 'kb:a.md' ? 'Ports' : 'More',
  text,
  url,
  contentHash: 'x',
});

const loaded = [
  source('kb:a.md', 'Set the port. See https://example.com/ports.', null),
  source('kb:b.md', 'More on ports.', 'https://docs.example.com/b'),
  source('team:ports.txt', 'Ports are 8080 now.', null),
];

const index = [
  'kb:a.md\nAbout ports.',
  'kb:b.md\nMore.',
  'kb:missing.md\nGone.',
  'team:ports.txt\nNew.',
].join('\n\n');

export const testSources: Sources = {
  combinedIndex: async () => index,
  documentIndex: async () => '',
  load: async (sourceId) => {
    const found = loaded.find((one) => one.sourceId === sourceId);
    if (found) return found;
    const code = sourceId === 'kb:missing.md' ? 'source_gone' : 'source_unknown';
    throw new PortError({ kind: 'final', code, message: 'It is not there' });
  },
  search: async ({ query }) =>
    query.includes('nothing')
      ? []
      : [{ sourceId: 'kb:b.md', title: 'More', headings: ['Ports'], snippet: 'More…', score: 1, url: null }],
  shortlist: async () => index,
};

export interface Played {
  readonly asked: readonly Asked[];
  readonly entered: readonly string[];
  readonly tools: readonly ToolCallRecord[];
  readonly checked: readonly string[];
  readonly result: ReturnType<ReplyGraph['run']>;
}

export function play(
  script: Script,
  {
    graph = buildReplyGraph(graphSets.standard),
    settings = {},
    snapshot = {},
    graphName = 'standard',
    ...run
  }: Partial<
    Pick<RunContext, 'earlier' | 'profile' | 'pictures' | 'signal' | 'pages' | 'sources' | 'records'>
  > & {
    readonly graph?: ReplyGraph;
    readonly graphName?: string;
    readonly settings?: Partial<RunContext['settings']>;
    readonly snapshot?: Partial<RunContext['snapshot']>;
  } = {},
): Played {
  const [asked, entered, tools, checked]: [Asked[], string[], ToolCallRecord[], string[]] = [[], [], [], []];
  const model: Model = {
    modelFor: () => 'scripted',
    decide: async ({ decision, user, system, images = [] }) => {
      const sections = parseSections(user);
      const text = (name: SectionName) => sections.find((section) => section.name === name)?.text ?? '';
      const before = asked.filter((call) => call.decision === decision).length;
      const call: Asked = { decision, system, sections, text, before, images: images.length };
      asked.push(call);
      const said = script[decision] as unknown;
      const value: unknown = typeof said === 'function' ? (said as (asked: Asked) => unknown)(call) : said;
      return {
        value: decisions[decision].parse(value) as Decision<typeof decision>,
        call: { model: 'scripted', inputTokens: 1, outputTokens: 1, costUsd: null, milliseconds: 0 },
      };
    },
  };
  const nothing = () => undefined;
  const context: RunContext = {
    snapshot: { ...testSnapshot, ...snapshot },
    question: testSnapshot.batch[0]?.text ?? '',
    conversation: 'User: hello\nYou: Hi.',
    others: '',
    pictures: noImages,
    written: testSnapshot.batch[0]?.text ?? '',
    earlier: { last: null, hasAskedBack: false },
    graph: graphName,
    profile: testSettings.profile,
    generation: 1,
    model,
    sources: testSources,
    records: { earlierAnswers: async () => [] },
    pages: {
      ...noPages,
      check: async ({ url }) => {
        checked.push(url);
        return { ok: url.includes('example.com'), status: 200, url };
      },
    },
    settings: { ...testSettings, ...settings },
    now: () => testNow,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    signal: new AbortController().signal,
    enterNode: (node) => void entered.push(node),
    leaveNode: nothing,
    recordCall: nothing,
    recordDecision: nothing,
    recordTool: (call) => void tools.push(call),
    ...run,
  };
  return { asked, entered, tools, checked, result: graph.run(context) };
}

export const reasonOf = async (script: Script, over?: Parameters<typeof play>[1]) =>
  (await play({ ...yes, ...script }, over).result).debug.reason;

export const testNow = new Date('2026-02-02T00:00:00.000Z');

const question = message(1, { text: 'How do I set the port?' });

export const testSnapshot: RunContext['snapshot'] = {
  id: question.id,
  route: 'reply',
  place: question.place,
  author: question.author,
  askedDirectly: false,
  batch: [question],
  history: [],
  others: [],
  conversationId: 'reply_1',
  correctsAnswerTo: null,
};

export const testSettings: RunContext['settings'] = {
  graphs: graphSets,
  graph: 'standard',
  prompts: {
    gate: 'gate task',
    recall: 'recall task',
    selection: 'selection task',
    answer: 'answer task',
    verification: 'verification task',
    personalData: 'personal data task',
    translation: 'translation task',
  },
  evaluation: { sampleRate: 0, beforePosting: false, minScore: 6, prompt: 'evaluation task' },
  attachments: { settings: { hosts: [], timeoutSeconds: 1 }, images: null, maxRetries: 0, maxTokens: 600 },
  profiles: {},
  guildProfiles: {},
  profile: {
    projectIntroduction: 'Ports are our product.',
    scope: '',
    refusalPolicy: '',
    tone: '',
    scenarios: {},
    redirects: {},
    fallbackUrl: null,
  },
  maxProfileTokens: 350,
  topics: [],
  requireCitations: false,
  maxSources: 2,
  maxIndexTokens: 6_000,
  maxSourceTokens: 24_000,
  maxAnswerChars: 1_000,
  maxToolSteps: 2,
  maxRepairs: 0,
  maxHistoryTokens: 1_200,
  maxQuestionTokens: 150,
  maxRetries: 0,
  citations: { checked: true, workingHours: 24 },
  graphTimeoutSeconds: 10,
  requestTimeoutSeconds: 20,
  moderation: { actionsFor: () => moderationActions('community'), asksModel: false },
  shares: { perUser: { calls: null, tokens: null }, perGuild: { calls: null, tokens: null } },
  workingLanguage: 'eng',
  textsFor: () => noTexts,
};

const noTexts = {
  notCovered: '',
  outOfScope: '',
  refused: '',
  sayMore: '',
  cannotLookUp: '',
  nearestPages: '',
  linksHeading: '',
  answeredByTeam: '',
  earlierAnswer: '',
  footer: null,
};

/** The row of an answer that Steward gave before. */
export const earlierRow = (over: Partial<Interaction>): Interaction =>
  interaction('99', { status: 'answered', answerType: 'answer', ...over });
