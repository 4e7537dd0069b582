import type { ModelErrorCode } from '../../domain/values/error-codes.ts';

/** Causes that a provider names in words, under many statuses. The first that fits counts. */
const causes = [
  [
    'model_no_credit',
    /insufficient[_ ](?:quota|balance|credits?)|billing_(?:hard_limit|not_active)|credit balance is too low|requires more credits|budget_?(?: has been )?exceeded/iu,
  ],
  [
    'model_content_filtered',
    /content_?filter|content_?policy|content management policy|responsibleaipolicy|prohibited_content|data_inspection_failed|(?:prompt|input) was flagged/iu,
  ],
  [
    'model_context_exceeded',
    /context[_ ](?:length|window|size)|contextwindowexceeded|maximum model length|input tokens? (?:count )?.{0,30}exceed|prompt is too long|too many tokens: total|request too large for model|max_new_tokens. must be <=/iu,
  ],
  [
    'model_not_found',
    /(?:model|deployment)_?not_?found|unknown_model|model_decommissioned|\bmodels?\b.{0,200}(?:does not exist|not found)|not_found_error.{0,5}model:|invalid model|not a valid model|no endpoints found/isu,
  ],
  ['model_unauthorized', /api_key_invalid|api key not valid|invalid_api_key/iu],
  // The provider checks the answer itself, and shows it only in part.
  ['model_malformed_answer', /json_validate_failed|tool_use_failed|output_parse_failed/iu],
  ['model_rate_limited', /rate[_ ]?limit|call volume quota|quota exceeded|too many requests/iu],
] as const satisfies readonly (readonly [ModelErrorCode, RegExp])[];

export type RefusalCause = (typeof causes)[number][0];

/** The cause that a provider names, or null if only the status tells. */
export function refusalCause({
  status,
  body,
}: {
  readonly status: number;
  readonly body: string;
}): RefusalCause | null {
  if (status === 402) return 'model_no_credit';
  if (status === 413) return 'model_context_exceeded';
  // An outage is temporary, whatever its text says.
  if (status >= 500) return null;
  const words = providersWords(body);
  const named = causes.find(([, pattern]) => pattern.test(words))?.[0];
  return named ?? (status === 429 ? 'model_rate_limited' : null);
}

const maxChars = 4_000;

/** The provider's own words, without the fields that may echo the prompt. */
export function providersWords(body: string): string {
  try {
    return collect(JSON.parse(body), 0).join('\n').slice(0, maxChars);
  } catch {
    return body.slice(0, maxChars);
  }
}

const ownFields: ReadonlySet<string> = new Set([
  'code',
  'detail',
  'details',
  'error',
  'innererror',
  'message',
  'reason',
  'status',
  'type',
]);

function collect(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.entries(value)
    .filter(([name]) => Array.isArray(value) || ownFields.has(name))
    .flatMap(([, inner]) => collect(inner, depth + 1));
}
