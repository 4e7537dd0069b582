import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DecisionName } from '../domain/decisions.ts';
import { parseSections } from '../domain/prompt-sections.ts';
import { parseTopic } from '../domain/qa-blocks.ts';
import type { CorpusPair } from './chatterbot-corpus.ts';

export interface ScriptedLibrarian {
  readonly baseUrl: string;
  /** Requests answered so far, by decision. */
  readonly calls: () => Readonly<Partial<Record<DecisionName, number>>>;
  readonly total: () => number;
  readonly close: () => void;
}

const topicCount = 60;

/**
 * A provider over HTTP that takes a fixed time for each answer. It files a pair under the rarest of the corpus's sixty most
 * frequent words that its question holds, keeps every pair, and removes one that has the same question.
 */
export async function startScriptedLibrarian({
  pairs,
  milliseconds,
}: {
  readonly pairs: readonly CorpusPair[];
  readonly milliseconds: number;
}): Promise<ScriptedLibrarian> {
  const topics = frequentWords(pairs);
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
      const content = JSON.stringify(answer(decision, messages[1].content, topics));
      setTimeout(() => respond(response, content), milliseconds);
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

function respond(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'scripted',
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }),
  );
}

interface ChatRequest {
  readonly messages: readonly [{ readonly content: string }, { readonly content: string }];
  readonly response_format: { readonly json_schema: { readonly name: DecisionName } };
}

function answer(decision: DecisionName, user: string, topics: readonly string[]): object {
  const sections = parseSections(user);
  const pairsOf = (name: string) =>
    sections.filter((section) => section.name === name).flatMap(({ text }) => parseTopic(text).pairs);
  const question = (pair: ReturnType<typeof pairsOf>[number] | undefined) => pair?.turns[0]?.text ?? '';
  const [asked] = pairsOf('pair');
  if (decision === 'ClassificationResult') {
    const words = new Set(wordsOf(question(asked)));
    return { skip: false, topic_name: topics.findLast((topic) => words.has(topic)) ?? 'other' };
  }
  if (decision === 'IntegrationResult') {
    const same = pairsOf('topic').filter((pair) => question(pair) === question(asked));
    return { skip: false, remove_ids: same.map(({ qaId }) => qaId) };
  }
  return { text: 'Questions and answers of tech support.' };
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]{4,}/gu) ?? [];

function frequentWords(pairs: readonly CorpusPair[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { question } of pairs)
    for (const word of new Set(wordsOf(question))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, topicCount)
    .map(([word]) => word);
}
