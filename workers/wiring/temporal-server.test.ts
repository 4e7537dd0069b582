import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cachedBinaryPath } from '../../adapters/temporal/server/find-server.ts';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { testFolder } from '../../test/support/storage/test-store.ts';
import { reachTemporal, uiLink } from './temporal-server.ts';

test('whoever starts the server reads that it keeps running and how to stop it', async () => {
  const env = { PATH: '', XDG_CACHE_HOME: testFolder() };
  const binary = cachedBinaryPath(stewardCacheDir(env));
  mkdirSync(dirname(binary), { recursive: true });
  // Ends at once, as a server does that cannot start.
  writeFileSync(binary, '#!/bin/sh\nexit 1\n');
  chmodSync(binary, 0o700);
  const said: string[] = [];
  const progress = (line: string) => void said.push(line);
  const started = reachTemporal({ env, dir: join(testFolder(), 'temporal'), uiUrl: null, progress });
  await expect(started).rejects.toThrow('Temporal');
  expect(said).toEqual([
    expect.stringMatching(/^Starting the Temporal server .* npx steward temporal stop$/u),
  ]);
});

const run = { uiUrl: 'http://127.0.0.1:8233/', namespace: 'default', workflowId: 'batch/1/2/3' };

test('a workflow id with slashes is one part of the link', () => {
  expect(uiLink({ ...run, runId: 'r' })).toBe(
    'http://127.0.0.1:8233/namespaces/default/workflows/batch%2F1%2F2%2F3/r/history',
  );
});

test('without a run id the link leads to all runs of the id', () => {
  expect(uiLink(run)).toBe('http://127.0.0.1:8233/namespaces/default/workflows/batch%2F1%2F2%2F3');
});
