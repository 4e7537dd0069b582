import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { parseScript } from '../../../adapters/terminal/parse-script.ts';
import type { CommunityEvent } from '../../../adapters/terminal/events.ts';
import { harmlessJson } from '../../../adapters/terminal/harmless.ts';
import type { ScriptLine } from '../../../adapters/terminal/script-line.ts';
import { checkKnowledgeFolder } from '../../demo/check-kb.ts';
import { closingWords } from '../../demo/closing-words.ts';
import { terminalConfig } from '../../demo/fixed-config.ts';
import { converse } from '../../demo/converse.ts';
import { createStage, demoRenderer, playDemo } from '../../demo/play.ts';
import { openTerminalSession } from '../../demo/session.ts';
import { UsageError } from '../../cli/exit.ts';
import { progressTo } from '../../cli/progress.ts';
import { reachTemporal } from '../../wiring/temporal-server.ts';
import type { Ports } from '../../cli/command-options.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const demoKb = join(root, 'node_modules', 'fastify', 'docs');
const demoScript = join(root, 'data', 'demo', 'script.jsonl');

interface DemoOptions extends Ports {
  readonly kb?: string;
  readonly script?: string;
  readonly json: boolean;
  readonly stopServer: boolean;
}

export async function demo({
  kb = demoKb,
  script: scriptFile,
  json,
  stopServer,
  port,
  uiPort,
}: DemoOptions): Promise<void> {
  const progress = progressTo(process.stderr);
  const interactive = scriptFile === undefined && !json && process.stdin.isTTY && process.stdout.isTTY;
  // All that can be wrong with what was given is found before anything is started.
  const script = interactive ? null : await readScript(scriptFile ?? demoScript);
  const { folder } = await checkKnowledgeFolder(kb);
  const home = resolve('.steward');
  const dataDir = join(home, 'demo');
  const env = process.env;
  const temporal = await reachTemporal({
    env,
    dir: join(home, 'temporal'),
    port,
    uiPort,
    uiUrl: null,
    progress,
  });
  await rm(dataDir, { recursive: true, force: true });
  const stage = createStage((event) => render(event));
  const session = await openTerminalSession({
    config: terminalConfig({ kb: folder, dataDir, taskQueue: 'steward-demo' }),
    temporal,
    env,
    fresh: true,
    progress,
    report: stage.report,
  });
  const renderer = demoRenderer(session, process.stdout);
  const render = (event: CommunityEvent) =>
    json ? harmlessJson(event) : renderer.event(event, { withAnswer: false });
  try {
    if (script) await Promise.race([playDemo({ session, script, stage, json }), session.failed]);
    else await Promise.race([converse({ session, stage }), session.failed]);
    progress(closingWords({ temporal, stopServer, events: stage.events }));
  } finally {
    await session.close();
    if (stopServer) await temporal.embedded?.stop();
  }
}

async function readScript(file: string): Promise<readonly ScriptLine[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `The script ${file} cannot be read (${error.code ?? 'unknown'}). Name a file of JSON lines.`,
    );
  });
  return parseScript({ text, fileName: file });
}
