import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('a worker ends when the bench that has started it is killed', async () => {
  const release = mkdtempSync(join(tmpdir(), 'steward-supervised-'));
  onTestFinished(() => rmSync(release, { recursive: true, force: true }));
  mkdirSync(join(release, 'workers'));
  const work = "console.error(process.pid, 'steward_started'); setInterval(() => {}, 60_000);";
  writeFileSync(join(release, 'workers/cli.ts'), work);
  const logFile = join(release, 'log');
  const given = { args: [], cwd: release, env: {}, logFile, release };
  const bench = `
    import { supervise } from ${JSON.stringify(new URL('supervised.ts', import.meta.url))};
    await supervise(${JSON.stringify(given)}).up();`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', bench], { stdio: 'ignore' });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  await expect.poll(log).toContain('steward_started');
  const alive = () => {
    try {
      return process.kill(Number.parseInt(log(), 10), 0);
    } catch {
      return false;
    }
  };
  expect(alive()).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(alive).toBe(false);
});
