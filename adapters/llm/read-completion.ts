import { z } from 'zod';
import type { Tokens } from '../../domain/operations/model-usage.ts';
import { NoCompletion } from './provider-failures.ts';
import { jsonOf, maybe } from './read-object.ts';

const words = maybe(z.string());
const part = z.object({ type: words, text: words });
const object = z.record(z.string(), z.unknown());
/** Some local servers send the arguments, or the content, as an object. */
const called = z.object({ arguments: maybe(z.union([z.string(), object])) });
const message = z.object({
  content: maybe(z.union([z.string(), z.array(z.union([z.string(), part])), object])),
  refusal: words,
  tool_calls: maybe(z.array(z.object({ function: called }))),
  /** The older form of a tool call. */
  function_call: maybe(called),
  reasoning_content: words,
  reasoning: words,
});
const completion = z.object({
  choices: z
    .array(
      z.object({
        message: message.nullish(),
        finish_reason: words,
        error: z.unknown().optional(),
      }),
    )
    .min(1),
  usage: z.unknown().optional(),
});

/** The largest context windows have ten million tokens. A higher number is no count. */
const mostTokens = 10_000_000;
const tokenCount = z.int().nonnegative().max(mostTokens);
/** Every call has a prompt: a provider that says 0 does not count. */
const count = maybe(tokenCount);
const details = maybe(z.object({ cached_tokens: count }));
export const tokenUsage = z
  .object({
    prompt_tokens: tokenCount.positive().optional(),
    input_tokens: tokenCount.optional(),
    completion_tokens: tokenCount.optional(),
    output_tokens: tokenCount.optional(),
    total_tokens: count,
    /** Of OpenAI, Azure, Gemini, vLLM and most gateways. */
    prompt_tokens_details: details,
    input_tokens_details: details,
    /** Of DeepSeek. */
    prompt_cache_hit_tokens: count,
    /** Of Anthropic and gateways in front of it: beside `input_tokens`, and not in them. */
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
  })
  .transform(({ prompt_tokens, input_tokens = prompt_tokens, total_tokens: total, ...counted }) => {
    const { completion_tokens, output_tokens = completion_tokens } = counted;
    const { prompt_tokens_details: ofPrompt, input_tokens_details: ofInput } = counted;
    const { prompt_cache_hit_tokens: hits, cache_read_input_tokens: reads } = counted;
    const writtenTokens = counted.cache_creation_input_tokens ?? 0;
    const beside = prompt_tokens === undefined ? (reads ?? 0) + writtenTokens : 0;
    const inputTokens = (input_tokens ?? 0) + beside;
    if (inputTokens === 0 || output_tokens === undefined) return null;
    const cached = ofPrompt?.cached_tokens ?? ofInput?.cached_tokens ?? hits ?? reads ?? 0;
    return {
      inputTokens,
      ...(cached > 0 && { cachedTokens: Math.min(cached, inputTokens) }),
      ...(writtenTokens > 0 && { writtenTokens }),
      // Some providers count thoughts only in the total, and charge for them.
      outputTokens: Math.max(output_tokens, (total ?? 0) - inputTokens),
    };
  });

/** How an answer ended. */
export type Ending = 'whole' | 'cut' | 'filtered' | 'refused';
const endings: Readonly<Record<string, Ending | 'broken'>> = {
  length: 'cut',
  max_tokens: 'cut',
  model_length: 'cut',
  model_context_window_exceeded: 'cut',
  content_filter: 'filtered',
  safety: 'filtered',
  prohibited_content: 'filtered',
  blocklist: 'filtered',
  spii: 'filtered',
  recitation: 'filtered',
  error_toxic: 'filtered',
  refusal: 'refused',
  error: 'broken',
  abort: 'broken',
  insufficient_system_resource: 'broken',
};

/** Gemini adds a kind, as in "content_filter: RECITATION". */
export const endingOf = (reason: string | null | undefined): Ending | 'broken' =>
  endings[reason?.toLowerCase().split(':')[0] ?? ''] ?? 'whole';

export interface Completion {
  readonly text: string;
  /** Null if the provider reports no plausible numbers. */
  readonly tokens: Tokens | null;
  readonly ending: Ending;
}

/** Reads the raw body of a provider's answer, whole or streamed. Throws `NoCompletion` for a body of another shape. */
export function readCompletion(body: string): Completion {
  const json = jsonOf(body) ?? completionOfStream(body);
  const { data } = completion.safeParse(json);
  const [choice] = data?.choices ?? [];
  if (!choice) throw new NoCompletion(json === undefined ? '' : JSON.stringify(json));
  const { message, error } = choice;
  const ending = endingOf(choice.finish_reason);
  // A gateway reports a provider's failure in place of an answer. One that filters may leave out the message.
  if (error || ending === 'broken' || (!message && ending === 'whole'))
    throw new NoCompletion(JSON.stringify({ error: error ?? '' }));
  return {
    ending: message?.refusal ? 'refused' : ending,
    text: message ? textOf(message) : '',
    tokens: tokenUsage.safeParse(data?.usage).data ?? null,
  };
}

/** The arguments of its calls, else its content, else a thought that is an object: some servers take answers for thoughts. */
function textOf({
  tool_calls: calls,
  function_call: call,
  content,
  ...thoughts
}: z.infer<typeof message>): string {
  const thought = thoughts.reasoning_content ?? thoughts.reasoning ?? '';
  const functions = [...(calls ?? []).map(({ function: one }) => one), ...(call ? [call] : [])]
    .map(({ arguments: args }) => (typeof args === 'string' ? args : JSON.stringify(args ?? '')))
    .join('\n');
  const text = contentText(content);
  return (
    [functions, text].find((one) => /[^\s"]/u.test(one)) ??
    (thought.trimStart().startsWith('{') ? thought : text)
  );
}

function contentText(content: z.infer<typeof message>['content']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content ? JSON.stringify(content) : '';
  const texts = content.map((one) => (typeof one === 'string' ? { type: null, text: one } : one));
  return texts.map(({ type, text }) => (/think|reason/iu.test(type ?? '') ? '' : (text ?? ''))).join('');
}

const piece = z.object({
  content: words,
  refusal: words,
  reasoning_content: words,
  reasoning: words,
  tool_calls: maybe(
    z.array(z.object({ index: maybe(z.int()), function: z.object({ arguments: words }).nullish() })),
  ),
});
const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: piece.nullish(),
        message: piece.nullish(),
        finish_reason: words,
        error: z.unknown().optional(),
      }),
    )
    .catch([]),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

const joined = ['content', 'refusal', 'reasoning_content', 'reasoning'] as const;

/**
 * The completion in a body that was streamed although nobody asked for it (some gateways only stream): events with `data:`
 * lines, or a line of JSON for each piece. Undefined for a body of another form. A stream without an end was broken off.
 */
function completionOfStream(body: string): unknown {
  const lines = body.split(/\r\n|\r|\n/u).map((line) => line.replace(/^data:\s?/u, '').trim());
  const chunks = lines.flatMap((line) => {
    const { data } = line.startsWith('{') ? chunk.safeParse(jsonOf(line)) : {};
    return data && (data.choices.length > 0 || data.error) ? [data] : data?.usage ? [data] : [];
  });
  if (!chunks.some(({ choices, error }) => choices.length > 0 || error)) return undefined;
  const error = chunks.find((one) => one.error)?.error;
  if (error) return { error };
  const choices = chunks.flatMap((one) => one.choices[0] ?? []);
  const pieces = choices.flatMap(({ delta, message }) => delta ?? message ?? []);
  const message: Record<string, unknown> = {};
  for (const field of joined) {
    const whole = pieces.map((one) => one[field] ?? '').join('');
    if (whole !== '') message[field] = whole;
  }
  const calls = Map.groupBy(
    pieces.flatMap((one) => one.tool_calls ?? []),
    ({ index }) => index ?? 0,
  );
  if (calls.size > 0)
    message['tool_calls'] = [...calls.values()].map((parts) => ({
      function: { arguments: parts.map((part) => part.function?.arguments ?? '').join('') },
    }));
  const ended = choices.findLast((one) => one.finish_reason)?.finish_reason;
  const finish_reason = ended ?? (lines.includes('[DONE]') ? 'stop' : 'abort');
  const failed = choices.find((one) => one.error)?.error;
  const usage = chunks.findLast((one) => one.usage)?.usage;
  return { choices: [{ message, finish_reason, ...(failed ? { error: failed } : {}) }], usage };
}
