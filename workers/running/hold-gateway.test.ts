import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Leases } from '../../domain/ports/records.ts';
import { configSchema } from '../../config/schema.ts';
import { holdGateway } from './hold-gateway.ts';
import { openStore } from '../wiring/open-adapters.ts';
import { createLogger } from '../wiring/logger.ts';

async function open() {
  const dir = mkdtempSync(join(tmpdir(), 'steward-gateway-'));
  const log = createLogger({ level: 'silent', file: null });
  const config = configSchema.parse({ storage: { data_dir: dir } });
  const storage = await openStore(config, { log });
  const held: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const giveUp of held) await giveUp();
    await storage.close();
    rmSync(dir, { recursive: true });
  });
  return async (owner: string, seconds: number) => {
    const time = new Date(Date.UTC(2026, 1, 1, 0, 0, seconds));
    const giveUp = await holdGateway({ leases: storage.records, now: () => time, lost: () => {}, owner });
    held.push(giveUp);
    return giveUp;
  };
}

describe('the gateway', () => {
  it('has one owner, and goes over when it is given up', async () => {
    const hold = await open();
    const giveUp = await hold('first 1', 0);
    await expect(hold('second 2', 1)).rejects.toThrow('process 1 on first, since 2026-02-01T00:00:00.000Z');
    await giveUp();
    await hold('second 2', 2);
  });

  it('goes over at once from a dead process of this host, and after a minute from another host', async () => {
    const hold = await open();
    await hold(`${hostname()} ${spawnSync('true').pid}`, 0);
    await hold('other 2', 1);
    await expect(hold('third 3', 60)).rejects.toThrow('process 2 on other');
    await hold('third 3', 62);
  });

  it('stays with a process of this host that lives', async () => {
    const hold = await open();
    await hold(`${hostname()} ${process.pid}`, 0);
    await expect(hold('second 2', 1)).rejects.toMatchObject({ code: 'discord_gateway_held' });
  });
});

it('is lost when the store confirms it no more', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let answers = true;
  const leases: Leases = {
    acquire: async ({ owner }) => {
      if (!answers) throw new Error('the store is away');
      const since = '2026-02-01T00:00:00.000Z';
      return { name: 'discord-gateway', owner, since, renewedAt: since };
    },
    release: async () => {},
  };
  const lost: string[] = [];
  const now = () => new Date();
  const giveUp = await holdGateway({ leases, now, lost: ({ code }) => lost.push(code), owner: 'one 1' });
  onTestFinished(giveUp);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lost).toEqual([]);
  answers = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lost[0]).toBe('discord_gateway_held');
});
