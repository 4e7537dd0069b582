import type { RunnableConfig } from '@langchain/core/runnables';
import { END, START, StateGraph } from '@langchain/langgraph';
import type { AIResult } from '../../domain/ai-result.ts';
import { nodeNames, type GraphSet, type NodeName } from '../../domain/reply-graph.ts';
import { replyNodes, type ReplyNode } from './nodes.ts';
import { runOf, withRun, type RunContext } from './run-context.ts';
import { initialState, ReplyState, type ReplyStateValue, type ReplyUpdate } from './state.ts';

export interface ReplyGraph {
  run(context: RunContext): Promise<AIResult>;
  /** Mermaid, drawn from the compiled graph. */
  draw(): Promise<string>;
}

/**
 * Compiles one set: its nodes in their order, without those that do not exist. Stateless: no checkpointer, and every run
 * starts from a fresh state.
 */
export function buildReplyGraph(
  set: GraphSet,
  nodes: Readonly<Partial<Record<NodeName, ReplyNode>>> = replyNodes,
): ReplyGraph {
  const names = set.filter((name) => nodes[name]);
  const graph = new StateGraph(ReplyState) as unknown as LooseGraph;
  for (const [at, name] of names.entries()) {
    const node = nodes[name];
    if (node) graph.addNode(name, async (state, config) => watched(name, node, state, runOf(config)));
    const { targets, route } = routeFrom(name, names.slice(at + 1));
    if (at === 0) graph.addEdge(START, name);
    graph.addConditionalEdges(name, route, targets);
  }
  const compiled = graph.compile({ checkpointer: false });
  return {
    run: async (run) => resultOf(await compiled.invoke(initialState(run), withRun(run))),
    draw: async () => (await compiled.getGraphAsync()).drawMermaid(),
  };
}

/** Where a node may lead: on, to the end, or past generation when there is a draft before it. */
function routeFrom(name: NodeName, later: readonly NodeName[]) {
  const next = later[0] ?? END;
  const afterDraft = later.find((one) => isAfter(one, 'verify')) ?? END;
  const skips = name === 'recall';
  const targets = [...new Set(skips ? [next, afterDraft, END] : [next, END])];
  const route = ({ ended, draft }: ReplyStateValue) => {
    if (ended) return END;
    return skips && draft ? afterDraft : next;
  };
  return { targets, route };
}

const isAfter = (name: NodeName, other: NodeName): boolean =>
  nodeNames.indexOf(name) > nodeNames.indexOf(other);

/** Tells which node a run is at, and how long it took. */
async function watched(
  name: NodeName,
  node: ReplyNode,
  state: ReplyStateValue,
  run: RunContext,
): Promise<ReplyUpdate> {
  run.enterNode(name);
  const started = performance.now();
  try {
    return await node(state, run);
  } finally {
    run.leaveNode({ node: name, milliseconds: Math.round(performance.now() - started) });
  }
}

function resultOf(state: ReplyStateValue): AIResult {
  const { draft, ended, loadedSources, selectedSourceIds, topic, gateDecision } = state;
  const { written, moderation, language, translatedQuestion, untranslatedAnswer } = state;
  const reason = ended ?? (draft?.answerType === 'clarifying' ? 'clarifying' : 'answered');
  const shouldReply = ended === null && draft !== null;
  return {
    should_reply: shouldReply,
    reply_text: shouldReply ? draft.text : null,
    citations: shouldReply ? draft.citations : [],
    debug: {
      reason,
      nearest: loadedSources,
      selectedSourceIds,
      topic,
      gate: gateDecision,
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

/** The builder's types fix the node names at compile time, while a set is known at run time only. */
interface LooseGraph {
  addNode(
    name: string,
    node: (state: ReplyStateValue, config: RunnableConfig) => Promise<ReplyUpdate>,
  ): unknown;
  addEdge(from: string, to: string): unknown;
  addConditionalEdges(
    from: string,
    route: (state: ReplyStateValue) => string,
    targets: readonly string[],
  ): unknown;
  compile(options: { readonly checkpointer: false }): {
    invoke(state: ReplyUpdate, config: object): Promise<ReplyStateValue>;
    getGraphAsync(): Promise<{ drawMermaid(): string }>;
  };
}
