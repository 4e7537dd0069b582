import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyProgressToSave } from '../../domain/ports/usage.ts';
import type { ModelCallRecord } from '../../domain/reply/reply-record.ts';
import type { ReplyDeps } from '../deps.ts';
import type { FinishedNodes } from './graph/run-context.ts';
import { isRetry } from '../heartbeat.ts';
import { initialState, type ReplyStateValue } from './graph/state.ts';
import type { Trace } from './graph/trace.ts';

interface SavedNodes extends FinishedNodes {
  readonly trace: Trace;
}

interface Saved extends SavedNodes {
  readonly graph: string;
  readonly generation: number;
}

/**
 * What earlier attempts at a reply have finished, which a later one does not run again. It stands in the store with the
 * snapshot: it holds members' words, which have no place in a history. It is saved with the next call of a model, and when an
 * attempt fails. Of another graph, generation or version of Steward nothing is taken over.
 */
export async function savedProgress(
  { records, now }: Pick<ReplyDeps, 'records' | 'now'>,
  {
    snapshot: { id },
    graph,
    generation,
    linksRefreshed,
  }: {
    readonly snapshot: Snapshot;
    readonly graph: string;
    readonly generation: number;
    /** The step runs once more, after attempts of its own. */
    readonly linksRefreshed: boolean;
  },
): Promise<{
  /** What the question has made so far. */
  readonly calls: readonly ModelCallRecord[];
  readonly finished: FinishedNodes | null;
  readonly former: Trace | null;
  readonly toSave: (nodes: SavedNodes) => ReplyProgressToSave;
}> {
  const readAt = now();
  const calls = isRetry() || linksRefreshed ? await records.callsOf(id) : [];
  const json = calls.length === 0 ? null : await records.progress(id);
  const saved = json === null ? null : (JSON.parse(json) as Saved);
  const fits = saved?.graph === graph && saved.generation === generation && isWhole(saved.state);
  return {
    calls,
    finished: fits ? saved : null,
    former: fits ? saved.trace : null,
    toSave: (nodes) => ({ json: JSON.stringify({ ...nodes, graph, generation } satisfies Saved), readAt }),
  };
}

const isWhole = (state: ReplyStateValue): boolean =>
  Object.keys(initialState({ question: '', conversation: '', others: '', written: '' })).every(
    (key) => key in state,
  );
