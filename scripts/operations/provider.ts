import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completion, fails, json } from '../../adapters/llm/scripted-provider.ts';
import type { DecisionName } from '../../domain/models/decisions.ts';
import { parseSections } from '../../domain/models/prompt-sections.ts';
import { parseTopic } from '../../domain/team/qa-blocks.ts';

export interface Provider {
  readonly baseUrl: string;
  /** What it does from now on. */
  readonly turn: (change: Partial<Mood>) => void;
  readonly close: () => void;
}

interface Mood {
  readonly refusesKey: boolean;
  readonly milliseconds: number;
}

const topics: Readonly<Record<string, string>> = {
  port: 'network',
  backup: 'backups',
  key: 'keys',
  theme: 'appearance',
};

/** A provider over HTTP that sorts pairs by a word of theirs, and removes all others when "everything has changed". */
export async function startProvider(): Promise<Provider> {
  let mood: Mood = { refusesKey: false, milliseconds: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
      const value = answer(asked.response_format.json_schema.name, asked.messages[1].content);
      const respond = mood.refusesKey
        ? fails(401)
        : json(200, completion({ content: JSON.stringify(value) }, { in: 900, out: 40 }));
      setTimeout(() => respond(response), mood.milliseconds);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    turn: (change) => {
      mood = { ...mood, ...change };
    },
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

function answer(decision: DecisionName, user: string): object {
  const sections = parseSections(user);
  const textOf = (name: string) => sections.find((section) => section.name === name)?.text ?? '';
  const pair = textOf('pair').toLowerCase();
  if (decision === 'ClassificationResult') {
    const word = Object.keys(topics).find((key) => pair.includes(key)) ?? '';
    return { skip: false, topic_name: topics[word] ?? 'general' };
  }
  if (decision === 'IntegrationResult') {
    const others = parseTopic(textOf('topic')).pairs.map(({ qaId }) => qaId);
    return { skip: false, remove_ids: pair.includes('everything has changed') ? others : [] };
  }
  if (decision === 'LLMGateDecision')
    return { is_question: true, is_answerable: true, rewrite_query: null, reason: 'asks' };
  return { text: 'What the team has said about this.' };
}
