import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { printResult, quantile, round, type BenchOptions } from '../bench-results.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'bin/steward.js');
const rounds = 10;
const patience = { timeout: 300_000 };

/**
 * How long an agent waits for its first answer after it starts `steward mcp` on new documents, how long a search takes
 * then, and how many of its hits have a link. Uses Fastify's documentation and the questions of the demo.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  const { TEMPORAL_ADDRESS: _, ...env } = process.env as Record<string, string>;
  const config = {
    ai_response: { llm: { model: 'extractive' } },
    kb: {
      sources_dir: join(root, 'node_modules/fastify/docs'),
      public_urls: { '': 'https://fastify.dev/docs/latest/' },
      embeddings: 'off',
    },
  };
  writeFileSync(join(dir, 'config.yaml'), JSON.stringify(config));
  const asked = parse(readFileSync(join(root, 'data/demo/questions.yaml'), 'utf8')) as readonly {
    readonly question: string;
  }[];
  const client = new Client({ name: 'bench', version: '1' });
  try {
    const started = performance.now();
    const args = [program, 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: dir, env }));
    const question = 'How do I change the log level?';
    await client.callTool({ name: 'ask', arguments: { question } }, patience);
    const first_answer_s = round((performance.now() - started) / 1000, 1);
    const [times, hits]: [number[], { readonly links: readonly string[] }[]] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const { question: query } of asked) {
        const began = performance.now();
        const { structuredContent } = await client.callTool({
          name: 'search_knowledge',
          arguments: { query },
        });
        times.push(performance.now() - began);
        hits.push(...(structuredContent as { readonly hits: typeof hits }).hits);
      }
    const search_p95_ms = Math.round(quantile(times, 0.95));
    const hits_with_link = hits.filter(({ links }) => links.length > 0).length / hits.length;
    const result = { first_answer_s, search_p95_ms, hits_with_link };
    for (const [what, value] of Object.entries(result)) console.log(what.padEnd(24), value);
    if (json) printResult('mcp', result);
  } finally {
    await client.close();
    execFileSync(process.execPath, [program, 'temporal', 'stop'], { cwd: dir, env, stdio: 'ignore' });
    rmSync(dir, { recursive: true, force: true });
  }
}
