import { extractiveModelName } from '../domain/models/decisions.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answer } from './answer.ts';
import { type DecisionRequest, readChatRequest } from './chat-request.ts';

export interface ExtractiveModel {
  /** The `base_url` of a client, including `/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A prompt may contain several whole documents. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Starts a model that costs nothing and invents nothing: it ranks the text of the prompt's sections and quotes it. It serves the
 * part of OpenAI's HTTP interface that Steward uses, so that clients treat it like a real model. Only this computer reaches it.
 */
export async function startExtractiveModel(): Promise<ExtractiveModel> {
  const { fastify } = await import('fastify');
  const app = fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  addRoutes(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { baseUrl: `${url}/v1`, close: async () => app.close() };
}

function addRoutes(app: FastifyInstance): void {
  app.get('/v1/models', async () => ({
    object: 'list',
    data: [{ id: extractiveModelName, object: 'model', created: 0, owned_by: 'steward' }],
  }));
  app.post('/v1/chat/completions', async (request) => completion(readChatRequest(request.body)));
  app.setErrorHandler(async (error, _request, reply) => {
    const status = statusOf(error);
    const message = status < 500 && error instanceof Error ? error.message : 'The extractive model failed.';
    return reply
      .code(status)
      .send({ error: { message, type: 'invalid_request_error', param: null, code: null } });
  });
}

function completion({ decision, sections, as, promptChars }: DecisionRequest): object {
  const text = JSON.stringify(answer(decision, sections));
  const call = {
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name: decision, arguments: text },
  };
  const message =
    as === 'content'
      ? { role: 'assistant', content: text, refusal: null }
      : { role: 'assistant', content: null, tool_calls: [call] };
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model: extractiveModelName,
    choices: [{ index: 0, message, finish_reason: as === 'content' ? 'stop' : 'tool_calls', logprobs: null }],
    usage: usage(promptChars, text.length),
  };
}

/** Four characters count as one token, about as in English text with other models. */
function usage(promptChars: number, answerChars: number): object {
  const [prompt_tokens, completion_tokens] = [Math.ceil(promptChars / 4), Math.ceil(answerChars / 4)];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
