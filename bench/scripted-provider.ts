import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completion, json } from '../adapters/llm/scripted-provider.ts';
import type { DecisionName } from '../domain/models/decisions.ts';

export interface ScriptedProvider {
  readonly baseUrl: string;
  /** Requests answered so far, by decision. */
  readonly calls: () => Readonly<Partial<Record<DecisionName, number>>>;
  readonly total: () => number;
  readonly close: () => void;
}

/** A provider over HTTP that takes a fixed time for each answer. */
export async function startScriptedProvider({
  answer,
  milliseconds,
  countPrompt = () => 0,
}: {
  readonly answer: (decision: DecisionName, user: string) => object;
  readonly milliseconds: number;
  /** The tokens of a prompt, as the provider reports them. */
  readonly countPrompt?: (prompt: string) => number;
}): Promise<ScriptedProvider> {
  const calls: Partial<Record<DecisionName, number>> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { messages, response_format: format } = JSON.parse(
        Buffer.concat(chunks).toString(),
      ) as ChatRequest;
      const decision = format.json_schema.name;
      calls[decision] = (calls[decision] ?? 0) + 1;
      const content = JSON.stringify(answer(decision, messages[1].content));
      const promptTokens = countPrompt(`${messages[0].content}\n${messages[1].content}`);
      const respond = json(200, completion({ content }, { in: promptTokens, out: 0 }));
      setTimeout(() => respond(response), milliseconds);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => ({ ...calls }),
    total: () => Object.values(calls).reduce((sum, count) => sum + count, 0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface ChatRequest {
  readonly messages: readonly [{ readonly content: string }, { readonly content: string }];
  readonly response_format: { readonly json_schema: { readonly name: DecisionName } };
}
