import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSteward } from './steward.ts';
import { testSettings } from './temporal.ts';

const program = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command line on the library of a test's Steward. */
export async function commandsOf({ config }: TestSteward, modelUrl: string) {
  const cwd = dirname(config.storage.data_dir);
  const file = join(cwd, 'config.yaml');
  const settings = {
    ai_response: { llm: { model: 'scripted', base_url: modelUrl } },
    kb: { sources_dir: config.kb.sources_dir },
    storage: { data_dir: config.storage.data_dir },
    temporal: { task_queue: config.temporal.task_queue },
    logging: { level: 'silent' },
  };
  await writeFile(file, JSON.stringify(settings));
  return (...args: readonly string[]): Promise<Ended> => {
    const env = { ...process.env, TEMPORAL_ADDRESS: testSettings().address, NO_COLOR: '1' };
    const child = spawn(process.execPath, [program, ...args, '-c', file], { env, cwd });
    let out = '';
    let err = '';
    child.stdin.end();
    child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
    child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
    return new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, out, err }));
    });
  };
}
