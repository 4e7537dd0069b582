import { z } from 'zod';
import type { Secret } from './secret.ts';
import { aiResponse } from './schema/ai-response.ts';
import { http, metrics } from './schema/http.ts';
import { logging, storage, temporal, withDefaultPaths } from './schema/runtime.ts';
import { discord } from './schema/discord.ts';
import { refuseUnknownNames } from './schema/known-names.ts';
import { kb } from './schema/kb.ts';
import { budget, models } from './schema/models.ts';
import { moderation } from './schema/moderation.ts';
import { pages } from './schema/sources.ts';
import { texts } from './schema/texts.ts';
import type { ListedWords } from '../domain/moderation/moderation-types.ts';
import { modelProblems } from './schema/models-in-use.ts';

/**
 * Every setting with its type, limits, default and meaning, each exactly once. `configSchema.parse({})` gives the
 * defaults. The table in docs/configuration.md and config/default.yaml are made from here.
 */
export const configSchema = z
  .strictObject({
    discord: discord.prefault({}).describe('Where Steward works, and for whom.'),
    ai_response: aiResponse.prefault({}).describe('How Steward answers questions. `ai` is an alias.'),
    kb: kb.prefault({}).describe('The documents, and what Steward learns from the team.'),
    moderation: moderation
      .prefault({})
      .describe('What Steward masks in questions, and what it does not answer.'),
    models: models.prefault({}).describe('What models cost.'),
    budget: budget
      .prefault({})
      .describe(
        'What all of Steward may spend on models, per day (UTC). Steward makes no call that would exceed a limit: questions ' +
          'are then not answered, and captures wait. Also how often members may ask directly.',
      ),
    pages: pages.prefault({}).describe('How Steward fetches and checks web pages.'),
    temporal: temporal
      .prefault({})
      .describe(
        "Task queues and links. The connection has Temporal's own settings: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, …",
      ),
    storage: storage.prefault({}).describe('Where Steward keeps its data.'),
    http: http.prefault({}).describe('Questions over HTTP: see docs/http.md.'),
    metrics: metrics.prefault({}).describe('Metrics and health: see docs/metrics.md.'),
    logging: logging.prefault({}).describe('What is logged.'),
    texts: texts.prefault({}).describe('The fixed texts that members read.'),
  })
  .superRefine((config, context) => {
    for (const problem of modelProblems(config)) context.addIssue({ code: 'custom', ...problem });
  })
  .check(refuseUnknownNames)
  .transform((config) => ({
    ...config,
    kb: withDefaultPaths(config.kb, config.storage),
    moderation: { ...config.moderation, words: noWords },
  }));

/** Whoever loads the config reads the files. */
const noWords: ListedWords = {};

/** The JSON schema of the config, for editors. */
export const configSchemaUrl = new URL('schema.json', import.meta.url);

export type Config = DeepReadonly<z.output<typeof configSchema>>;

type DeepReadonly<T> = T extends Secret
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;
