import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSteward } from '../steward.ts';
import { testConnection } from '../temporal.ts';

const own = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in a process, with the test's Temporal server and without a keyboard. */
export function runSteward(
  args: readonly string[],
  request: {
    readonly cwd: string;
    readonly env?: NodeJS.ProcessEnv;
    /** An installed program, instead of this checkout's. */
    readonly program?: string;
    /** Called with the process. What it returns is called when that has ended. */
    readonly started?: (child: ChildProcess) => () => void;
  },
): Promise<Ended> {
  const { cwd, env = {}, program = own, started = () => () => {} } = request;
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, TEMPORAL_ADDRESS: testConnection().address, NO_COLOR: '1', ...env },
    cwd,
  });
  const over = started(child);
  child.stdin.end();
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      over();
      resolve({ code, out, err });
    });
  });
}

/** The command line with the store and queues of a test's Steward. */
export async function commandsOf({ config }: TestSteward, modelUrl: string) {
  const cwd = dirname(config.storage.data_dir);
  const file = join(cwd, 'config.yaml');
  const settings = {
    ai_response: { llm: { model: 'scripted', base_url: modelUrl } },
    kb: { sources_dir: config.kb.sources_dir },
    storage: { data_dir: config.storage.data_dir, kind: config.storage.kind },
    temporal: { task_queue: config.temporal.task_queue },
    logging: { level: 'silent' },
  };
  await writeFile(file, JSON.stringify(settings));
  const env = { STEWARD__STORAGE__URL: config.storage.url?.reveal() };
  return (...args: readonly string[]): Promise<Ended> => runSteward([...args, '-c', file], { cwd, env });
}
