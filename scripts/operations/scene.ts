import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embeddedDatabase, runningServer } from '../../adapters/temporal/server/server-record.ts';
import { isoWeekName } from '../../domain/values/time.ts';
import { formatRawEntry } from '../../domain/team/qa-blocks.ts';
import { endsWithParent } from '../../test/support/processes/ends-with-parent.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import {
  startScriptedProvider,
  type Script,
  type ScriptedProvider,
} from '../../test/support/provider/scripted-provider.ts';
import { sorting } from './sorting.ts';

export interface Scene extends AsyncDisposable {
  readonly provider: ScriptedProvider;
  readonly uiUrl: string;
  /** Runs a command and returns its output. */
  readonly steward: (...args: readonly string[]) => Promise<string>;
  /** Adds entries to the raw archive by hand. */
  readonly write: (pairs: readonly QuestionAndAnswer[]) => Promise<void>;
}

export type QuestionAndAnswer = readonly [question: string, answer: string];

/** The usual script, with this time for each answer. */
export const taking =
  (milliseconds: number): Script =>
  async (call) => {
    await sleep(milliseconds);
    return sorting(call);
  };

const program = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));

/** A worker with the server that it starts, in a folder that is removed when the scene closes. */
export async function openScene(): Promise<Scene> {
  const cwd = await mkdtemp(join(tmpdir(), 'steward-operations-'));
  const provider = await startScriptedProvider({ script: taking(200), countPrompt: () => 900 });
  await mkdir(join(cwd, 'docs'));
  await writeFile(join(cwd, 'docs', 'ports.md'), '# Ports\n\nThe server listens on port 8080.\n');
  await writeFile(
    join(cwd, 'config.yaml'),
    JSON.stringify({
      ai_response: { llm: { model: 'scripted', base_url: provider.baseUrl } },
      kb: { sources_dir: 'docs', max_removals_per_capture: 2 },
      storage: { data_dir: 'data' },
    }),
  );
  const { TEMPORAL_ADDRESS: _, ...outer } = process.env;
  const env = { ...outer, NO_COLOR: '1' };
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [...endsWithParent, program, ...args], { cwd, env, stdio: 'pipe' });
  const worker = start(['worker', '--role', 'reply,library']);

  const steward: Scene['steward'] = async (...args) => {
    const child = start(args);
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => (out += String(chunk)));
    child.stderr?.resume();
    await once(child, 'close');
    return out;
  };
  const close = async () => {
    const ended = hasEnded(worker) ? null : once(worker, 'exit');
    worker.kill('SIGTERM');
    await ended;
    await steward('temporal', 'stop');
    provider.close();
    await rm(cwd, { recursive: true, force: true });
  };
  await printed(worker, 'steward_started').catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const server = await runningServer(embeddedDatabase(join(cwd, 'data', 'temporal')));
  return {
    provider,
    uiUrl: `http://127.0.0.1:${server?.uiPort}`,
    steward,
    write: rawWriter(join(cwd, 'data', 'team-knowledge', 'raw')),
    [Symbol.asyncDispose]: close,
  };
}

/** Adds entries to this week's raw file, a minute apart, from a day ago on. */
function rawWriter(folder: string): Scene['write'] {
  let minute = 0;
  return async (pairs) => {
    const file = join(folder, `${isoWeekName(new Date())}.txt`);
    for (const [question, answer] of pairs) {
      const at = new Date(Date.now() - 86_400_000 + (minute += 1) * 60_000);
      const timestamp = timestampFromDate(at);
      const entry = formatRawEntry({
        qaId: qaIdFromTimestamp(timestamp),
        timestamp,
        conversationId: `thread_${minute}`,
        messageIds: [`${minute}1`, `${minute}2`],
        turns: [
          { label: 'User', text: question },
          { label: 'Team', text: answer },
        ],
      });
      await appendFile(file, `${entry}\n`);
    }
  };
}

/** A limit that only a hang reaches. */
const startMilliseconds = 300_000;

/** A process that a signal has ended has no exit code. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function printed(child: ChildProcess, words: string): Promise<void> {
  let out = '';
  child.stderr?.on('data', (chunk: Buffer) => (out += String(chunk)));
  for (let waited = 0; !out.includes(words); waited += 100) {
    if (hasEnded(child) || waited > startMilliseconds) throw new Error(`The worker has not started:\n${out}`);
    await sleep(100);
  }
}
