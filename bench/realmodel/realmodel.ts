import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { refreshAndWait } from '../../workers/running/refresh-and-wait.ts';
import { printResult, type BenchOptions } from '../bench-results.ts';
import { answerTo, benchQueue, withBenchSteward } from '../support/bench-steward.ts';
import { startLlamaServer } from './llama-server.ts';
import { silentProgress } from '../../domain/operations/progress.ts';

const contexts = [4_096, 8_192] as const;

/** Fastify's reference is added to these, so that prompts fill their budgets. */
const documents = {
  'ports.md': '# Ports\n\nThe server listens on port 8080. Set `port` in harbor.toml to change it.\n',
  'backup.md':
    '# Backups\n\nRun `harbor backup` every night. It writes one archive to /var/backups/harbor.\n',
  'users.md':
    '# Users\n\nCreate a user with `harbor user add NAME`. Remove one with `harbor user remove NAME`.\n',
  'logs.md': '# Logs\n\nLogs are written to /var/log/harbor.log. The level `debug` shows every request.\n',
};

/** A question, and a pattern of right answers; null if the documents do not cover it, so that any answer is nonsense. */
const questions: readonly (readonly [question: string, holds: RegExp | null])[] = [
  ['Which port does the server listen on?', /8080/u],
  ['How do I create a user?', /user add/iu],
  ['Where are the logs written to?', /harbor\.log/iu],
  ['How do I change the largest size of a request body in Fastify?', /bodyLimit/u],
  ['When is the next release?', null],
];

interface Answered {
  readonly record: ReplyRecord;
  readonly holds: RegExp | null;
}

/**
 * The pipeline with a real model of 135 million parameters, in small contexts, with and without a grammar for its
 * answers: every call has to end in a parsed decision or a named cause, and no nonsense may be posted. By default only
 * a part, because a call takes many seconds on two cores.
 */
export async function run({ json, full, show }: BenchOptions): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-realmodel-'));
  const rows: Answered[] = [];
  try {
    for (const [name, text] of Object.entries(documents)) await writeFile(join(dir, name), text);
    await cp(reference, join(dir, 'fastify'), { recursive: true });
    const asked = full ? questions : questions.slice(-2);
    for (const contextTokens of contexts) rows.push(...(await askIn({ contextTokens, dir, asked, show })));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  const calls = rows.flatMap(({ record }) => record.modelCalls);
  const result = {
    calls: calls.length,
    parsed: calls.filter(({ error, milliseconds }) => !error && milliseconds > 0).length,
    named_cause: calls.filter(({ error }) => Boolean(error)).length,
    nonsense_posted: rows.filter(
      ({ record: { answer }, holds }) => answer !== null && (holds === null || !holds.test(answer)),
    ).length,
  };
  process.stdout.write(
    `${result.calls} calls: ${result.parsed} parsed, ${result.named_cause} with a named cause; ${result.nonsense_posted} nonsensical answers\n`,
  );
  if (json) printResult('realmodel', result);
}

const reference = fileURLToPath(new URL('../../node_modules/fastify/docs/Reference', import.meta.url));

async function askIn({
  contextTokens,
  dir,
  asked,
  show,
}: {
  readonly contextTokens: number;
  readonly dir: string;
  readonly asked: typeof questions;
  readonly show: boolean;
}): Promise<readonly Answered[]> {
  const server = await startLlamaServer({ contextTokens });
  const model = { model: 'smollm2', base_url: server.baseUrl, max_retries: 0, timeout_seconds: 90 };
  const options = {
    modelUrl: server.baseUrl,
    kb: { sources_dir: dir, llm: { model: 'extractive' } },
    ai: { llm: { ...model, max_output_tokens: 120 }, context_tokens: contextTokens },
    roles: ['reply', 'library'],
  } as const;
  const rows: Answered[] = [];
  try {
    await withBenchSteward(options, async (steward) => {
      await refreshAndWait({ client: steward.client, taskQueue: benchQueue, progress: silentProgress });
      for (const grammar of [true, false]) {
        server.useGrammar(grammar);
        for (const [question, holds] of asked) {
          const asked = { requestId: `${grammar}-${rows.length}`, question };
          const record = await answerTo(steward, asked);
          rows.push({ record, holds });
          tell(`${contextTokens}, ${grammar ? 'grammar' : 'free'}: ${question}`, record, show);
        }
      }
    });
  } finally {
    await server.close();
  }
  return rows;
}

function tell(asked: string, { reason, modelCalls, answer }: ReplyRecord, show: boolean): void {
  const ends = modelCalls.map(({ decision, error, inputTokens, milliseconds }) =>
    [decision, inputTokens, error ?? (milliseconds > 0 ? 'parsed' : 'without an end')].join(' '),
  );
  process.stdout.write(`${asked} ${reason} (${ends.join(', ')})\n`);
  if (show && answer !== null) process.stdout.write(`  ${answer}\n`);
}
