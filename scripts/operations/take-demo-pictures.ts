/** Takes the pictures of README.md: plays the demo in a folder of its own, and looks at its runs in the Temporal UI. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedDatabase, runningServer } from '../../adapters/temporal/server/server-record.ts';
import { scriptArguments } from '../script-arguments.ts';
import { conversationHtml } from './conversation-picture.ts';
import { openTemporalUi } from './temporal-ui.ts';

const program = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
const images = fileURLToPath(new URL('../../docs/images', import.meta.url));

const [chromiumPath = '/usr/bin/chromium'] = scriptArguments(
  'Takes the pictures of README.md with a Chromium. Takes a minute.',
  '[/usr/bin/chromium]',
);
const cwd = await mkdtemp(join(tmpdir(), 'steward-demo-'));

async function steward(...args: readonly string[]): Promise<string> {
  const command = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(command.stdout), once(command, 'exit')]);
  if (code !== 0) throw new Error(`steward ${args.join(' ')} ended with ${code}`);
  return output;
}

const linesOf = (json: string): readonly unknown[] =>
  json.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as unknown] : []));

try {
  const played = await steward('demo', '--json');
  const server = await runningServer(embeddedDatabase(join(cwd, '.steward', 'temporal')));
  const script = readFileSync(new URL('../../data/demo/script.jsonl', import.meta.url), 'utf8');
  const ui = await openTemporalUi({ uiUrl: `http://127.0.0.1:${server?.uiPort}`, chromiumPath });
  try {
    const conversation = [linesOf(played), linesOf(script)] as Parameters<typeof conversationHtml>;
    await ui.page.setContent(conversationHtml(...conversation));
    await ui.page.locator('main').screenshot({ path: join(images, 'conversation.png') });
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
