import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageText } from '../../../adapters/terminal/render.ts';
import { parseScript, playScript, type ScriptLine } from '../../../adapters/terminal/script.ts';
import { watchPosts } from '../../../adapters/terminal/shown-message.ts';
import { doneEvent } from '../../../domain/operations/community-events.ts';
import { checkKnowledgeFolder } from '../../init/check-kb.ts';
import type { TemporalAt } from '../../wiring/temporal-server.ts';
import { home, terminalConfig } from '../../demo/trial-config.ts';
import { converse, whatGoesOn, withTerminal, type Terminal } from '../../demo/with-terminal.ts';
import type { JsonOption } from '../../cli/command-parts.ts';
import { readNamedFile, UsageError } from '../../cli/exit.ts';
import { canAsk } from '../../cli/print.ts';

const demoKb = join(dirname(createRequire(import.meta.url).resolve('fastify/package.json')), 'docs');
const demoScript = fileURLToPath(new URL('../../../data/demo/script.jsonl', import.meta.url));

interface DemoOptions extends JsonOption {
  readonly kb?: string;
  readonly script?: string;
}

export async function demo({ kb, script: file, ...options }: DemoOptions): Promise<void> {
  const { json } = options;
  const goesOn = file === undefined && !json && canAsk();
  // Finds mistakes in the options before anything starts.
  const folder = await checkKnowledgeFolder(kb ?? demoKb);
  // The demo's own conversation is about the demo's documents.
  const isAlone = kb !== undefined && file === undefined;
  if (isAlone && !goesOn)
    throw new UsageError(
      'Without a terminal, name what is said about your documents: --script FILE, with --kb.',
    );
  const fileName = file ?? demoScript;
  const script = isAlone ? null : parseScript(readNamedFile(fileName), fileName);
  const config = terminalConfig({ kb: folder, dataDir: join(home, 'demo') });
  await withTerminal({ ...options, config, fresh: true }, async ({ session, stage, temporal, progress }) => {
    if (script) await play(script, { session, stage }, json);
    if (goesOn) await converse({ session, stage });
    progress(closingWords(temporal));
  });
}

/** Plays a script, rebuilds the library if anything was learned, and reports counts. */
async function play(
  script: readonly ScriptLine[],
  { session, stage }: Pick<Terminal, 'session' | 'stage'>,
  json: boolean,
): Promise<void> {
  const { discord, observer } = session;
  const show = (text: string) => void process.stdout.write(`${text}\n`);
  const stopWatching = json ? () => {} : watchPosts(discord, (post) => show(messageText(post)));
  await playScript({
    script,
    discord,
    channel: session.channel,
    settle: observer.idle,
    onLine: (message) => {
      void observer.follow(message.id);
      if (!json) show(`\n${messageText(message)}`);
    },
  });
  const learned = stage.events.some((event) => event.event === 'captured' && event.outcome === 'integrated');
  if (learned) stage.report(await session.regenerate());
  stopWatching();
  if (!json) show('');
  stage.report(doneEvent(stage.events));
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
