import { z } from 'zod';
import type { Secret } from './secret.ts';
import { aiResponse } from './schema/ai-response.ts';
import { withDefaultPaths } from './schema/default-paths.ts';
import { discord } from './schema/discord.ts';
import { kb } from './schema/kb.ts';
import { logging, storage, temporal } from './schema/runtime.ts';
import { texts } from './schema/texts.ts';

/**
 * Every setting with its type, limits, default and meaning, each exactly once. `configSchema.parse({})` gives the
 * defaults. The table in docs/configuration.md and config/default.yaml are made from here.
 */
export const configSchema = z
  .strictObject({
    discord: discord.prefault({}).describe('Where Steward works, and for whom.'),
    ai_response: aiResponse.prefault({}).describe('How questions are answered. `ai` is another name for it.'),
    kb: kb.prefault({}).describe('The documents, and what is learned from the team.'),
    temporal: temporal
      .prefault({})
      .describe(
        "The connection itself is set as Temporal's own tools do: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, …",
      ),
    storage: storage.prefault({}).describe('Where everything is kept.'),
    logging: logging.prefault({}).describe('What is logged.'),
    texts: texts.prefault({}).describe('The fixed texts that members read.'),
  })
  .transform((config) => ({ ...config, kb: withDefaultPaths(config.kb, config.storage.data_dir) }));

export type Config = DeepReadonly<z.output<typeof configSchema>>;

type DeepReadonly<T> = T extends Secret
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;
