import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PermissionFlagsBits } from 'discord.js';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openTestDiscord } from '../support/discord/scene.ts';
import type { TestDiscord } from '../support/discord/test-discord.ts';
import { guide } from '../support/discord/scene.ts';
import { uniqueTaskQueue } from '../support/temporal.ts';

const cli = fileURLToPath(new URL('../../workers/cli.ts', import.meta.url));

/** A folder with documents and nothing else, and the command line in it. */
async function openFolder(discord: TestDiscord) {
  const dir = await mkdtemp(join(tmpdir(), 'steward-setup-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, 'docs'));
  await writeFile(join(dir, 'docs', 'guide.md'), guide);
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    STEWARD__DISCORD__TOKEN: discord.token,
    STEWARD__DISCORD__API_URL: discord.apiUrl,
    STEWARD__TEMPORAL__TASK_QUEUE: uniqueTaskQueue(),
    STEWARD__DISCORD__MESSAGE_BATCH_WAIT_SECONDS: '0.3',
  };
  const start = (...command: readonly string[]) => {
    const child = spawn(process.execPath, [cli, ...command], {
      env,
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, output: () => output };
  };
  const run = async (...command: readonly string[]) => {
    const { child, output } = start(...command);
    const [code] = await once(child, 'close');
    return { code: code as number, output: output() };
  };
  return { dir, start, run };
}

it('takes an owner from a folder of documents to the first answer', async () => {
  const discord = await openTestDiscord();
  const { dir, start, run } = await openFolder(discord);
  const { guildId } = discord.world;
  const told = ['--docs', 'docs', '--model', 'extractive', '--guild', guildId, '--channel', 'help'];
  const made = await run('init', ...told, '--yes');
  expect(made).toMatchObject({ code: 0 });
  const config = await readFile(join(dir, 'config.yaml'), 'utf8');
  expect(config.split('\n').length).toBeLessThan(20);
  expect(config).not.toContain(discord.token);
  expect((await stat(join(dir, '.env'))).mode & 0o777).toBe(0o600);
  const again = await run('init', ...told, '--yes');
  expect(again).toMatchObject({ code: 2 });
  expect(again.output).toContain('exists already');

  expect((await run('discord', 'invite')).output).toContain('https://discord.com/oauth2/authorize');
  expect((await run('discord', 'register')).output).toContain('6 commands and menus');
  expect(discord.commands).toHaveLength(6);
  discord.deny('help', PermissionFlagsBits.AddReactions);
  const lacking = await run('doctor');
  expect(lacking.code).toBe(1);
  expect(lacking.output).toContain('in #help Add Reactions');
  discord.deny('help', 0n);
  expect((await run('doctor')).output).toMatch(/ok\s+Discord: .*permissions in 1 channel/);

  const worker = start('worker');
  await discord.until(() => worker.output().includes('steward_started'), 'the worker runs');
  expect((await run('index')).code).toBe(0);
  const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
  await discord.until(() => discord.postsIn(question.id).length > 0, 'the first answer');
  expect(discord.postsIn(question.id)[0]?.content).toContain('8080');

  expect((await run('doctor')).output).toMatch(/ok\s+Temporal: \S+-reply: steward-all@/u);
  worker.child.kill('SIGTERM');
  await once(worker.child, 'close');
  expect((await run('doctor')).output).toContain('Temporal: no worker runs: npx steward worker');
});
