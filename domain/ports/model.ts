import type { DecisionName, Decision } from '../models/decisions.ts';
import type { PromptSection } from '../models/prompt-sections.ts';
import type { ModelCallRecord } from '../reply/reply-record.ts';
import type { CallAccount } from './usage.ts';

export interface ModelImage {
  readonly contentType: string;
  readonly base64: string;
}

export interface ModelRequest<Name extends DecisionName> {
  /** Which answer is expected; its zod schema is `decisions[name]`. */
  readonly decision: Name;
  /** Trusted: the task, the project introduction and the fixed output rules. */
  readonly system: string;
  /** Everything that people, pages and models wrote. */
  readonly sections: readonly PromptSection[];
  readonly images?: readonly ModelImage[];
  /** Checks what the schema cannot express. An answer that it rejects counts as malformed. */
  readonly accept?: (value: Decision<Name>) => boolean;
  /**
   * How often the client itself tries again after a transient failure. 0 where Temporal retries. A malformed answer is asked
   * for once more in any case.
   */
  readonly maxRetries: number;
  /** Who is charged; a step's model knows it already, see `chargedTo`. */
  readonly account?: CallAccount;
  readonly signal?: AbortSignal;
}

/** What an answer took, a malformed first one included. */
export type ModelCall = Omit<ModelCallRecord, 'decision' | 'error'>;

export interface Model {
  /** The name of the model that answers a decision: part of every cache key. */
  modelFor(decision: DecisionName): string;
  /**
   * A malformed or cut-off answer is asked for once more, and the model is told what was wrong.
   * Throws `PortError`: transient (408, 409, 429, 5xx, network, a body that is no completion), final (other statuses, no
   * credit, a prompt that is too long, a refusal, a content filter, a second answer that is malformed or cut off).
   * `budget_spent`, before the call is made: final for what a member waits for, transient for everything else.
   * What the last call of a question failed with, else `question_calls_spent`, likewise: the question that it is booked to has
   * used all its calls.
   */
  decide<Name extends DecisionName>(
    request: ModelRequest<Name>,
  ): Promise<{ readonly value: Decision<Name>; readonly call: ModelCall }>;
}

/** Vectors of texts: the closer two of them lie, the more alike is what the texts say. */
export interface Embeddings {
  /** Changes whenever the vectors do: those of another name are of no use. */
  readonly name: string;
  /** So many texts in one call take a tenth of a second or so: a question waits for no longer. */
  readonly textsAtOnce: number;
  /**
   * A vector of length 1 for each text, in order; of a long text its beginning counts. Throws a `PortError` with the code
   * `embeddings_unavailable`: transient when another attempt may do, final while this process lives; or `budget_spent`, where
   * they cost something.
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
