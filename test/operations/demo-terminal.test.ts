import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
      env: { ...process.env, TEMPORAL_ADDRESS: testConnection().address, NO_COLOR: '1' },
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
