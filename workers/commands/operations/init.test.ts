import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { loadGiven } from '../../../test/support/values/load-given.ts';

const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const guild = '123456789012345678';

/** Runs init in a new folder with a document. */
function initIn(...args: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'steward-init-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, 'kb'));
  writeFileSync(join(cwd, 'kb', 'guide.md'), '# Guide\n\nThe port is 8080.\n');
  const ended = spawnSync(process.execPath, [cli, 'init', '--yes', ...args], { cwd, encoding: 'utf8' });
  const path = join(cwd, 'config.yaml');
  return { ...ended, yaml: existsSync(path) ? readFileSync(path, 'utf8') : null };
}

const embedded = ['--docs', 'kb', '--model', 'extractive'];

it.each([
  [[], '--docs: Name a folder with your documents, or the address of a site.'],
  [['--docs', 'kb', '--model', ' '], '--model: Name the model.'],
  [
    ['--docs', 'kb', '--model', 'some', '--base-url', 'api.openai.com/v1'],
    '--base-url: api.openai.com/v1 is',
  ],
  [[...embedded, '--guild', '12', '--channel', 'help'], '--guild: "12" is no id.'],
  [[...embedded, '--guild', guild, '--channel', ''], '--channel: A channel has a name, or an id.'],
  [[...embedded, '--channel', '###help'], 'discord.channels.##help: found "##help"'],
])('init writes nothing for %j, and names the option or setting at fault', (args, sentence) => {
  const { status, stderr, yaml } = initIn(...args);
  expect([status, stderr, yaml]).toEqual([2, expect.stringContaining(sentence), null]);
});

it('init keeps a channel whose server is still to come, and says what it has turned on', () => {
  const { status, stdout, yaml } = initIn(...embedded, '--channel', 'help');
  expect([status, Object.keys(loadGiven({ yaml: yaml ?? '' }).config.discord.channels)]).toEqual([
    0,
    ['help'],
  ]);
  expect(stdout).toMatch(/It turns on HTTP with the moderators' page .* at port \d+\./u);
  expect(stdout).toContain(', and discord.guild_ids in config.yaml, once you have a Discord token');
});
