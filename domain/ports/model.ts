import type { DecisionName, Decision } from '../models/decisions.ts';
import type { PromptSection } from '../models/prompt-sections.ts';
import type { ModelCallRecord } from '../reply/reply-record.ts';
import type { CallAccount } from './usage.ts';

export interface ModelImage {
  readonly contentType: string;
  readonly base64: string;
}

export interface ModelRequest<Name extends DecisionName> {
  /** The expected answer; its zod schema is `decisions[name]`. */
  readonly decision: Name;
  /** Trusted text: the task, the project introduction and the fixed output rules. */
  readonly system: string;
  /** Untrusted text: everything that people, pages and models wrote. */
  readonly sections: readonly PromptSection[];
  readonly images?: readonly ModelImage[];
  /** Checks what the schema cannot express. An answer that it rejects counts as malformed. */
  readonly accept?: (value: Decision<Name>) => boolean;
  /** How often the client retries transient failures (0 where Temporal does). A malformed answer is asked for once more. */
  readonly maxRetries: number;
  /** Ask the last model of a chain alone. */
  readonly byLast?: boolean;
  /** Who is charged. A step's model already knows it, see `chargedTo`. */
  readonly account?: CallAccount;
  readonly signal?: AbortSignal;
}

/** The cost of an answer, including a malformed first one. */
export type ModelCall = Omit<ModelCallRecord, 'decision' | 'error'>;

export interface Model {
  /** The name of the model that makes a decision; part of every cache key. */
  modelFor(decision: DecisionName): string;
  /**
   * A malformed or cut-off answer is asked for once more, with a note on what was wrong. Throws a `PortError`:
   * transient (408, 409, 429, 5xx, network, a body that is no completion) or final (other statuses, no credit, a prompt
   * that is too long, a refusal, a content filter, a second malformed or cut-off answer). Before the call:
   * `budget_spent`, and, if the question has used all its calls, the error of its last call or else
   * `question_calls_spent`. Both are final where a member waits, transient elsewhere.
   */
  decide<Name extends DecisionName>(
    request: ModelRequest<Name>,
  ): Promise<{ readonly value: Decision<Name>; readonly call: ModelCall }>;
}

/** Turns texts into vectors: the closer two vectors, the more alike the texts' meanings. */
export interface Embeddings {
  /** Changes whenever the vectors do: vectors of another name cannot be compared. */
  readonly name: string;
  /** How many texts one call may hold and still take about a tenth of a second, so that a question never waits longer. */
  readonly textsAtOnce: number;
  /**
   * Returns a vector of length 1 for each text, in order; a long text counts with its beginning. Throws a `PortError`:
   * `embeddings_unavailable`, transient if another attempt may succeed and final for the life of this process
   * otherwise, or `budget_spent` if embeddings cost money.
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Gets ready for texts that are soon to come, where that takes time. Never throws. */
  warm?(): void;
}

/** The positions of the texts that have words or meaning in common with a text, the nearest first. Never throws. */
export type Nearest = (text: string, corpus: readonly string[]) => Promise<readonly number[]>;

/**
 * How long a search waits for the vector of a question. The process of the local model starts in a second or two, on a busy machine
 * in more, and the member waits for models anyway.
 */
export const vectorPatienceMilliseconds = 5_000;
