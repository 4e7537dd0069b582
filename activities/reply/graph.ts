import { END, START, StateGraph } from '@langchain/langgraph';
import type { AIResult } from '../../domain/ai-result.ts';
import { gate } from './nodes/gate.ts';
import { generate } from './nodes/generate.ts';
import { load } from './nodes/load.ts';
import { select } from './nodes/select.ts';
import { verify } from './nodes/verify.ts';
import { withRun, type RunContext } from './run-context.ts';
import { ReplyState, type ReplyStateValue, type ReplyUpdate } from './state.ts';

const nodes = { gate, select, load, generate, verify } as const;

export type NodeName = keyof typeof nodes;

/** Named sets of nodes, in the order they run. A node that ends the run leads straight to the end. */
export const graphSets = {
  minimal: ['gate', 'select', 'load', 'generate'],
  minimal_verified: ['gate', 'select', 'load', 'generate', 'verify'],
} as const satisfies Readonly<Record<string, readonly NodeName[]>>;

export type GraphName = keyof typeof graphSets;

export interface ReplyGraph {
  run(context: RunContext): Promise<AIResult>;
  /** Mermaid, drawn from the compiled graph. */
  draw(): Promise<string>;
}

/** Compiles one set. Stateless: no checkpointer, and every run starts from an empty state. */
export function buildReplyGraph(set: readonly NodeName[]): ReplyGraph {
  const graph = new StateGraph(ReplyState) as unknown as LooseGraph;
  for (const name of set) graph.addNode(name, nodes[name]);
  set.forEach((name, at) => {
    const next = set[at + 1];
    if (at === 0) graph.addEdge(START, name);
    if (next === undefined) graph.addEdge(name, END);
    else graph.addConditionalEdges(name, ({ ended }) => (ended ? END : next), [next, END]);
  });
  const compiled = graph.compile({ checkpointer: false });
  return {
    run: async (context) => resultOf(await compiled.invoke(emptyState, withRun(context))),
    draw: async () => (await compiled.getGraphAsync()).drawMermaid(),
  };
}

const emptyState: ReplyStateValue = {
  gateDecision: null,
  selectedSourceIds: [],
  loadedSources: [],
  draft: null,
  ended: null,
};

function resultOf({ draft, ended, loadedSources, selectedSourceIds }: ReplyStateValue): AIResult {
  const reason = ended ?? 'answered';
  const answered = reason === 'answered' && draft !== null;
  return {
    should_reply: answered,
    reply_text: answered ? draft.text : null,
    citations: answered ? draft.citations : [],
    debug: { reason, nearest: loadedSources, selectedSourceIds },
  };
}

/** The builder's types fix the node names at compile time, while a set is known at run time only. */
interface LooseGraph {
  addNode(name: string, node: (typeof nodes)[NodeName]): unknown;
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
