import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { extractiveModelName } from '../domain/models/decisions.ts';
import { parseSections } from '../domain/models/prompt-sections.ts';
import { type AnsweredDecision, answer, isAnswered } from './answer.ts';

export interface ExtractiveModel {
  /** The `base_url` of a client, including `/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A prompt may contain several whole documents. */
const maxBodyBytes = 64 * 1024 * 1024;

/** What Steward's own client sends, which asks by a JSON schema. The model reads no images. */
const requestSchema = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([
        z.string(),
        z
          .array(z.object({ text: z.string().default('') }))
          .transform((parts) => parts.map(({ text }) => text).join('\n')),
      ]),
    }),
  ),
  response_format: z.object({
    json_schema: z.object({ name: z.custom<AnsweredDecision>((name) => isAnswered(String(name))) }),
  }),
});

/**
 * Starts a model that costs nothing and invents nothing: it ranks the text of the prompt's sections and quotes it. It serves the
 * part of OpenAI's HTTP interface that Steward uses, so that clients treat it like a real model. Only this computer reaches it.
 */
export async function startExtractiveModel(): Promise<ExtractiveModel> {
  const { fastify } = await import('fastify');
  const app = fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  app.post('/v1/chat/completions', async ({ body }, reply) => {
    const { data } = requestSchema.safeParse(body);
    if (data) return completion(data);
    const error = {
      message: 'The extractive model does not know such a request.',
      type: 'invalid_request_error',
    };
    return reply.code(400).send({ error: { ...error, param: null, code: null } });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { baseUrl: `${url}/v1`, close: async () => app.close() };
}

function completion({ messages, response_format }: z.infer<typeof requestSchema>): object {
  const sections = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => parseSections(content));
  const content = JSON.stringify(answer(response_format.json_schema.name, sections));
  // Four characters count as one token, about as in English text with other models.
  const tokensOf = (chars: number) => Math.ceil(chars / 4);
  const prompt_tokens = tokensOf(messages.reduce((sum, message) => sum + message.content.length, 0));
  const completion_tokens = tokensOf(content.length);
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model: extractiveModelName,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}
