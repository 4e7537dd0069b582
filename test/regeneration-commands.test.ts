import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fillArchive, librarian, rawEntry } from './support/archive.ts';
import { startScriptedModel } from './support/scripted-model.ts';
import { openTestSteward, type TestSteward } from './support/steward.ts';
import { testSettings } from './support/temporal.ts';

const program = fileURLToPath(new URL('../bin/steward.js', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command line on the library of a test's Steward. */
async function commandsOf({ config }: TestSteward, modelUrl: string) {
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

describe('on the command line', () => {
  it('a dry run shows the diff, a rebuild says what is live, and a roll back what comes next', async () => {
    const model = await startScriptedModel(librarian);
    const steward = await openTestSteward({ model });
    await fillArchive(steward, 2);
    const command = await commandsOf(steward, model.baseUrl);

    const dry = await command('regenerate', '--dry-run');
    expect(dry.out).toContain(`topic even (new)\n+ ${rawEntry(0).qaId} Where is number 0?`);
    expect(dry.out).toContain('Nothing was published: 2 entries, 2 integrated');

    const real = await command('regenerate', '--wait', '--json');
    expect(JSON.parse(real.out)).toMatchObject({ generation: 3, integrated: 2, topics: 2, model_calls: 2 });

    const list = await command('library', 'list');
    expect(list.out).toMatch(/^ +1 {2}kept .* 0 topics, 0 pairs\n +3 {2}live .* 2 topics, 2 pairs\n$/u);

    const back = await command('library', 'rollback');
    expect(back.out).toContain('Generation 1 is live again; generation 3 is kept');
    expect(back.out).toContain(
      'It does not know 2 raw entries that came in since. The next refresh takes them up',
    );
  });

  it('orders that cannot be carried out are one sentence', async () => {
    const model = await startScriptedModel(librarian);
    const command = await commandsOf(await openTestSteward({ model }), model.baseUrl);
    expect(await command('regenerate', '--pause')).toMatchObject({
      code: 0,
      err: expect.stringContaining('No regeneration is running.') as string,
    });
    expect(await command('regenerate', '--pause', '--wait')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--pause, --resume and --cancel stand alone') as string,
    });
    expect(await command('library', 'rollback', '7')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The library has no generation 7') as string,
    });
  });
});
