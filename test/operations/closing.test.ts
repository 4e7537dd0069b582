import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'discord.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { applicationIdOf } from '../../adapters/discord/emulator/world/world.ts';
import { progressTo } from '../../workers/cli/progress.ts';
import { gatewayId } from '../../workflows/contract/names.ts';
import { terminalConfig } from '../../workers/demo/trial-config.ts';
import { openTerminalSession } from '../../workers/demo/session.ts';
import { testFolder } from '../support/storage/test-store.ts';
import { testClient, testConnection } from '../support/temporal.ts';

it('what fails to close leaves nothing else open', async () => {
  const folder = testFolder();
  const kb = join(folder, 'docs');
  mkdirSync(kb);
  writeFileSync(join(kb, 'guide.md'), '# Guide\n\nThe default port is 8080.\n');
  const { steward, discord, close } = await openTerminalSession({
    config: terminalConfig({ kb, dataDir: join(folder, 'data') }),
    temporal: { settings: testConnection(), uiUrl: null, embedded: null },
    env: process.env,
    progress: progressTo({ write: () => true }),
    report: () => {},
  });
  onTestFinished(() => void vi.restoreAllMocks());
  failsOnce(Client.prototype, 'destroy');
  failsOnce(steward.storage, 'close');
  const disconnected = vi.spyOn(steward.client.connection, 'close');

  await expect(close()).rejects.toMatchObject({
    error: { message: 'close failed' },
    suppressed: { message: 'destroy failed' },
  });
  expect(disconnected).toHaveBeenCalledOnce();
  await expect(fetch(discord.apiUrl)).rejects.toThrow('fetch failed');
  const lease = (await testClient()).workflow.getHandle(gatewayId(applicationIdOf(discord.world)));
  expect((await lease.describe()).status.name).not.toBe('RUNNING');
});

/** Does its work, and then fails. */
function failsOnce<Name extends string>(owner: Record<Name, () => Promise<void>>, name: Name): void {
  const original = owner[name];
  vi.spyOn(owner as Record<string, () => Promise<void>>, name).mockImplementationOnce(async function (
    this: unknown,
  ) {
    await original.call(this);
    throw new Error(`${name} failed`);
  });
}
