import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../../config/schema.ts';
import { modelsInUse } from '../../../config/schema/models-in-use.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';

const shape = z.object({ at: z.string(), models: z.string(), prompts: z.string() });

const fileOf = ({ storage }: Config): string => join(storage.data_dir, 'last-measurement.json');

/** Hashes of what decides about answers beside the sources: the models of replies, and all that prompts say. */
function measuredWith(config: Config) {
  const models = [...modelsInUse(config)].map(([step, { provider, model, base_url: url }]) => [
    step,
    provider,
    model,
    url,
  ]);
  const { ai_response: ai, moderation } = config;
  const prompts = Object.entries(ai).filter(([name]) => name.endsWith('_prompt'));
  const said = [ai.project_introduction, ai.profile, ai.profiles, ai.topics, moderation.personal_data_prompt];
  return {
    models: contentHash(JSON.stringify(models)),
    prompts: contentHash(JSON.stringify([prompts, said])),
  };
}

/** Remembers, on this host, with what answers were measured. */
export function noteMeasurement(config: Config): void {
  mkdirSync(config.storage.data_dir, { recursive: true });
  writeFileSync(fileOf(config), JSON.stringify({ at: new Date().toISOString(), ...measuredWith(config) }));
}

/** Says what has changed since the last measurement; null if nothing has, or if there was none. */
export function changedSinceMeasurement(config: Config): string | null {
  const last = readLast(config);
  const now = measuredWith(config);
  const changed = (['models', 'prompts'] as const).filter((part) => last && last[part] !== now[part]);
  if (!last || changed.length === 0) return null;
  const what = changed.join(' and ');
  return `The ${what} have changed since answers were last measured (${last.at.slice(0, 10)}): npx steward rehearse, or npx steward eval`;
}

function readLast(config: Config) {
  try {
    return shape.parse(JSON.parse(readFileSync(fileOf(config), 'utf8')));
  } catch {
    // Nothing was measured here, or the file is no longer readable: there is nothing to compare.
    return null;
  }
}
