import type { RunnableConfig } from '@langchain/core/runnables';
import { composeSystem } from '../../domain/compose-prompt.ts';
import type { Decision, DecisionName } from '../../domain/decisions.ts';
import type { ModelCallRecord, NodeTime } from '../../domain/interaction.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { LoadedSource, Sources } from '../../domain/ports/sources.ts';
import { formatSections, type Section } from '../../domain/prompt-sections.ts';
import type { NodeName } from '../../domain/reply-graph.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import type { Log } from '../deps.ts';
import { noImages, type ReplyImages } from './reply-images.ts';
import type { ReplySettings } from '../settings.ts';
import type { ReplyStateValue } from './state.ts';

/**
 * What one reply brings to the graph's nodes. It travels beside the state, which holds ids and decisions only; the
 * graph itself is compiled once and shared by all replies.
 */
export interface RunContext {
  readonly snapshot: Snapshot;
  /** What the state's question and conversation begin as: the batch's text and its history, credentials removed. */
  readonly question: string;
  readonly conversation: string;
  readonly others: string;
  /** Shown to the steps that look at images; none while images are off. */
  readonly pictures: ReplyImages;
  /** The whole of the batch's text, credentials removed. */
  readonly written: string;
  /** The name of the set of nodes that runs. */
  readonly graph: string;
  /** The library's generation that the reply is pinned to. */
  readonly generation: number;
  readonly model: Model;
  readonly sources: Sources;
  readonly settings: ReplySettings;
  readonly log: Log;
  /** Aborts when the run is cancelled or out of time. */
  readonly signal: AbortSignal;
  readonly enterNode: (node: NodeName) => void;
  readonly leaveNode: (time: NodeTime) => void;
  readonly recordCall: (call: ModelCallRecord) => void;
}

const key = 'run';

export const withRun = (run: RunContext): RunnableConfig => ({
  configurable: { [key]: run },
  signal: run.signal,
});

export function runOf(config: RunnableConfig): RunContext {
  return (config.configurable as { readonly [key]: RunContext })[key];
}

/** One model call of a node: composes both messages, records what it cost. */
export async function decide<Name extends DecisionName>(
  run: RunContext,
  request: {
    readonly decision: Name;
    readonly task: string;
    readonly sections: readonly Section[];
    /** Whether the step is shown the conversation's images. */
    readonly looks?: boolean;
  },
): Promise<Decision<Name>> {
  const { images, sections } = request.looks ? run.pictures : noImages;
  const { value, call } = await run.model.decide({
    decision: request.decision,
    system: composeSystem({ task: request.task, projectIntroduction: run.settings.projectIntroduction }),
    user: formatSections([...request.sections, ...sections]),
    images,
    maxRetries: run.settings.maxRetries,
    signal: run.signal,
  });
  run.recordCall({ decision: request.decision, ...call });
  return value;
}

/**
 * Loads what still loads; a source that fails is logged and left out. Each has an equal share of the budget, and gives
 * its best sections where it is longer.
 */
export async function loadSources(
  run: RunContext,
  state: Pick<ReplyStateValue, 'question' | 'gateDecision'>,
  ids: readonly string[],
): Promise<readonly LoadedSource[]> {
  const maxTokens = Math.floor(run.settings.maxSourceTokens / Math.max(ids.length, 1));
  const part = { query: askedQuestion(state), maxTokens };
  const loaded = await Promise.allSettled(ids.map((id) => run.sources.load(id, run.generation, part)));
  return loaded.flatMap((result, at) => {
    if (result.status === 'fulfilled') return [result.value];
    run.log.warn({ message_id: run.snapshot.id, source_id: ids[at] }, 'source_failed_to_load');
    return [];
  });
}

export const sourceSections = (sources: readonly LoadedSource[]): readonly Section[] =>
  sources.map(({ sourceId, text }) => ({ name: 'source', id: sourceId, text }));

/** What is searched for: the question as the gate rewrote it to stand by itself, or as it was asked. */
export const askedQuestion = ({
  question,
  gateDecision,
}: Pick<ReplyStateValue, 'question' | 'gateDecision'>): string =>
  gateDecision?.rewrite_query?.trim() || question;

export const questionSections = ({
  conversation,
  question,
}: Pick<ReplyStateValue, 'conversation' | 'question'>): readonly Section[] => [
  { name: 'conversation', id: null, text: conversation },
  { name: 'question', id: null, text: question },
];
