import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Client } from '@temporalio/client';

/**
 * With RECORD_HISTORIES in the environment, keeps the history of a run that the demo has none of, for
 * test/replay.test.ts. Only when a workflow gets a new shape.
 */
export async function saveHistory(
  client: Client,
  workflowId: string,
  /** One run of several, and how it is named. */
  one?: { readonly runId: string; readonly outcome: string },
): Promise<void> {
  if (!process.env['RECORD_HISTORIES']) return;
  const handle = client.workflow.getHandle(workflowId, one?.runId);
  await handle.result();
  const { type, searchAttributes } = await handle.describe();
  const history = await handle.fetchHistory();
  const outcome = one?.outcome ?? String(searchAttributes['Outcome']?.[0] ?? 'ended');
  const name = `${type.replace('Workflow', '')}-${outcome}.json`;
  const path = fileURLToPath(new URL(`../histories/${name}`, import.meta.url));
  await writeFile(path, `${historyToJSON(history)}\n`);
}
