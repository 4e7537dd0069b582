import { z } from 'zod';
import type { Tokens } from '../../domain/operations/model-usage.ts';

const part = z.object({ text: z.string().optional() });
const message = z.object({
  content: z.union([z.string(), z.array(part)]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.object({ function: z.object({ arguments: z.string() }) })).nullish(),
});
const completion = z.object({
  choices: z.array(z.object({ message, finish_reason: z.string().nullish() })).min(1),
  usage: z.unknown().optional(),
});

/** No model has a window that comes near: what is above was not counted. */
const mostTokens = 100_000_000;
const count = z.int().nonnegative().max(mostTokens);
/** A call without a prompt does not exist: a provider that says 0 does not count. */
const usage = z.object({ prompt_tokens: count.positive(), completion_tokens: count });

/** How an answer ended. */
export type Ending = 'whole' | 'cut' | 'filtered' | 'refused';
const endings: Readonly<Record<string, Ending>> = {
  length: 'cut',
  max_tokens: 'cut',
  content_filter: 'filtered',
  safety: 'filtered',
  refusal: 'refused',
};

/** What a provider's answer says, as it came over the wire. An answer of another shape has an empty text. */
export function readCompletion(body: unknown): {
  readonly text: string;
  readonly tokens: Tokens | null;
  readonly ending: Ending;
} {
  const { data } = completion.safeParse(body);
  const choice = data?.choices[0];
  const said = choice?.message;
  const counted = usage.safeParse(data?.usage).data;
  return {
    ending: said?.refusal ? 'refused' : (endings[choice?.finish_reason?.toLowerCase() ?? ''] ?? 'whole'),
    text: said?.tool_calls?.[0]?.function.arguments ?? textOf(said?.content),
    tokens: counted ? { inputTokens: counted.prompt_tokens, outputTokens: counted.completion_tokens } : null,
  };
}

const textOf = (content: z.infer<typeof message>['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
