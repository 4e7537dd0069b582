import type { ProjectProfile } from '../../../domain/models/project-profile.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import type { LanguageCode } from '../../../domain/language/language-codes.ts';
import type { ReplyDeps } from '../../deps.ts';
import type { EarlierReply, ReadConversation } from '../conversation/read-conversation.ts';
import type { TraceRecorder } from './trace.ts';

/**
 * What one reply brings to the graph's nodes. It travels beside the state, which holds ids and decisions only; the
 * graph itself is compiled once and shared by all replies.
 */
export interface RunContext
  extends
    ReadConversation,
    TraceRecorder,
    Pick<ReplyDeps, 'model' | 'sources' | 'countTokens' | 'pages' | 'config' | 'now' | 'log'> {
  readonly snapshot: Snapshot;
  readonly others: string;
  /** The languages to assume if the member's words do not show theirs, likeliest first. */
  readonly likelyLanguages: readonly LanguageCode[];
  /** Whether every message counts as a question, because the channel's gate is off. */
  readonly gateIsOff: boolean;
  /** The whole text of the batch, without credentials. */
  readonly written: string;
  readonly earlier: EarlierReply;
  /** The name of the graph that runs. */
  readonly graph: string;
  readonly projectProfile: ProjectProfile;
  /** The library's generation that the reply is pinned to. */
  readonly generation: number;
  readonly records: Pick<ReplyDeps['records'], 'helpfulAnswers'>;
  /** How many more model calls the question may make. */
  readonly callsLeft: () => number;
  /** Whether no model has been called for the question before. */
  readonly isFirstAttempt: boolean;
  /** Whether the last model of a chain is asked alone. */
  readonly byLast?: boolean;
  /** Aborts when the run is cancelled or out of time. */
  readonly signal: AbortSignal;
}
