import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Decision, DecisionName } from '../../../domain/models/decisions.ts';
import {
  parseSections,
  type PromptSection,
  type SectionName,
} from '../../../domain/models/prompt-sections.ts';
import { completion, fails, json, type Play } from './provider-plays.ts';

/** One request, as a script sees it. */
export interface ScriptedCall {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly decision: DecisionName;
  readonly system: string;
  readonly user: string;
  readonly sections: readonly PromptSection[];
  /** As data URLs. */
  readonly images: readonly string[];
  /** The first section of a name, or an empty text. */
  readonly text: (name: SectionName) => string;
}

/** Defaults of fields that few scripts are about. */
const usual = {
  LLMGateDecision: { search: null, topic: null, subject_changed: true },
  LLMGenerationResult: { missing: null, answer_type: 'answer', confidence: 8, tool_calls: [] },
  LLMTextResult: { questions: [] },
} as const;

type Short<Name extends keyof typeof usual> = Omit<Decision<Name>, keyof (typeof usual)[Name]>;

export type ScriptedAnswer =
  | { readonly status: number }
  | Play
  | 'hang'
  | Decision<DecisionName>
  | Short<'LLMGateDecision'>
  | Short<'LLMGenerationResult'>
  | Short<'LLMTextResult'>;
export type Script = (call: ScriptedCall) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedProvider {
  readonly origin: string;
  /** The origin with `/v1`. */
  readonly baseUrl: string;
  /** Calls since the start or the last `play`; empty without `keepsCalls`. */
  readonly calls: readonly ScriptedCall[];
  /** The number of calls for a decision, or of all. */
  readonly callsOf: (decision?: DecisionName) => number;
  /** How many requests the client aborted before the answer was complete. */
  readonly hungUp: () => number;
  /** Changes the script. */
  readonly follow: (script: Script) => void;
  /** Sets a play for each further request, the last one for all others, and resets the counts. */
  readonly play: (...plays: readonly Play[]) => void;
  /** Resolves at the next call of a decision, before it is answered. */
  readonly reached: (decision: DecisionName) => Promise<void>;
  /** Resolves when the client leaves a call of a decision before it is answered. */
  readonly left: (decision: DecisionName) => Promise<void>;
  readonly close: () => void;
}

/**
 * An OpenAI-compatible provider over real HTTP that answers as a script says. It outlives processes that a test kills.
 */
export async function startScriptedProvider({
  script = () => 'hang',
  milliseconds = 0,
  countPrompt = () => 10,
  keepsCalls = true,
}: {
  readonly script?: Script;
  /** How long each answer takes. */
  readonly milliseconds?: number;
  /** The tokens of a prompt, as the provider reports them. */
  readonly countPrompt?: (prompt: string) => number;
  /** False for measurements, whose calls would fill the memory. */
  readonly keepsCalls?: boolean;
} = {}): Promise<ScriptedProvider> {
  const calls: ScriptedCall[] = [];
  const counts = new Map<DecisionName, number>();
  const waiting = { reached: new Set<Waiting>(), left: new Set<Waiting>() };
  let current = script;
  let hungUp = 0;
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that hung up while it sent its request, or sent none, makes no call.
    const sent = await textOf(request).catch(() => '');
    if (sent === '') return void response.writeHead(400).end();
    const call = callOf(request, sent);
    const { decision } = call;
    if (keepsCalls) calls.push(call);
    counts.set(decision, (counts.get(decision) ?? 0) + 1);
    tell(waiting.reached, decision);
    response.on('close', () => {
      if (response.writableFinished) return;
      hungUp += 1;
      tell(waiting.left, decision);
    });
    const value = await current(call);
    if (milliseconds > 0) await sleep(milliseconds);
    if (value === 'hang') return;
    if (typeof value === 'function') return value(response);
    if ('status' in value && typeof value.status === 'number') return fails(value.status)(response);
    const filled = { ...(usual as Partial<Record<DecisionName, object>>)[decision], ...value };
    const tokens = { in: countPrompt(`${call.system}\n${call.user}`), out: 5 };
    json(200, completion({ content: JSON.stringify(filled) }, tokens))(response);
  }
  const next = (of: Set<Waiting>, decision: DecisionName) =>
    new Promise<void>((resolve) => {
      of.add({ decision, resolve });
    });

  return {
    origin,
    baseUrl: `${origin}/v1`,
    calls,
    callsOf: (decision) =>
      decision === undefined
        ? [...counts.values()].reduce((sum, count) => sum + count, 0)
        : (counts.get(decision) ?? 0),
    hungUp: () => hungUp,
    follow: (script) => {
      current = script;
    },
    play: (...plays) => {
      const left = [...plays];
      current = () => (left.length > 1 ? left.shift() : left[0]) ?? 'hang';
      calls.length = 0;
      counts.clear();
      hungUp = 0;
    },
    reached: (decision) => next(waiting.reached, decision),
    left: (decision) => next(waiting.left, decision),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Waiting {
  readonly decision: DecisionName;
  readonly resolve: () => void;
}

function tell(waiting: Set<Waiting>, decision: DecisionName): void {
  for (const one of waiting) {
    if (one.decision !== decision) continue;
    waiting.delete(one);
    one.resolve();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function callOf({ url = '', headers }: IncomingMessage, sent: string): ScriptedCall {
  const body = JSON.parse(sent) as ChatRequest & ScriptedCall['body'];
  const [system, asked] = body.messages;
  const { text: user, images } = partsOf(asked?.content ?? '');
  const sections = parseSections(user);
  return {
    url,
    headers,
    body,
    // Function calling names the decision in its only tool; Anthropic's has no function around it.
    decision:
      body.response_format?.json_schema.name ??
      body.tools?.[0]?.function?.name ??
      body.tools?.[0]?.name ??
      unnamed,
    system: partsOf(system?.content ?? '').text,
    user,
    sections,
    images,
    text: (name) => sections.find((section) => section.name === name)?.text ?? '',
  };
}

const unnamed = '' as DecisionName;

type Content = string | readonly { readonly text?: string; readonly image_url?: { readonly url: string } }[];

const partsOf = (content: Content) =>
  typeof content === 'string'
    ? { text: content, images: [] }
    : {
        text: content.map(({ text = '' }) => text).join(''),
        images: content.flatMap(({ image_url }) => image_url?.url ?? []),
      };

interface ChatRequest {
  readonly messages: readonly { readonly content: Content }[];
  readonly response_format?: { readonly json_schema: { readonly name: DecisionName } };
  readonly tools?: readonly {
    readonly function?: { readonly name: DecisionName };
    readonly name?: DecisionName;
  }[];
}
