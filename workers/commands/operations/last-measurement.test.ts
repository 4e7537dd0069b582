import { expect, it } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { testFolder } from '../../../test/support/storage/test-store.ts';
import { changedSinceMeasurement, noteMeasurement } from './last-measurement.ts';

it('models and prompts that have changed since answers were measured are named, and nothing else is', () => {
  const folder = testFolder();
  const configOf = (ai: object) =>
    configSchema.parse({
      storage: { data_dir: folder },
      ai_response: { llm: { model: 'extractive' }, ...ai },
    });
  expect(changedSinceMeasurement(configOf({}))).toBeNull();
  noteMeasurement(configOf({}));
  expect(changedSinceMeasurement(configOf({ max_sources: 2 }))).toBeNull();
  expect(changedSinceMeasurement(configOf({ answer_prompt: 'Answer.' }))).toContain(
    'The prompts have changed',
  );
  expect(changedSinceMeasurement(configOf({ profiles: { a: { tone: 'dry' } } }))).toContain(
    'The prompts have',
  );
  const other = { llm: { model: 'other', base_url: 'http://127.0.0.1/v1' }, gating_prompt: 'Gate.' };
  expect(changedSinceMeasurement(configOf(other))).toContain('The models and prompts have changed');
});
