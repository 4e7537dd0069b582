import type { DecisionName, Decision } from '../decisions.ts';

export interface ModelImage {
  readonly contentType: string;
  readonly base64: string;
}

export interface ModelRequest<Name extends DecisionName> {
  /** Which answer is expected; its zod schema is `decisions[name]`. */
  readonly decision: Name;
  /** Trusted: the task, the project introduction and the fixed output rules. */
  readonly system: string;
  /** Sections made by `formatSections`: everything that people, pages and models wrote. */
  readonly user: string;
  readonly images?: readonly ModelImage[];
  /** How often the client itself tries again after a transient failure. 0 where Temporal retries. */
  readonly maxRetries: number;
  readonly signal?: AbortSignal;
}

export interface ModelCall {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
}

export interface Model {
  /** The name of the model that answers a decision: part of every cache key. */
  modelFor(decision: DecisionName): string;
  /** Throws `PortError`: transient (408, 409, 429, 5xx, network, malformed answer), final (400, 401, 403, 404, 422). */
  decide<Name extends DecisionName>(
    request: ModelRequest<Name>,
  ): Promise<{ readonly value: Decision<Name>; readonly call: ModelCall }>;
}
