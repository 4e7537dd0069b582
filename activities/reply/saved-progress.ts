import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ModelCallRecord } from '../../domain/reply/reply-record.ts';
import type { ReplyDeps } from '../deps.ts';
import type { ReplyGraph } from './graph/build-graph.ts';
import type { FinishedNodes } from './graph/run-context.ts';
import { isRetry } from '../heartbeat.ts';
import { initialState, type ReplyStateValue } from './graph/state.ts';
import type { Trace } from './graph/trace.ts';

interface SavedNodes extends FinishedNodes {
  readonly trace: Trace;
}

interface Saved extends SavedNodes {
  /** The names of its nodes, because a setting may take one out of the graph. */
  readonly graph: string;
  readonly generation: number;
}

/**
 * Loads what earlier attempts at a reply have finished, so that it is not run again. It is saved with the next model
 * call and when an attempt fails, in the store, because it holds members' words, which no history may contain. What
 * another graph, generation or version of Steward has saved is ignored.
 */
export async function savedProgress(
  { records }: Pick<ReplyDeps, 'records'>,
  {
    snapshot: { id },
    graph,
    generation,
    linksRefreshed,
  }: {
    readonly snapshot: Snapshot;
    readonly graph: ReplyGraph;
    readonly generation: number;
    /** Whether the step runs again after its links were refreshed, so that there were earlier attempts. */
    readonly linksRefreshed: boolean;
  },
): Promise<{
  /** The question's calls so far. */
  readonly calls: readonly ModelCallRecord[];
  readonly finished: FinishedNodes | null;
  readonly former: Trace | null;
  readonly toSave: (nodes: SavedNodes) => string;
}> {
  const nodeNames = graph.nodes.join(' ');
  const calls = isRetry() || linksRefreshed ? await records.callsOf(id) : [];
  const json = calls.length === 0 ? null : await records.progress(id);
  const saved = json === null ? null : (JSON.parse(json) as Saved);
  const fits = saved?.graph === nodeNames && saved.generation === generation && isWhole(saved.state);
  return {
    calls,
    finished: fits ? saved : null,
    former: fits ? saved.trace : null,
    toSave: (nodes) => JSON.stringify({ ...nodes, graph: nodeNames, generation } satisfies Saved),
  };
}

const isWhole = (state: ReplyStateValue): boolean =>
  Object.keys(initialState({ question: '', conversation: '', others: '', written: '' })).every(
    (key) => key in state,
  );
