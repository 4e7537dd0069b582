import type { RunnableConfig } from '@langchain/core/runnables';
import { Command, END, START, StateGraph } from '@langchain/langgraph';
import type { AIResult } from '../../../domain/reply/ai-result.ts';
import {
  nodeNames,
  type GraphName,
  type GraphNodes,
  type NodeName,
} from '../../../domain/reply/reply-graph.ts';
import type { RunContext } from './run-context.ts';
import { initialState, ReplyState, type ReplyStateValue, type ReplyUpdate, type Draft } from './state.ts';
import { maskCredentials } from '../../../domain/intake/mask-credentials.ts';
import { knownLinks, checkLinks, unlinkUnknown } from '../../../domain/posting/answer-links.ts';
import { isBlankAnswer } from '../../../domain/posting/answer-text.ts';
import { discordMarkdown } from '../../../domain/posting/discord-markdown.ts';
import { plainFormulas } from '../../../domain/posting/plain-formulas.ts';
import type { AIReason } from '../../../domain/reply/reply-record-status.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';
import { cutAtSentence } from '../../../domain/values/text.ts';
import { citeNode } from './nodes/cite.ts';
import { gateNode } from './nodes/gate.ts';
import { generateNode } from './nodes/generate.ts';
import { loadNode } from './nodes/load.ts';
import { localizeNode } from './nodes/localize.ts';
import { moderateNode } from './nodes/moderate.ts';
import { recallNode } from './nodes/recall.ts';
import { selectNode } from './nodes/select.ts';
import { translateNode } from './nodes/translate.ts';
import { verifyNode } from './nodes/verify.ts';

export interface ReplyGraph {
  /** In the order in which they run. */
  readonly nodes: GraphNodes;
  run(context: RunContext): Promise<AIResult>;
  /** Mermaid, drawn from the compiled graph. */
  draw(): Promise<string>;
}

export type ReplyGraphs = Readonly<Record<GraphName, ReplyGraph>>;

/**
 * A node of the graph. It returns changes of the state; `ended` stops the run, and `back` leads it to an earlier node. With the draft of
 * `recall`, which was verified before, the run continues after verification.
 */
type ReplyNode = (state: ReplyStateValue, run: RunContext) => Promise<ReplyUpdate>;

export const replyNodes: Readonly<Record<NodeName, ReplyNode>> = {
  moderate: moderateNode,
  translate: translateNode,
  gate: gateNode,
  recall: recallNode,
  select: selectNode,
  load: loadNode,
  generate: generateNode,
  verify: verifyNode,
  localize: localizeNode,
  cite: citeNode,
};

/** Compiles a graph of the named nodes, in their order. It has no checkpointer: each run starts from a fresh state. */
export function buildReplyGraph(
  names: GraphNodes,
  nodes: Readonly<Record<NodeName, ReplyNode>> = replyNodes,
): ReplyGraph {
  const compiled = compile(names, nodes);
  return {
    nodes: names,
    run: async (run) => {
      let state = initialState(run);
      const keep = (after: ReplyStateValue) => void (state = after);
      // Nodes report their state themselves: without LangGraph's stream of states, a run takes half the processor time.
      const brought: Invocation = { run, keep };
      await compiled.invoke(state, { configurable: brought, signal: run.signal, streamMode: 'custom' });
      return graphResult(state, run);
    },
    draw: async () => (await compiled.getGraphAsync()).drawMermaid(),
  };
}

interface Invocation {
  readonly run: RunContext;
  /** Takes the state after a node. */
  readonly keep: (state: ReplyStateValue) => void;
}

function compile(names: GraphNodes, nodes: Readonly<Record<NodeName, ReplyNode>>) {
  const graph = new StateGraph(ReplyState) as unknown as LooseGraph;
  for (const name of names) {
    const { targets, route } = routeFrom(name, names);
    const work = async (state: ReplyStateValue, config: RunnableConfig) => {
      const { run, keep } = config.configurable as Invocation;
      const update = await watched(name, nodes[name], state, run);
      const after = { ...state, ...update };
      keep(after);
      return new Command({ update, goto: route(after) });
    };
    graph.addNode(name, work, { ends: targets });
  }
  graph.addEdge(START, names[0] ?? END);
  return graph.compile({ checkpointer: false });
}

/** The nodes that a node may send the run back to, for a repaired draft or for other sources. */
const backFrom: Readonly<Partial<Record<NodeName, readonly NodeName[]>>> = {
  generate: ['select', 'generate'],
  verify: ['generate'],
};

/** A node may lead to the next node, to the end, past verification if there is a draft already, or back. */
function routeFrom(name: NodeName, names: GraphNodes) {
  const later = names.slice(names.indexOf(name) + 1);
  const next = later[0] ?? END;
  const afterDraft = later.find((one) => isAfter(one, 'verify')) ?? END;
  const skips = name === 'recall';
  const back = names.filter((one) => backFrom[name]?.includes(one));
  const targets = [...new Set([next, ...(skips ? [afterDraft] : []), ...back, END])];
  const route = (state: ReplyStateValue): NodeName | typeof END => {
    if (state.ended) return END;
    const wanted = back.find((one) => one === state.back);
    if (wanted) return wanted;
    return skips && state.draft ? afterDraft : next;
  };
  return { targets, route };
}

const isAfter = (name: NodeName, other: NodeName): boolean =>
  nodeNames.indexOf(name) > nodeNames.indexOf(other);

/** Runs a node and records it in the trace. */
async function watched(
  name: NodeName,
  node: ReplyNode,
  state: ReplyStateValue,
  run: RunContext,
): Promise<ReplyUpdate> {
  run.enterNode(name);
  const started = performance.now();
  try {
    return { back: null, ...(await node(state, run)) };
  } finally {
    run.leaveNode({ node: name, milliseconds: Math.round(performance.now() - started) });
  }
}

/** The builder's types fix the node names at compile time, while a graph's nodes are known at run time only. */
interface LooseGraph {
  addNode(
    name: string,
    node: (state: ReplyStateValue, config: RunnableConfig) => Promise<Command>,
    options: { readonly ends: readonly string[] },
  ): unknown;
  addEdge(from: string, to: string): unknown;
  compile(options: { readonly checkpointer: false }): {
    invoke(state: ReplyUpdate, config: object): Promise<unknown>;
    getGraphAsync(): Promise<{ drawMermaid(): string }>;
  };
}

/** The result of a run that has ended. */
function graphResult(state: ReplyStateValue, { config }: RunContext): AIResult {
  const { draft, ended, loadedSources, restsOn, selectedSourceIds, subject, usedSources } = state;
  const { written, moderation, language, translatedQuestion, untranslatedAnswer } = state;
  const isGiven = draft !== null && ended === null;
  const text = isGiven ? textOf(draft, config.ai_response.max_answer_chars) : null;
  const shouldReply = isGiven && !isBlankAnswer(text);
  return {
    should_reply: shouldReply,
    reply_text: shouldReply ? text : null,
    citations: shouldReply ? draft.citations : [],
    debug: {
      reason: isGiven && !shouldReply ? 'not_covered' : (ended ?? reasonOf(state)),
      nearest: loadedSources,
      usedSources,
      restsOn,
      selectedSourceIds,
      ...(state.gateDecision?.is_question === false && { asksNothing: true }),
      topic: subject,
      answerType: draft?.answerType ?? null,
      confidence: draft?.confidence ?? null,
      written,
      moderation,
      language,
      translatedQuestion,
      untranslatedAnswer,
    },
  };
}

/** The reason of a run that no node has ended. */
function reasonOf({ draft, isRecalled }: ReplyStateValue): AIReason {
  if (isRecalled) return 'recalled';
  return draft?.answerType === 'clarifying' ? 'clarifying' : 'answered';
}

/**
 * Checks links before the text is cut, because titles change its length, and after, because a cut may end in code. The
 * team's words are Discord's Markdown already.
 */
function textOf({ text: drafted, citations, knownLinks: links }: Draft, maxAnswerChars: number): string {
  const isKnown = knownLinks(links);
  const isOfTeam = citations.length > 0 && citations.every(({ sourceId }) => isTeamSource(sourceId));
  // A page may hold a link with somebody's key in it. What stands for one, such as `YOUR_KEY`, is shown.
  const plain = plainFormulas(drafted).replaceAll(/https?:\/\/[^\s<>()]{1,2000}/giu, (url) =>
    maskCredentials(url),
  );
  const text = isOfTeam ? plain : discordMarkdown(plain);
  return unlinkUnknown(cutAtSentence(checkLinks({ text, isKnown, citations }), maxAnswerChars), isKnown);
}
