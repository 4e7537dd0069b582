import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runSteward, type Ended } from './processes/run-steward.ts';
import type { TestSteward } from './steward.ts';

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
  return (...args: readonly string[]): Promise<Ended> => runSteward([...args, '-c', file], { cwd });
}
