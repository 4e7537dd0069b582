import { decisions, type Decision, type DecisionName } from '../../../domain/models/decisions.ts';
import type { ToolCallRecord } from '../../../domain/reply/reply-record.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Model } from '../../../domain/ports/model.ts';
import {
  formatSections,
  parseSections,
  type PromptSection,
  type SectionName,
} from '../../../domain/models/prompt-sections.ts';
import { replyGraphs } from '../../../domain/reply/reply-graph.ts';
import { gateDecision, generation } from '../values/decisions.ts';
import { noPages } from '../values/messages.ts';
import { buildReplyGraph, type ReplyGraph } from '../../../activities/reply/graph/build-graph.ts';
import { noImages } from '../../../activities/reply/conversation/reply-images.ts';
import type { RunContext } from '../../../activities/reply/graph/run-context.ts';
import { testConfig, replyTime, testProfile, testSnapshot, testSources } from './graph-context.ts';

/** One run of the graph for a question about ports, with a scripted model that records what it is asked. */

export interface AskedDecision {
  readonly decision: DecisionName;
  readonly system: string;
  readonly sections: readonly PromptSection[];
  /** The first section of a name, or an empty text. */
  readonly text: (name: SectionName) => string;
  /** How often this decision was asked for before. */
  readonly before: number;
  readonly images: number;
  readonly maxRetries: number;
  readonly byLast: boolean;
}

/** One answer for all calls of a decision, or one for each. */
export type ScriptedDecisions = {
  readonly [Name in DecisionName]?: Decision<Name> | ((asked: AskedDecision) => Decision<Name>);
};

/** Everything is a question, `kb:a.md` covers it, and the answer is good. */
export const yes = {
  LLMGateDecision: gateDecision(),
  LLMSelectionResult: {
    look_for: '',
    selected_source_ids: ['kb:a.md', 'kb:missing.md', 'kb:../../etc/passwd'],
  },
  LLMGenerationResult: generation(),
  LLMVerificationResult: { is_good_enough: true, issues: [], suggested_fix: null },
} as const satisfies ScriptedDecisions;

export interface Played {
  readonly asked: readonly AskedDecision[];
  readonly entered: readonly string[];
  readonly tools: readonly ToolCallRecord[];
  readonly checked: readonly string[];
  readonly result: ReturnType<ReplyGraph['run']>;
}

/** A model that answers by the script and records what it is asked. */
const scriptedModel = (script: ScriptedDecisions, asked: AskedDecision[]): Model => ({
  modelFor: () => 'scripted',
  decide: async ({
    decision,
    sections: given,
    system,
    images = [],
    accept = () => true,
    maxRetries,
    byLast = false,
  }) => {
    const sections = parseSections(formatSections(given, 'mark'));
    const text = (name: SectionName) => sections.find((section) => section.name === name)?.text ?? '';
    const before = asked.filter((call) => call.decision === decision).length;
    const count = images.length;
    const call: AskedDecision = {
      decision,
      system,
      sections,
      text,
      before,
      images: count,
      maxRetries,
      byLast,
    };
    asked.push(call);
    const scripted = script[decision] as unknown;
    const value: unknown =
      typeof scripted === 'function' ? (scripted as (asked: AskedDecision) => unknown)(call) : scripted;
    const decided = decisions[decision].parse(value) as Decision<typeof decision>;
    if (!accept(decided))
      throw new PortError({ kind: 'final', code: 'model_malformed_answer', message: 'It cannot be used.' });
    return {
      value: decided,
      call: { model: 'scripted', inputTokens: 1, outputTokens: 1, costUsd: null, milliseconds: 0 },
    };
  },
});

type PlayOptions = Partial<
  Pick<
    RunContext,
    | 'config'
    | 'earlier'
    | 'gateIsOff'
    | 'projectProfile'
    | 'pictures'
    | 'signal'
    | 'pages'
    | 'conversation'
    | 'question'
    | 'written'
    | 'model'
    | 'countTokens'
    | 'sources'
    | 'records'
    | 'recordDecision'
    | 'callsLeft'
  >
> & {
  readonly graph?: ReplyGraph;
  readonly graphName?: string;
  /** Keys of `ai_response`. */
  readonly ai?: object;
  readonly snapshot?: Partial<RunContext['snapshot']>;
};

export function play(
  script: ScriptedDecisions,
  {
    graph = buildReplyGraph(replyGraphs.standard),
    ai = {},
    config = testConfig(ai),
    snapshot = {},
    graphName = 'standard',
    ...run
  }: PlayOptions = {},
): Played {
  const [asked, tools]: [AskedDecision[], ToolCallRecord[]] = [[], []];
  const [entered, checked]: [string[], string[]] = [[], []];
  const nothing = () => undefined;
  const context: RunContext = {
    snapshot: { ...testSnapshot, ...snapshot },
    question: testSnapshot.batch[0]?.text ?? '',
    conversation: 'User: hello\nYou: Hi.',
    others: '',
    pictures: noImages,
    written: testSnapshot.batch[0]?.text ?? '',
    earlier: { last: null, hasAskedBack: false },
    likelyLanguages: ['eng'],
    gateIsOff: false,
    graph: graphName,
    projectProfile: testProfile,
    generation: 1,
    model: scriptedModel(script, asked),
    sources: testSources,
    countTokens: (text) => Math.ceil(text.length / 4),
    records: { helpfulAnswers: async () => [] },
    pages: {
      ...noPages,
      check: async ({ url }) => {
        checked.push(url);
        return { ok: url.includes('example.com'), status: 200, url };
      },
    },
    config,
    now: () => replyTime,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    signal: new AbortController().signal,
    callsLeft: () => 16,
    isFirstAttempt: true,
    enterNode: (node) => void entered.push(node),
    leaveNode: nothing,
    recordDecision: nothing,
    recordTool: (call) => void tools.push(call),
    ...run,
  };
  return { asked, entered, tools, checked, result: graph.run(context) };
}

export const reasonOf = async (script: ScriptedDecisions, over?: Parameters<typeof play>[1]) =>
  (await play({ ...yes, ...script }, over).result).debug.reason;
