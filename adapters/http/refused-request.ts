import { failedWith, PortError } from '../../domain/ports/errors.ts';
import type { Problem } from './contract.ts';

/** The status and message of every refusal. Messages of libraries are never sent, because they may quote the request. */
const refusals = {
  bad_request: [400, 'The body is not that of a question or a vote: docs/http.md.'],
  bad_json: [400, 'The body is not JSON. Send an object like {"question": "…"}.'],
  visitor_not_allowed: [
    400,
    'Leave visitor out: with a publishable key Steward identifies visitors by their address.',
  ],
  wrong_key: [401, 'The key is missing or unknown. Send one: Authorization: Bearer <key>.'],
  unknown_origin: [403, 'Pages of this origin may not ask. Make a key for it: npx steward http key.'],
  secret_key_in_page: [403, 'This key is for servers. For a page, make one with npx steward http key.'],
  secret_key_needed: [403, 'Agents need a secret key: one of STEWARD__HTTP__API_KEYS.'],
  not_found: [404, 'There are POST /v1/ask, POST /v1/votes and POST /mcp.'],
  conversation_unknown: [
    404,
    'Steward does not have this conversation, or no longer. Leave conversation_id out to begin one.',
  ],
  answer_unknown: [404, 'No question asked with this key has this answer.'],
  request_id_taken: [409, 'This request_id belongs to another question. Choose another one.'],
  too_large: [413, 'The body is too large: 64 KB are allowed.'],
  wrong_type: [415, 'Send the body as Content-Type: application/json.'],
  too_many_requests: [429, 'Wait a minute, then ask again.'],
  unexpected: [500, 'Something failed here. Ask again later.'],
  not_finished: [503, 'Steward cannot wait for the answer right now. Ask again with the same request_id.'],
  unavailable: [503, 'Steward cannot take anything right now. Try again later.'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export class RefusedRequest extends Error {
  readonly statusCode: number;
  readonly problem: Problem;

  constructor(code: keyof typeof refusals, message: string = refusals[code][1]) {
    super(message);
    this.statusCode = refusals[code][0];
    this.problem = { code, message };
  }
}

/** Whether there is no source of the id that a client has sent, or no text of it any more. */
export const isUnknownSource = (error: unknown): boolean =>
  failedWith(error, 'source_unknown', 'source_gone');

export interface RequestLog {
  warn(fields: object, event: string): void;
}

/** Names what failed by its code alone: messages may quote a request. */
export const logFailure = (log: RequestLog, error: unknown): void =>
  log.warn(
    { code: error instanceof PortError ? error.code : refusalFor(error).problem.code },
    'http_request_failed',
  );

interface ValidationFailure {
  readonly instancePath?: string;
  readonly message?: string;
}

export function refusalFor(error: unknown): RefusedRequest {
  if (error instanceof RefusedRequest) return error;
  if (error instanceof PortError) {
    const { code } = error;
    const isKnown =
      code === 'request_id_taken' || code === 'conversation_unknown' || code === 'answer_unknown';
    return new RefusedRequest(isKnown ? code : 'unavailable');
  }
  const { statusCode = 500, validation } = error as {
    readonly statusCode?: number;
    readonly validation?: readonly ValidationFailure[];
  };
  if (validation) return new RefusedRequest('bad_request', sentenceOf(validation[0]));
  if (statusCode === 413) return new RefusedRequest('too_large');
  if (statusCode === 415) return new RefusedRequest('wrong_type');
  return new RefusedRequest(statusCode < 500 ? 'bad_json' : 'unexpected');
}

/** Names the field and, in the validator's words, what it must be. These repeat neither the value nor unknown names. */
const sentenceOf = ({ instancePath = '', message = '' }: ValidationFailure = {}): string =>
  `${instancePath.slice(1) || 'The body'} ${message}.`;
