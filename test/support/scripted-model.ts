import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completion, json, type Play } from '../../adapters/llm/scripted-provider.ts';
import type { Decision, DecisionName } from '../../domain/models/decisions.ts';
import { parseSections, type Section, type SectionName } from '../../domain/models/prompt-sections.ts';
import { recallDecision } from '../../domain/testing-decisions.ts';
import { cleanUp } from './clean-up.ts';

export interface ScriptedCall {
  readonly decision: DecisionName;
  readonly system: string;
  readonly sections: readonly Section[];
  /** As data URLs. */
  readonly images: readonly string[];
  /** The first section of a name, or an empty text. */
  readonly text: (name: SectionName) => string;
}

/** Fields that hardly any script is about: a gate without a topic, an answer that needs no tool. */
const usual = {
  LLMGateDecision: { topic: null, subject_changed: true },
  LLMGenerationResult: { answer_type: 'answer', confidence: 8, tool_calls: [] },
} as const;

type Short<Name extends keyof typeof usual> = Omit<Decision<Name>, keyof (typeof usual)[Name]>;

/** What is sent in place of an answer. */
interface Raw {
  readonly play: Play;
}

export type ScriptedAnswer =
  | { readonly status: number }
  | Raw
  | 'hang'
  | Decision<DecisionName>
  | Short<'LLMGateDecision'>
  | Short<'LLMGenerationResult'>;
export type Script = (call: ScriptedCall) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedModel {
  readonly baseUrl: string;
  readonly calls: readonly ScriptedCall[];
  readonly callsOf: (decision: DecisionName) => number;
  /** Another script from now on. */
  readonly follow: (script: Script) => void;
  /** Resolves at the next call of a decision, before it is answered. */
  readonly reached: (decision: DecisionName) => Promise<void>;
  /** Resolves when the client leaves a call of a decision before it is answered. */
  readonly left: (decision: DecisionName) => Promise<void>;
}

/** A provider over real HTTP that answers as a test says. It outlives the worker processes that the test kills. */
export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const calls: ScriptedCall[] = [];
  const waiting: { readonly decision: DecisionName; readonly resolve: () => void }[] = [];
  const leaving: typeof waiting = [];
  let current = script;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on(
      'end',
      () => void answer(JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest, response),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    callsOf: (decision) => calls.filter((call) => call.decision === decision).length,
    follow: (next) => {
      current = next;
    },
    reached: (decision) =>
      new Promise((resolve) => {
        waiting.push({ decision, resolve });
      }),
    left: (decision) =>
      new Promise((resolve) => {
        leaving.push({ decision, resolve });
      }),
  };

  async function answer(
    { messages, response_format: format }: ChatRequest,
    response: ServerResponse,
  ): Promise<void> {
    const { text, images } = partsOf(messages[1].content);
    const sections = parseSections(text);
    const call: ScriptedCall = {
      decision: format.json_schema.name,
      system: messages[0].content,
      sections,
      images,
      text: (name) => sections.find((section) => section.name === name)?.text ?? '',
    };
    calls.push(call);
    for (const { decision, resolve } of waiting) if (decision === call.decision) resolve();
    response.on('close', () => {
      if (response.writableFinished) return;
      for (const { decision, resolve } of leaving) if (decision === call.decision) resolve();
    });
    const value = await current(call);
    if (value === 'hang') return;
    if ('play' in value) {
      value.play(response);
      return;
    }
    if ('status' in value && typeof value.status === 'number') {
      json(value.status, { error: { message: 'scripted' } })(response);
      return;
    }
    const filled = { ...(usual as Partial<Record<DecisionName, object>>)[call.decision], ...value };
    json(200, completion({ content: JSON.stringify(filled) }, { in: 10, out: 5 }))(response);
  }
}

type UserContent =
  | string
  | readonly { readonly text?: string; readonly image_url?: { readonly url: string } }[];

const partsOf = (content: UserContent) =>
  typeof content === 'string'
    ? { text: content, images: [] }
    : {
        text: content.map(({ text = '' }) => text).join(''),
        images: content.flatMap(({ image_url }) => image_url?.url ?? []),
      };

interface ChatRequest {
  readonly messages: readonly [{ readonly content: string }, { readonly content: UserContent }];
  readonly response_format: { readonly json_schema: { readonly name: DecisionName } };
}

/** What a plain provider would say: everything is a question, `guide.md` covers it, each pair goes to one topic. */
export const agreeable: Script = ({ decision, sections }) => {
  switch (decision) {
    case 'LLMGateDecision':
      return { is_question: true, is_answerable: true, rewrite_query: null, reason: 'asks' };
    case 'RecallDecision': {
      const earlier = sections.find(({ name }) => name === 'earlier');
      return recallDecision(earlier?.id ?? null);
    }
    case 'LLMSelectionResult':
      return { selected_source_ids: ['kb:guide.md', 'team:learned.txt'] };
    case 'LLMGenerationResult': {
      const ids = sections.filter(({ name }) => name === 'source').map(({ id }) => id ?? '');
      return {
        answer: 'Set the port to 8080.',
        citations: ids.map((source_id) => ({ source_id, qa_ids: [] })),
      };
    }
    case 'LLMVerificationResult':
      return { is_good_enough: true, issues: [], suggested_fix: null };
    case 'PersonalDataResult':
      return { excerpts: [] };
    case 'LLMTranslationResult':
      return { language: 'eng', translation: null };
    case 'LLMEvaluationResult':
      return { score: 8, reason: '' };
    case 'LLMTextResult':
      return { text: 'How to set the port.' };
    case 'ClassificationResult':
      return { skip: false, topic_name: 'learned' };
    case 'IntegrationResult':
      return { skip: false, remove_ids: [] };
    case 'ImageSummaryResult':
      return { summaries: [] };
  }
};
