/**
 * Takes the pictures of docs/operations.md: plays its scenes on a Steward and a Temporal server of their own, with an
 * operator who uses the Temporal UI. Needs a Chromium: `node_modules/.bin/node scripts/operations/take-pictures.ts
 * [/usr/bin/chromium]`.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openScene, taking, type QuestionAndAnswer } from './scene.ts';
import { scriptArguments } from '../script-arguments.ts';
import { openTemporalUi } from './temporal-ui.ts';

const folder = fileURLToPath(new URL('../../docs/images/operations', import.meta.url));
const known: readonly QuestionAndAnswer[] = [
  ['Which port does the server use?', '8080, unless you set PORT.'],
  ['Can I use a port below 1024?', 'Only as root; put a proxy in front.'],
  ['Is port 0 allowed?', 'Yes, then it takes a free one.'],
  ['How do I make a backup?', 'Run acme backup; it writes one file.'],
  ['My key is refused.', 'Keys end after 90 days; make a new one under Settings.'],
  ['Is there a dark theme?', 'Yes, since 3.2, under Appearance.'],
];
const refused: readonly QuestionAndAnswer[] = [
  ['Can I restore a single file from a backup?', 'Yes: acme restore --only PATH.'],
  ['Can two servers share a key?', 'No, one key a server.'],
  ['Does the port have to be open to the outside?', 'No, only to your proxy.'],
];

const today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;

const [chromiumPath = '/usr/bin/chromium'] = scriptArguments(
  'Takes the pictures of docs/operations.md with a Chromium. Takes some minutes.',
  '[/usr/bin/chromium]',
);
await using scene = await openScene();
const ui = await openTemporalUi({ uiUrl: scene.uiUrl, chromiumPath });

async function picture(name: string): Promise<void> {
  await sleep(1_500);
  await ui.page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(name);
}

async function choose(testId: string, name: string): Promise<void> {
  await ui.page.getByTestId(testId).filter({ visible: true }).first().click();
  await ui.page.getByRole('option', { name }).filter({ visible: true }).first().click();
}

async function fill(json: string): Promise<void> {
  await ui.page.locator('.cm-content').filter({ visible: true }).last().click();
  // The editor closes brackets and quotes itself.
  await ui.page.keyboard.insertText(json);
}

async function submit(name = 'Submit'): Promise<void> {
  await ui.button(name).click();
  await sleep(1_000);
}

/** The newest capture with a status, as soon as there are this many. */
async function capture(status: string, count = 1): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const out = await scene.steward('captures', 'list', '--json');
    const rows = out.split('\n').filter((row) => row.includes(`"status":"${status}"`));
    const [first] = rows;
    if (first !== undefined && rows.length >= count)
      return (JSON.parse(first) as { workflow_id: string }).workflow_id;
  }
  throw new Error(`Not ${count} captures are ${status}:\n${await scene.steward('captures', 'list')}`);
}

/** Waits until the library has this many pairs. */
async function learned(count: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const generations = (await scene.steward('library', 'list', '--json')).trim().split('\n');
    const pairs = generations.map((line) => (JSON.parse(line) as { readonly pairs: number }).pairs);
    if (Math.max(...pairs) >= count) return;
  }
  throw new Error(`Not ${count} pairs were learned`);
}

/** Triggers the worker's refresh, which captures what was written. `steward index` would do so on queues of its own. */
async function refresh(): Promise<void> {
  await ui.schedule('steward-refresh');
  await ui.page
    .getByRole('button', { name: /more|actions/iu })
    .first()
    .click();
  await ui.menuItem('Trigger').click();
  await ui.button('Trigger').click();
}

try {
  await scene.write(known);
  await refresh();
  await learned(known.length);

  scene.provider.follow(() => ({ status: 401 }));
  await scene.write(refused);
  await refresh();
  await capture('failed', refused.length);
  await sleep(2_000);
  await ui.list(`WorkflowType = 'captureWorkflow' AND ExecutionStatus = 'Failed'`);
  await picture('failed-captures');
  const failed = await capture('failed');
  await ui.run(failed);
  await picture('why-it-failed');

  scene.provider.follow(taking(200));
  await ui.button('Reset').click();
  await ui.page
    .getByTestId('workflow-reset-event-id-select-button')
    .filter({ visible: true })
    .first()
    .click();
  await sleep(500);
  // The first task: the last one would replay the recorded failure.
  await ui.page.getByRole('option').filter({ visible: true }).first().click();
  await picture('reset');
  await ui.button('Confirm').click();
  await sleep(3_000);
  await ui.run(failed);
  await picture('reset-done');
  console.log(await scene.steward('captures', 'retry'));

  await scene.write([['Ports: everything has changed, which port now?', '9090 for everything.']]);
  await refresh();
  const waiting = await capture('waiting');
  await ui.run(waiting);
  await ui.tab('User Metadata').click();
  await picture('waits-for-a-yes');
  await ui.button('More Actions').click();
  await ui.menuItem('Send an Update').click();
  await choose('update-select-button', 'decideRemovals');
  await fill('{"approve": true}');
  await picture('approve');
  await submit();

  await scene.write(Array.from({ length: 40 }, (_, at) => [`Is port ${8000 + at} free?`, 'Yes.'] as const));

  scene.provider.follow(taking(1_500));
  await ui.startWorkflow();
  await ui.page.locator('#workflowId').fill('regenerate/by-hand');
  await ui.page.locator('#taskQueue').fill('steward');
  await ui.page.locator('#workflowType').fill('regenerateWorkflow');
  await picture('start-regeneration');
  await ui.button('Start Workflow').click();
  await sleep(14_000);
  await ui.run('regenerate/by-hand');
  await ui.tab('User Metadata').click();
  await picture('regeneration');
  await ui.button('More Actions').click();
  await ui.menuItem('Send a Signal').click();
  await choose('signal-select-button', 'pause');
  await picture('pause');
  await submit();
  await sleep(12_000);
  await ui.run('regenerate/by-hand');
  await ui.tab('User Metadata').click();
  await picture('paused');
  await ui.button('Request Cancellation').click();
  await submit('Confirm');
  await ui.list(`WorkflowType = 'captureWorkflow' AND Outcome = 'integrated' AND CloseTime > '${today}'`);
  await picture('learned-today');
} finally {
  await ui.close();
}
