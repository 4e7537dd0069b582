import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openEmulated } from '../../../test/support/discord/emulated.ts';
import { testFolder } from '../../../test/support/storage/test-store.ts';

const run = promisify(execFile);
const bin = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

it.each([
  ['help', /^A capture asks before .* --yes.*\.$/u],
  ['halp', /^discord\.channels does not list "halp"; it lists help\.$/u],
])('where nobody can be asked, a capture in %s ends with what has to change', async (channel, sentence) => {
  const { token, apiUrl, world } = await openEmulated();
  const discord = { api_url: apiUrl, guild_ids: [world.guildId], channels: { help: {} } };
  const cwd = testFolder();
  writeFileSync(join(cwd, 'config.yaml'), JSON.stringify({ discord }));
  const command = [bin, 'discord', 'capture', '--channel', channel, '--since', '2026-01-01'];
  const env = { ...process.env, STEWARD__DISCORD__TOKEN: token };
  const ended = await run(process.execPath, command, { cwd, env }).catch((error: unknown) => error);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect((ended as { readonly stderr: string }).stderr.trim()).toMatch(sentence);
});
