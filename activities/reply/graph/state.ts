import { Annotation } from '@langchain/langgraph';
import type { AIReason } from '../../../domain/reply/reply-record-status.ts';
import type { AnswerType, Decision } from '../../../domain/models/decisions.ts';
import type { Excerpt } from '../../../domain/documents/excerpts.ts';
import type { Citation, RestsOn } from '../../../domain/reply/reply-record.ts';
import type { ModerationFinding } from '../../../domain/moderation/moderation-types.ts';
import type { UsedSource } from '../../../domain/reply/recall.ts';
import type { NodeName } from '../../../domain/reply/reply-graph.ts';

export interface ChosenSources {
  readonly ids: readonly string[];
  /** Whether they were chosen from a search, because the index is too long to be shown whole. */
  readonly bySearch: boolean;
  /** Words that the passage will hold. */
  readonly lookFor: string;
}

export interface Draft {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly answerType: AnswerType;
  /** From 0 to 10; null if unknown. */
  readonly confidence: number | null;
  /** The addresses in its text that a loaded document or the team gave. Others are not linked. */
  readonly knownLinks: readonly string[];
}

/** The graph's state: ids and decisions. Texts of sources stay behind the sources port. */
export const ReplyState = Annotation.Root({
  /** The member's words as models read them: without credentials, moderated, then translated. */
  question: Annotation<string>,
  /** Earlier messages, likewise. */
  conversation: Annotation<string>,
  /** What other members wrote just before. */
  others: Annotation<string>,
  /** All of the member's words for the record: masked, but never cut or translated. */
  written: Annotation<string>,
  moderation: Annotation<readonly ModerationFinding[]>,
  /** The asker's language in ISO 639-3; null until it is detected. */
  language: Annotation<string | null>,
  translatedQuestion: Annotation<string | null>,
  /** The translated question in the member's own words, for a model that answers in their language. */
  ownQuestion: Annotation<string | null>,
  untranslatedAnswer: Annotation<string | null>,
  gateDecision: Annotation<Decision<'LLMGateDecision'> | null>,
  /** The name of a configured subject, or null. */
  subject: Annotation<string | null>,
  /** Sources chosen while the gate decided. */
  chosenAhead: Annotation<ChosenSources | null>,
  /** Those of the last answer, for a follow-up, until `select` adds to them. */
  selectedSourceIds: Annotation<readonly string[]>,
  /** See `ChosenSources`. */
  bySearch: Annotation<boolean>,
  /** Words of the model that the passage will hold; '' if it gave none. */
  lookFor: Annotation<string>,
  loadedSources: Annotation<readonly Citation[]>,
  /** What generation saw of them, which verification judges by. */
  shownExcerpts: Annotation<readonly Excerpt[]>,
  /** The loaded sources as they were when the draft was written from them. */
  usedSources: Annotation<readonly UsedSource[]>,
  /** What was shown of the sources that the draft cites. */
  restsOn: Annotation<RestsOn['sources']>,
  draft: Annotation<Draft | null>,
  /** Whether the draft is an earlier answer. */
  isRecalled: Annotation<boolean>,
  /** Why the draft was rejected, for its repair. */
  issues: Annotation<readonly string[]>,
  repairs: Annotation<number>,
  /** The node that the run goes back to next. */
  back: Annotation<NodeName | null>,
  /** Set by the node that ends the run. */
  ended: Annotation<AIReason | null>,
});

export type ReplyStateValue = typeof ReplyState.State;
export type ReplyUpdate = typeof ReplyState.Update;

export const initialState = (
  texts: Pick<ReplyStateValue, 'question' | 'conversation' | 'others' | 'written'>,
): ReplyStateValue => ({
  question: texts.question,
  conversation: texts.conversation,
  others: texts.others,
  written: texts.written,
  moderation: [],
  language: null,
  translatedQuestion: null,
  ownQuestion: null,
  untranslatedAnswer: null,
  gateDecision: null,
  subject: null,
  chosenAhead: null,
  selectedSourceIds: [],
  bySearch: false,
  lookFor: '',
  loadedSources: [],
  shownExcerpts: [],
  usedSources: [],
  restsOn: [],
  draft: null,
  isRecalled: false,
  issues: [],
  repairs: 0,
  back: null,
  ended: null,
});
