import { ZodError } from 'zod';
import type { DecisionName } from '../../domain/models/decisions.ts';
import { PortError, type FailureKind } from '../../domain/ports/errors.ts';
import type { ModelErrorCode } from '../../domain/ports/model.ts';
import type { ModelSettings } from './model-settings.ts';

interface Circumstances {
  readonly settings: ModelSettings;
  readonly decision: DecisionName;
  readonly timedOut: boolean;
}

/**
 * The model answered, but not in the shape that the decision has. Worth another attempt: the next answer
 * differs.
 */
export const malformed = (decision: DecisionName): PortError =>
  failure('transient', 'model_malformed_answer', `The model's answer is not a valid ${decision}.`);

/**
 * Turns what the client library throws into Steward's own sentence. Nothing of the error's text or cause is
 * kept: it may quote the prompt, the answer or the key.
 */
export function toPortError(error: unknown, { settings, decision, timedOut }: Circumstances): PortError {
  if (error instanceof PortError) return error;
  const [status, where] = [statusOf(error), `${settings.configPath}.base_url (${hostOf(settings.baseUrl)})`];
  if (timedOut) {
    const seconds = settings.timeoutSeconds;
    return failure(
      'transient',
      'model_timeout',
      `The model at ${where} did not answer within ${seconds} seconds.`,
    );
  }
  if (status === null) {
    if (isMalformed(error)) return malformed(decision);
    return failure(
      'transient',
      'model_unavailable',
      `The model at ${where} cannot be reached, or broke off.`,
    );
  }
  if (status === 401 || status === 403) {
    const way = `check ${settings.configPath}.api_key`;
    return failure(
      'final',
      'model_unauthorized',
      `The model at ${where} refused the key with status ${status}: ${way}.`,
    );
  }
  if (status === 429) {
    const message = `The model at ${where} limits the rate of calls (status 429).`;
    return failure('transient', 'model_rate_limited', message, retryAfter(error));
  }
  if (status === 408 || status === 409 || status >= 500) {
    return failure(
      'transient',
      'model_unavailable',
      `The model at ${where} answered with status ${status}.`,
      retryAfter(error),
    );
  }
  const keys = 'base_url and structured_output_method';
  const way = `check ${settings.configPath}.model ("${settings.model}"), ${keys}`;
  return failure(
    'final',
    'model_bad_request',
    `The model at ${where} refused the call with status ${status}: ${way}.`,
  );
}

/** Whether the provider cannot have used a token for a call: it refused it, or never heard of it. */
export const isUnused = (error: unknown): boolean =>
  statusOf(error) !== null || unreached.has(causeCode(error) ?? '');

const unreached: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The system's code for what broke a connection, which stands some causes deep. */
function causeCode(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && unreached.has(at.code)) return at.code;
  }
  return null;
}

const failure = (
  kind: FailureKind,
  code: ModelErrorCode,
  message: string,
  retryAfterSeconds: number | null = null,
): PortError => new PortError({ kind, code, message, retryAfterSeconds });

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

/**
 * The client checks the answer itself where the provider is held to the schema. A TypeError without a cause
 * is the client stumbling over the answer's shape; one with a cause is a connection that broke off.
 */
const isMalformed = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  error instanceof ZodError ||
  (error instanceof TypeError && error.cause === undefined) ||
  (error instanceof Error &&
    /^(?:\$?ZodError|OutputParser|LengthFinishReason|ContentFilterFinishReason)/u.test(nameOf(error)));

const nameOf = (error: Error): string => (error.name === 'Error' ? error.constructor.name : error.name);

/** Temporal takes a wait of 0 for "never again"; nobody who waits for an answer gains by more than five minutes. */
const retryAfterBounds = { least: 1, most: 300 } as const;

/** Seconds, within the bounds; null where the provider says nothing that can be read. */
function retryAfter(error: unknown): number | null {
  const headers = error instanceof Error && 'headers' in error ? error.headers : null;
  const value = headers instanceof Headers ? (headers.get('retry-after')?.trim() ?? '') : '';
  const seconds = /^-?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(retryAfterBounds.most, Math.max(retryAfterBounds.least, seconds));
}

/** Without a user, a password or a path, which may be secret. */
const hostOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : 'not a URL');
