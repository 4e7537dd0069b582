import { expect, it } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { testFolder } from '../../../test/support/storage/test-store.ts';
import { changedSinceMeasurement, noteMeasurement } from './last-measurement.ts';

it('tells whether models or prompts have changed since answers were measured', () => {
  const folder = testFolder();
  const configOf = (ai: object, over: object = {}) =>
    configSchema.parse({
      storage: { data_dir: folder },
      ai_response: { llm: { model: 'extractive' }, ...ai },
      ...over,
    });
  expect(changedSinceMeasurement(configOf({}))).toBe(false);
  noteMeasurement(configOf({}));
  expect(changedSinceMeasurement(configOf({}, { kb: { sources_dir: 'elsewhere' } }))).toBe(false);
  for (const changed of [
    { answer_prompt: 'Answer.' },
    { profiles: { a: { tone: 'dry' } } },
    { llm: { model: 'other', base_url: 'http://127.0.0.1/v1' } },
  ])
    expect(changedSinceMeasurement(configOf(changed))).toBe(true);
});
