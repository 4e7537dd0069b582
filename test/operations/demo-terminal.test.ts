import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { testFolder } from '../support/storage/test-store.ts';
import { testConnection } from '../support/temporal.ts';

const program = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
/** Gives the demo a terminal. */
const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;

it.skipIf(!hasScript)(
  'demo in a terminal plays the conversation, and then lets a person take part',
  async () => {
    const command = `"${process.execPath}" "${program}" demo`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: testFolder(),
      env: { ...process.env, TEMPORAL_ADDRESS: testConnection().address },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let shown = '';
    child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await expect
      .poll(() => shown, { timeout: 120_000 })
      .toMatch(/1 regenerated[^]*Ask something, or type \/help/u);
    child.stdin.write('How do I redact the Authorization header?\r');
    await expect.poll(() => shown, { timeout: 60_000 }).toMatch(/Ask something[^]*Steward[^]*sources:/u);
    child.stdin.write('/quit\r');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

it('dev lets a person speak in the first channel of its config', async () => {
  const cwd = testFolder();
  mkdirSync(join(cwd, 'docs'));
  writeFileSync(join(cwd, 'docs/guide.md'), '# Guide\n\nThe default port is 8080.\n');
  writeFileSync(
    join(cwd, 'config.yaml'),
    'discord: { channels: { questions: {}, lounge: {} } }\nai_response: { llm: { model: extractive } }\nkb: { sources_dir: docs }\n',
  );
  const child = spawn(process.execPath, [program, 'dev', '-c', 'config.yaml', '--data', 'data'], {
    cwd,
    env: { ...process.env, TEMPORAL_ADDRESS: testConnection().address },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  child.stdin.end('What is the default port?\n');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(shown).toMatch(/#questions member[^]*What is the default port\?[^]*#questions[^]*8080/u);
});
