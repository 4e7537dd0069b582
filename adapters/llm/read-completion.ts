import { z } from 'zod';
import type { Tokens } from '../../domain/operations/model-usage.ts';
import { NoCompletion } from './provider-fetch.ts';

const part = z.object({ text: z.string().optional() });
/** Some local servers send what it was called with as an object. */
const called = z.object({ arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) });
const message = z.object({
  content: z.union([z.string(), z.array(part)]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.object({ function: called })).nullish(),
});
const completion = z.object({
  choices: z
    .array(z.object({ message, finish_reason: z.string().nullish(), error: z.unknown().optional() }))
    .min(1),
  usage: z.unknown().optional(),
});

/** The largest windows have ten million: what is above was not counted. */
const mostTokens = 10_000_000;
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
  prohibited_content: 'filtered',
  blocklist: 'filtered',
  recitation: 'filtered',
  refusal: 'refused',
};

export interface Completion {
  readonly text: string;
  /** Null where the provider reports nothing that can be believed. */
  readonly tokens: Tokens | null;
  readonly ending: Ending;
}

/** What a provider's answer says, as it came over the wire. Throws `NoCompletion` for a body of another shape. */
export function readCompletion(body: string): Completion {
  const { data } = completion.safeParse(jsonIn(body));
  const [choice] = data?.choices ?? [];
  if (!choice) throw new NoCompletion(jsonIn(body) === null ? '' : body);
  const { message: said, finish_reason: ending, error } = choice;
  // A gateway whose provider breaks off says so in the place of an answer.
  if (error || ending === 'error') throw new NoCompletion(JSON.stringify({ error: error ?? '' }));
  const counted = usage.safeParse(data?.usage).data;
  return {
    ending: said.refusal ? 'refused' : (endings[ending?.toLowerCase() ?? ''] ?? 'whole'),
    text: argumentsOf(said) ?? textOf(said.content),
    tokens: counted ? { inputTokens: counted.prompt_tokens, outputTokens: counted.completion_tokens } : null,
  };
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function argumentsOf({ tool_calls: calls }: z.infer<typeof message>): string | null {
  const given = calls?.[0]?.function.arguments;
  return given === undefined || typeof given === 'string' ? (given ?? null) : JSON.stringify(given);
}

const textOf = (content: z.infer<typeof message>['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
