import { z } from 'zod';
import { pathText } from './problem.ts';
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
 * defaults. docs/configuration.md and config/default.yaml are generated from it.
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

/** `loadConfig` reads the files. */
const noWords: ListedWords = {};

export const configSchemaUrl = new URL('schema.json', import.meta.url);

export type Config = DeepReadonly<z.output<typeof configSchema>>;

type DeepReadonly<T> = T extends Secret
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;

type Issue = z.core.$ZodIssue;

/**
 * Returns the config, or every mistake in it. Rules between settings are only checked if each setting is valid, so
 * invalid settings are removed and the rest is checked again until no new mistake shows up.
 */
export function parseAll(tree: unknown): {
  readonly config: Config | null;
  readonly issues: readonly Issue[];
  /** The tree without the settings that have a mistake. */
  readonly rest: unknown;
} {
  const first = configSchema.safeParse(tree);
  if (first.success) return { config: first.data, issues: [], rest: tree };
  const issues = new Map(first.error.issues.map((issue) => [keyOf(issue), issue]));
  const taken = first.error.issues.flatMap(placesOf);
  let rest = tree;
  for (let found: readonly Issue[] = first.error.issues; found.length > 0;) {
    rest = found.flatMap(placesOf).reduce(without, rest);
    const next = configSchema.safeParse(rest).error?.issues ?? [];
    found = next.filter((issue) => !issues.has(keyOf(issue)) && !isAbout(issue, taken));
    for (const issue of found) issues.set(keyOf(issue), issue);
    taken.push(...found.flatMap(placesOf));
  }
  return { config: null, issues: [...issues.values()], rest };
}

type Place = readonly PropertyKey[];

/** Issues with the same text about the same path are one mistake. */
const keyOf = (issue: Issue): string =>
  `${pathText(issue.path)}: ${issue.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : ''}${
    issue.code === 'unrecognized_keys' ? issue.keys.join() : ''
  }`;

const placesOf = (issue: Issue): readonly Place[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];

/** Whether an issue only arises because a setting was removed. */
const isAbout = ({ path, message }: Issue, taken: readonly Place[]): boolean =>
  taken.some(
    (place) =>
      place.every((key, at) => path[at] === key) ||
      message.split(/[^\w]+/u).includes(String(place.at(-1) ?? '')),
  );

function without(tree: unknown, [key, ...inside]: Place): unknown {
  if (key === undefined || typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    return inside.length === 0
      ? tree.filter((_, at) => at !== key)
      : tree.map((one: unknown, at) => (at === key ? without(one, inside) : one));
  }
  const group = tree as Readonly<Record<string, unknown>>;
  const name = String(key);
  if (!Object.hasOwn(group, name)) return tree;
  const { [name]: value, ...others } = group;
  return inside.length === 0 ? others : { ...others, [name]: without(value, inside) };
}
