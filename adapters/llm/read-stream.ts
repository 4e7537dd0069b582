import { z } from 'zod';
import { jsonOf, maybe } from './read-object.ts';

const text = maybe(z.string());
const called = z.object({
  index: maybe(z.int()),
  function: z.object({ arguments: text }).nullish(),
});
const piece = z.object({
  content: text,
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  tool_calls: maybe(z.array(called)),
});
const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: piece.nullish(),
        message: piece.nullish(),
        finish_reason: text,
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
export function completionOfStream(body: string): unknown {
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
