/** Takes the two pictures of README.md: plays the demo in a folder of its own, and looks at its runs in the Temporal UI. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import { scriptArguments } from '../script-arguments.ts';
import { openTemporalUi } from './temporal-ui.ts';

const program = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
const images = fileURLToPath(new URL('../../docs/images', import.meta.url));

const [chromiumPath = '/usr/bin/chromium'] = scriptArguments(
  'Takes the pictures of README.md with a Chromium. Takes a minute.',
  '[/usr/bin/chromium]',
);
const cwd = await mkdtemp(join(tmpdir(), 'steward-demo-'));
const [port, uiPort] = [await freePort(), await freePort()];

async function steward(...args: readonly string[]): Promise<void> {
  const command = spawn(process.execPath, [program, ...args], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error(`steward ${args.join(' ')} ended with ${code}`);
}

try {
  await steward('demo', '--port', String(port), '--ui-port', String(uiPort));
  const ui = await openTemporalUi({ uiUrl: `http://127.0.0.1:${uiPort}`, chromiumPath });
  try {
    await ui.list('');
    await ui.page.getByText('regenerateWorkflow').first().waitFor();
    await ui.page.screenshot({ path: join(images, 'demo-runs.png') });
    await ui.list("WorkflowType = 'captureWorkflow'");
    await ui.page
      .getByRole('table')
      .getByRole('link', { name: /capture/u })
      .first()
      .click();
    await ui.page.getByText('reindex').first().waitFor();
    await ui.page.screenshot({ path: join(images, 'capture-run.png') });
  } finally {
    await ui.close();
  }
} finally {
  await steward('temporal', 'stop').catch(() => {});
  await rm(cwd, { recursive: true, force: true });
}
