import { Annotation } from '@langchain/langgraph';
import type { AIReason } from '../../domain/ai-result.ts';
import type { Decision } from '../../domain/decisions.ts';
import type { Citation } from '../../domain/interaction.ts';

/** The graph's state: ids and decisions. Texts of sources stay behind the sources port. */
export const ReplyState = Annotation.Root({
  gateDecision: Annotation<Decision<'LLMGateDecision'> | null>,
  selectedSourceIds: Annotation<readonly string[]>,
  loadedSources: Annotation<readonly Citation[]>,
  draft: Annotation<{ readonly text: string; readonly citations: readonly Citation[] } | null>,
  /** Set by the node that ends the run; null while it goes on. */
  ended: Annotation<AIReason | null>,
});

export type ReplyStateValue = typeof ReplyState.State;
export type ReplyUpdate = typeof ReplyState.Update;
