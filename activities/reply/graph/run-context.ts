import type { RunnableConfig } from '@langchain/core/runnables';
import type {
  DecisionRecord,
  ModelCallRecord,
  NodeTime,
  ToolCallRecord,
} from '../../../domain/reply/reply-record.ts';
import type { Model } from '../../../domain/ports/model.ts';
import type { Pages } from '../../../domain/ports/pages.ts';
import type { Records } from '../../../domain/ports/records.ts';
import type { Sources } from '../../../domain/ports/sources.ts';
import type { ProjectProfile } from '../../../domain/reply/project-profile.ts';
import type { NodeName } from '../../../domain/reply/reply-graph.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import type { Log, ReplyDeps } from '../../deps.ts';
import type { EarlierReply, ReadConversation } from '../conversation/read-conversation.ts';

/**
 * What one reply brings to the graph's nodes. It travels beside the state, which holds ids and decisions only; the
 * graph itself is compiled once and shared by all replies.
 */
export interface RunContext extends ReadConversation {
  readonly snapshot: Snapshot;
  readonly others: string;
  /** The whole of the batch's text, credentials removed. */
  readonly written: string;
  /** What Steward said in the conversation before. */
  readonly earlier: EarlierReply;
  /** The name of the set of nodes that runs. */
  readonly graph: string;
  /** What the model is told of the project where the question was asked. */
  readonly projectProfile: ProjectProfile;
  /** The library's generation that the reply is pinned to. */
  readonly generation: number;
  readonly model: Model;
  readonly sources: Sources;
  readonly records: Pick<Records, 'earlierAnswers'>;
  readonly pages: Pages;
  readonly config: ReplyDeps['config'];
  readonly now: () => Date;
  readonly log: Log;
  /** Aborts when the run is cancelled or out of time. */
  readonly signal: AbortSignal;
  readonly enterNode: (node: NodeName) => void;
  readonly leaveNode: (time: NodeTime) => void;
  readonly recordCall: (call: ModelCallRecord) => void;
  readonly recordDecision: (decision: DecisionRecord) => void;
  readonly recordTool: (call: ToolCallRecord) => void;
}

const key = 'run';

export const withRun = (run: RunContext): RunnableConfig => ({
  configurable: { [key]: run },
  signal: run.signal,
});

export function runOf(config: RunnableConfig): RunContext {
  return (config.configurable as { readonly [key]: RunContext })[key];
}
