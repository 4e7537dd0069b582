import type { RunnableConfig } from '@langchain/core/runnables';
import { Command, END, START, StateGraph } from '@langchain/langgraph';
import type { AIResult } from '../../../domain/reply/ai-result.ts';
import {
  nodeNames,
  type GraphName,
  type GraphNodes,
  type NodeName,
} from '../../../domain/reply/reply-graph.ts';
import { graphResult } from './graph-result.ts';
import { replyNodes, type ReplyNode } from './nodes.ts';
import { invocationOf, withRun, type RunContext } from './run-context.ts';
import { initialState, ReplyState, type ReplyStateValue, type ReplyUpdate } from './state.ts';

export interface ReplyGraph {
  /** In the order in which they run. */
  readonly nodes: GraphNodes;
  run(context: RunContext): Promise<AIResult>;
  /** Mermaid, drawn from the compiled graph. */
  draw(): Promise<string>;
}

export type ReplyGraphs = Readonly<Record<GraphName, ReplyGraph>>;

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
      await compiled.invoke(state, { ...withRun({ run, keep }), streamMode: 'custom' });
      return graphResult(state, run);
    },
    draw: async () => (await compiled.getGraphAsync()).drawMermaid(),
  };
}

function compile(names: GraphNodes, nodes: Readonly<Record<NodeName, ReplyNode>>) {
  const graph = new StateGraph(ReplyState) as unknown as LooseGraph;
  for (const name of names) {
    const { targets, route } = routeFrom(name, names);
    const work = async (state: ReplyStateValue, config: RunnableConfig) => {
      const { run, keep } = invocationOf(config);
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
