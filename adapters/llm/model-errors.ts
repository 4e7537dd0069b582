import type { DecisionName } from '../../domain/models/decisions.ts';
import { PortError, finalError, mistake, transientError } from '../../domain/ports/errors.ts';
import type { ModelErrorCode } from '../../domain/values/error-codes.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import { parseRetryAfter } from '../../domain/values/parse-retry-after.ts';
import { oneLineOf, shortenedTo } from '../../domain/values/text.ts';
import type { ModelSettings } from './model-settings.ts';
import { BodyTooLarge, NoCompletion, ProviderRefusal } from './provider-failures.ts';
import type { Ending } from './read-completion.ts';
import { refusalCause, providersWords, type RefusalCause } from './refusal-cause.ts';

/** The model's answer cannot be used. Another attempt would get the same. */
export function unusable(
  ending: Ending,
  settings: ModelSettings,
  decision: DecisionName,
): PortError<ModelErrorCode> {
  if (ending === 'refused')
    return finalError('model_refused', `The model "${settings.model}" declined to answer (${decision}).`);
  if (ending === 'filtered') return worded('model_content_filtered', settings);
  if (ending === 'cut')
    return finalError(
      'model_answer_cut',
      `The model's ${decision} was cut off at its length limit: raise ${settings.configPath}.max_output_tokens.`,
    );
  return finalError(
    'model_malformed_answer',
    `The model's ${decision} cannot be used, nor could the one before it: change the prompt or the model.`,
  );
}

const whereOf = ({ configPath, baseUrl }: ModelSettings): string =>
  `${configPath}.base_url (${hostOf(baseUrl)})`;

/** A failure that no further attempt changes, with the way out. */
function worded(
  cause: Exclude<RefusalCause, 'model_rate_limited'>,
  settings: ModelSettings,
): PortError<ModelErrorCode> {
  const [where, { configPath, model }] = [whereOf(settings), settings];
  const messages: Readonly<Record<typeof cause, string>> = {
    model_no_credit: `The account at ${where} has no credit left: top it up at the provider.`,
    model_content_filtered: `The content filter of the provider at ${where} stopped a prompt or an answer.`,
    model_context_exceeded: `A prompt is too long for the model "${model}" at ${where}: choose a model with a larger context.`,
    model_not_found: `The provider at ${where} has no model "${model}" for this key: check ${configPath}.model.`,
    model_unauthorized:
      settings.apiKey === null
        ? `The model at ${where} needs a key, and none is set: set STEWARD__${configPath.toUpperCase().replaceAll('.', '__')}__API_KEY.`
        : `The model at ${where} refused the key: check ${configPath}.api_key.`,
    model_malformed_answer: `The model "${model}" wrote what the provider at ${where} does not take for an answer: change the prompt or the model.`,
  };
  const isSetting = cause === 'model_not_found' || cause === 'model_unauthorized';
  return (isSetting ? mistake : finalError)(cause, messages[cause]);
}

/**
 * Turns what the client library throws into Steward's own sentence. Nothing of the error's text or cause is
 * kept, as it may quote the prompt, the answer or the key; except of a refusal that nothing else explains, without these. `sent` are the
 * sections that were sent, which a refusal may quote.
 */
export function toPortError(
  error: unknown,
  settings: ModelSettings,
  timedOut: boolean,
  sent: string,
): PortError<ModelErrorCode> {
  if (error instanceof PortError) return error as PortError<ModelErrorCode>;
  const where = whereOf(settings);
  if (timedOut) {
    const seconds = settings.timeoutSeconds;
    return transientError('model_timeout', `The model at ${where} did not answer within ${seconds} seconds.`);
  }
  const refusal = refusalIn(error);
  const other = causeOf(error, NoCompletion);
  const prompt = { bytes: Buffer.byteLength(sent), contextTokens: settings.contextTokens ?? null };
  const { status, body } = refusal ?? { status: 200, body: other?.body ?? '' };
  const cause = refusalCause({ status, body, prompt });
  if (cause === 'model_rate_limited') {
    const message = `The model at ${where} limits the rate of calls (status ${refusal?.status ?? 200}).`;
    return again(cause, message, refusal && retryAfter(refusal));
  }
  if (cause !== null) return worded(cause, settings);
  if (refusal) return refusedWith(refusal, settings, sent);
  if (other)
    return transientError(
      'model_malformed_answer',
      `The model at ${where} answered with an error, or with something that is no completion: check the address.`,
    );
  if (causeOf(error, BodyTooLarge))
    return transientError('model_malformed_answer', `The model at ${where} answered with more than 8 MB.`);
  return transientError('model_unavailable', `The model at ${where} cannot be reached, or broke off.`);
}

/** Temporary statuses below 500: timeouts, conflicts, and those of busy providers. */
const passing: ReadonlySet<number> = new Set([408, 409, 424, 425, 429, 498, 499]);

/** Whether a later attempt may succeed after a refusal with this status. */
export const mayPass = (status: number): boolean => passing.has(status) || status >= 500;

/** The refusal that the client library has wrapped, or null. */
export const refusalIn = (error: unknown): ProviderRefusal | null => causeOf(error, ProviderRefusal);

/** Settings that a provider's refusal may name. */
const settingsNamed = [
  ['temperature', /temperature/iu],
  ['max_output_tokens', /max_(?:completion_|output_)?tokens/iu],
  ['structured_output_method', /response_?format|json[_ ]schema|tool_choice|\btools?\b|function call/iu],
] as const;

/** A refusal that only its status explains. */
function refusedWith(
  refusal: ProviderRefusal,
  settings: ModelSettings,
  sent: string,
): PortError<ModelErrorCode> {
  const { status } = refusal;
  const where = whereOf(settings);
  if (status === 401 || status === 403) {
    const way = `check ${settings.configPath}.api_key`;
    return mistake(
      'model_unauthorized',
      `The model at ${where} refused the key with status ${status}: ${way}.`,
    );
  }
  if (status >= 300 && status < 400)
    return mistake(
      'model_bad_request',
      `The model at ${where} redirects calls (status ${status}): put the address that it leads to there.`,
    );
  if (mayPass(status)) {
    return again(
      'model_unavailable',
      `The model at ${where} answered with status ${status}.`,
      retryAfter(refusal),
    );
  }
  const words = providersWords(refusal.body);
  const extra = Object.keys(settings.extraBody ?? {}).filter((name) => words.includes(name));
  const named = [
    ...settingsNamed.flatMap(([setting, pattern]) => (pattern.test(words) ? [setting] : [])),
    ...extra.map((name) => `extra_body.${name}`),
  ];
  const refused = `The model at ${where} refused the call with status ${status}`;
  const check = (which: readonly string[]) =>
    mistake('model_bad_request', `${refused}: check ${settings.configPath}.${which.join(', ')}.`);
  if (named.length > 0) return check(named);
  // No provider answers so to a call that has reached its API.
  if (status === 404 || status === 405) return check(['base_url', `model ("${settings.model}")`]);
  return finalError('model_bad_request', `${refused}, and the cause is unclear. ${quoted(words, sent)}`);
}

const quotedChars = 300;
/** Shorter pieces in common with what was sent are words that many texts hold. */
const sharedChars = 10;

/** An address of e-mail, or a number as long as one of a telephone. */
const personal = /\S+@\S+|\+?\d[\d ()/.-]{6,}\d/gu;

/** The provider's words for the operator: on one line, without credentials, personal data and anything that was sent. */
function quoted(words: string, sent: string): string {
  const line = oneLineOf(
    maskCredentials(words.slice(0, 4 * quotedChars)).replaceAll(personal, '…'),
    2 * quotedChars,
  );
  const [refusal, told] = [line.toLowerCase(), sent.toLowerCase().replaceAll(/\s+/gu, ' ')];
  let output = '';
  for (let at = 0, sharedTo = 0; at < line.length; at += 1) {
    if (told.includes(refusal.slice(at, at + sharedChars)) && at + sharedChars <= refusal.length)
      sharedTo = at + sharedChars;
    if (at >= sharedTo) output += line[at];
    else if (!output.endsWith('…')) output += '…';
  }
  const text = shortenedTo(output.trim(), quotedChars);
  return /[\p{L}\p{N}]/u.test(text) ? `The provider says: "${text}".` : 'The provider gives no reason.';
}

/** Whether the provider cannot have used any token: it refused the call, or never received it. */
export const isUnused = (error: unknown): boolean => refusalIn(error) !== null || isUnreached(error);

const unreached: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The system's code for a broken connection may be some causes deep. */
function isUnreached(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && unreached.has(at.code)) return true;
  return false;
}

const again = (code: ModelErrorCode, message: string, retryAfterSeconds: number | null) =>
  new PortError({ kind: 'transient', code, message, retryAfterSeconds });

/** The client library wraps what `providerFetch` throws. */
function causeOf<T extends Error>(error: unknown, kind: new (...args: never) => T): T | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof kind) return at;
  return null;
}

/** In seconds. Temporal takes a wait of 0 for "never again"; nobody waits longer than five minutes for an answer. */
const retryAfterBounds = { least: 1, most: 300 } as const;

/** The wait that the provider asks for, in seconds within the bounds; null if there is none. */
function retryAfter({ headers }: ProviderRefusal): number | null {
  const precise = headers.get('retry-after-ms') ?? '';
  const seconds = /^\d+(?:\.\d+)?$/u.test(precise)
    ? Number(precise) / 1_000
    : parseRetryAfter(headers.get('retry-after'), new Date());
  if (seconds === null) return null;
  return Math.min(retryAfterBounds.most, Math.max(retryAfterBounds.least, seconds));
}

/** Without a user, a password or a path, which may be secret. */
const hostOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : 'not a URL');
