import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/schema.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';

const fileOf = ({ storage }: Config): string => join(storage.data_dir, 'last-measurement.txt');

/** A hash of the models, prompts and limits of answers. A secret is written as such, so no key is in it. */
const hashOf = ({ ai_response: ai, models }: Config): string =>
  contentHash(JSON.stringify([ai, models.fallbacks]));

/** Remembers, on this host, with which settings answers were measured. */
export function noteMeasurement(config: Config): void {
  mkdirSync(config.storage.data_dir, { recursive: true });
  writeFileSync(fileOf(config), hashOf(config));
}

/** Whether models, prompts or limits have changed since answers were measured; false if they never were, or nobody can tell. */
export function changedSinceMeasurement(config: Config): boolean {
  try {
    return readFileSync(fileOf(config), 'utf8') !== hashOf(config);
  } catch {
    return false;
  }
}
