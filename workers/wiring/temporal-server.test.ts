import { expect, test } from 'vitest';
import { uiLink } from './temporal-server.ts';

const run = { uiUrl: 'http://127.0.0.1:8233/', namespace: 'default', workflowId: 'batch/1/2/3' };

test('a workflow id with slashes is one part of the link', () => {
  expect(uiLink({ ...run, runId: 'r' })).toBe(
    'http://127.0.0.1:8233/namespaces/default/workflows/batch%2F1%2F2%2F3/r/history',
  );
});

test('without a run id the link leads to all runs of the id', () => {
  expect(uiLink(run)).toBe('http://127.0.0.1:8233/namespaces/default/workflows/batch%2F1%2F2%2F3');
});
