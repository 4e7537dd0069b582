import { jsonOf } from './read-object.ts';
import refusalCodes from './refusal-codes.json' with { type: 'json' };

export type RefusalCause = keyof typeof refusalCodes;

/** Codes and types of errors, in lower case and without signs, as providers document them. They are told before any words. */
const causeOfCode = new Map(
  Object.entries(refusalCodes).flatMap(([cause, codes]) =>
    codes.map((code) => [code, cause as RefusalCause] as const),
  ),
);

/** Causes that a provider names in words alone. The first that fits counts. */
const causes = [
  [
    'model_no_credit',
    /insufficient[_ ](?:quota|balance|credits?|funds)|billing_(?:hard_limit|not_active)|credit balance is too low|(?:requires more|not enough|out of|no) credits?\b|balance is (?:insufficient|not enough|too low)|budget_?(?: has been )?exceeded|(?:spending|spend) limit (?:reached|exceeded)|overdue[- ]payment|account is (?:in arrears|overdue)/iu,
  ],
  [
    'model_content_filtered',
    /content_?filter|content_?policy|content management policy|responsibleaipolicy|prohibited_content|data_inspection_failed|(?:prompt|input|request|content) (?:was|has been) (?:flagged|blocked)|inappropriate content|(?:violates?|violation of)\b.{0,60}\b(?:polic(?:y|ies)|guidelines)|blocked by\b.{0,40}\b(?:safety|moderation)/iu,
  ],
  [
    'model_context_exceeded',
    /context[_ ](?:length|window|size|limit)|contextwindowexceeded|maximum (?:model|prompt|input) length|input tokens? (?:count )?.{0,30}exceed|(?:prompt|input) (?:is )?too long|too many (?:input )?tokens\b|request (?:body )?too large for|max_new_tokens. must be <=|(?:model )?token limit|n_keep\b.{0,60}n_ctx|range of input length|(?:input|prompt|sequence|request|message)s?\b.{0,60}\b(?:exceeds?|exceeded|longer than)\b.{0,60}\b(?:length|tokens?|context)|token count\b.{0,60}\b(?:only supports? up to|exceeds?)|reduce (?:the|your) (?:length|prompt)|(?:length|tokens?)\b.{0,40}\bexceeds? (?:the )?(?:model|max)|number of input tokens\b.{0,40}\bcannot exceed|while limit is/iu,
  ],
  [
    'model_not_found',
    /(?:model|deployment)_?not_?found|unknown_model|model_decommissioned|\bmodels?\b.{0,200}(?:does not exist|not found)|not_found_error.{0,5}model:|invalid model|not a valid model|no endpoints found/isu,
  ],
  ['model_unauthorized', /api_key_invalid|api key not valid|invalid_api_key/iu],
  ['model_malformed_answer', /json_validate_failed|tool_use_failed|output_parse_failed/iu],
  ['model_rate_limited', /rate[_ ]?limit|call volume quota|quota exceeded|too many requests/iu],
] as const satisfies readonly (readonly [RefusalCause, RegExp])[];

export interface PromptSize {
  /** The length of the prompt in bytes of UTF-8, its images left out. */
  readonly bytes: number;
  /** The most tokens that the model takes, if that is known. */
  readonly contextTokens: number | null;
}

/** The cause of a refusal: by its status, its codes, the size of the prompt, and its words, in this order. Null if none tells. */
export function refusalCause({
  status,
  body,
  prompt = null,
}: {
  readonly status: number;
  readonly body: string;
  readonly prompt?: PromptSize | null;
}): RefusalCause | null {
  if (status === 402) return 'model_no_credit';
  if (status === 413) return 'model_context_exceeded';
  // An outage is temporary, whatever its text says.
  if (status >= 500) return null;
  const coded = codesIn(body).flatMap((code) => causeOfCode.get(code) ?? [])[0];
  if (coded) return coded;
  const words = providersWords(body);
  if ((status === 400 || status === 422) && prompt && isTooLong(prompt, words))
    return 'model_context_exceeded';
  const named = causes.find(([, pattern]) => pattern.test(words))?.[0];
  return named ?? (status === 429 ? 'model_rate_limited' : null);
}

/** A token has hardly ever more bytes than this, and hardly ever fewer than the other. */
const bytesPerToken = { most: 8, least: 2 } as const;
/** For the schema and the frames of messages, which providers count, too. */
const framingTokens = 1_000;
/** Smaller numbers in an error are no length of a prompt. */
const leastLimit = 256;

/**
 * Whether the prompt is longer than the model takes: than the known limit, or than a number in the provider's words, whatever
 * language they are in, if the other number there may be its length.
 */
function isTooLong({ bytes, contextTokens }: PromptSize, words: string): boolean {
  const [least, most] = [bytes / bytesPerToken.most, bytes / bytesPerToken.least + framingTokens];
  if (contextTokens !== null && least > contextTokens) return true;
  const numbers = (words.match(/\d[\d,]*(?:\.\d+)?/gu) ?? [])
    .map((number) => Number(number.replaceAll(',', '')))
    .filter((number) => number >= leastLimit);
  return numbers.some(
    (count) => count >= least && count <= most && numbers.some((limit) => limit < count && limit <= most),
  );
}

const maxChars = 4_000;

/** The provider's own words, without the fields that may echo the prompt. */
export function providersWords(body: string): string {
  const json = jsonOf(body);
  return (json === undefined ? body : collect(json, ownFields).join('\n')).slice(0, maxChars);
}

const codeFields: ReadonlySet<string> = new Set([
  'code',
  'type',
  'status',
  'reason',
  'error_type',
  'error_code',
  '__type',
]);
const holders = ['detail', 'details', 'error', 'errors', 'innererror'];
const ownFields: ReadonlySet<string> = new Set([...codeFields, ...holders, 'message', 'msg']);
const fieldsOfCodes: ReadonlySet<string> = new Set([...codeFields, ...holders]);

const codesIn = (body: string): readonly string[] =>
  collect(jsonOf(body), fieldsOfCodes).map((code) => code.toLowerCase().replaceAll(/[^a-z\d]/gu, ''));

function collect(value: unknown, fields: ReadonlySet<string>, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.entries(value)
    .filter(([name]) => Array.isArray(value) || fields.has(name))
    .flatMap(([, inner]) => collect(inner, fields, depth + 1));
}
