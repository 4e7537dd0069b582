import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { testFolder } from '../../../test/support/storage/test-store.ts';
import { estimateOf } from './capture-history.ts';

const bin = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

const openAi = 'https://api.openai.com/v1';

it('the estimate of a capture has the price of each step that reads the conversations', () => {
  const config = configSchema.parse({
    ai_response: { llm: { model: 'large', base_url: openAi } },
    kb: { steps: { classify: { model: 'small' }, describe: { model: 'extractive' } } },
    models: { prices: { large: { input: 10, output: 0 }, small: { input: 1, output: 0 } } },
  });
  expect(estimateOf(config, 4_000_000)).toEqual({ tokens: 3_000_000, costUsd: 11 });
});

it('the estimate of a capture leaves out what has no price, and is unknown where nothing has one', () => {
  const config = configSchema.parse({ ai_response: { llm: { model: 'large', base_url: openAi } } });
  expect(estimateOf(config, 400)).toEqual({ tokens: 300, costUsd: null });
  const free = configSchema.parse({ ai_response: { llm: { model: 'extractive' } } });
  expect(estimateOf(free, 400)).toEqual({ tokens: 300, costUsd: 0 });
});

it('where nobody can be asked, a capture does not begin without --yes', () => {
  const { stderr, stdout, status } = spawnSync(
    process.execPath,
    [bin, 'discord', 'capture', '--channel', 'help', '--since', '2026-01-01'],
    { cwd: testFolder(), encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.trim()).toMatch(/^A capture asks before .* --yes.*\.$/u);
});
