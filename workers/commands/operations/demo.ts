import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseScript } from '../../../adapters/terminal/script.ts';
import { checkKnowledgeFolder } from '../../init/check-kb.ts';
import type { TemporalAt } from '../../wiring/temporal-server.ts';
import { home, terminalConfig } from '../../demo/fixed-config.ts';
import { playDemo } from '../../demo/play.ts';
import { converse, whatGoesOn, withTerminal, type TerminalOptions } from '../../demo/with-terminal.ts';
import { readNamedFile } from '../../cli/exit.ts';
import { canAsk } from '../../cli/print.ts';

const demoKb = join(dirname(createRequire(import.meta.url).resolve('fastify/package.json')), 'docs');
const demoScript = fileURLToPath(new URL('../../../data/demo/script.jsonl', import.meta.url));

interface DemoOptions extends TerminalOptions {
  readonly kb?: string;
  readonly script?: string;
}

export async function demo({ kb, script: file, ...options }: DemoOptions): Promise<void> {
  const { json } = options;
  const goesOn = file === undefined && !json && canAsk();
  // Finds mistakes in the options before anything starts.
  const fileName = file ?? demoScript;
  // The demo's own conversation is about the demo's documents.
  const script = goesOn && kb !== undefined ? null : parseScript(readNamedFile(fileName), fileName);
  const folder = await checkKnowledgeFolder(kb ?? demoKb);
  const config = terminalConfig({ kb: folder, dataDir: join(home, 'demo') });
  await withTerminal({ ...options, config, fresh: true }, async ({ session, stage, temporal, progress }) => {
    if (script) await playDemo({ session, script, stage, json });
    if (goesOn) await converse({ session, stage });
    progress(closingWords(temporal));
  });
}

/** Where to see the runs, what keeps running, which model answered, and what to do next. */
const closingWords = (temporal: TemporalAt): string =>
  [
    '',
    ...(temporal.uiUrl === null ? [] : [`Every run, step by step, in the Temporal UI: ${temporal.uiUrl}`]),
    ...whatGoesOn(temporal),
    'This was the embedded model, which only quotes. To connect a real one: ai_response.llm.base_url and .model in',
    'config.yaml, its key as STEWARD__AI_RESPONSE__LLM__API_KEY; docs/configuration.md has every setting.',
  ].join('\n');
