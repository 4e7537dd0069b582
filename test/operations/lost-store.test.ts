import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';

it('a worker whose database is moved away ends at its next write instead of living on', async () => {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({ model });
  const worker = await steward.spawnWorker();
  await steward.indexDocuments();
  const ended = once(worker, 'exit') as Promise<[number | null]>;
  const path = join(steward.config.storage.data_dir, 'steward.sqlite');
  renameSync(path, `${path}.away`);
  const { client, config } = steward;
  await startOnce(client, startsOf(config.temporal.task_queue).refresh());
  const [code] = await ended;
  expect(code).toBe(1);
  renameSync(`${path}.away`, path);
});
