import { z } from 'zod';
import { pathText, valueAt } from './problem.ts';
import { aiResponse } from './schema/ai-response.ts';
import { http, metrics } from './schema/http.ts';
import { logging, storage, temporal, withDefaultPaths } from './schema/runtime.ts';
import { discord } from './schema/discord.ts';
import type { DeepReadonly } from './schema/fields.ts';
import { refuseUnknownNames } from './schema/known-names.ts';
import { kb } from './schema/kb.ts';
import { budget, models } from './schema/models.ts';
import { moderation } from './schema/moderation.ts';
import { pages } from './schema/sources.ts';
import { texts } from './schema/texts.ts';
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
    texts: texts
      .prefault({})
      .describe(
        'The fixed texts that members read. `texts.<language>.<key>` replaces one, such as `texts.de.desk.helpful`: ' +
          'config/texts/en.json has the keys, and the file of each language its texts.',
      ),
  })
  .superRefine((config, context) => {
    for (const problem of modelProblems(config)) context.addIssue({ code: 'custom', ...problem });
  })
  .check(refuseUnknownNames)
  .transform((config) => ({ ...config, kb: withDefaultPaths(config.kb, config.storage) }));

export const configSchemaUrl = new URL('schema.json', import.meta.url);

export type Config = DeepReadonly<z.output<typeof configSchema>>;

type Issue = z.core.$ZodIssue;

/**
 * Returns every mistake, and the config without what is wrong, or null if there is none. Rules between settings are only
 * checked if each setting is valid, so invalid settings are removed and the rest is checked again until no new mistake shows up.
 */
export function parseAll(tree: unknown): {
  readonly config: Config | null;
  readonly issues: readonly Issue[];
} {
  const issues = new Map<string, Issue>();
  const taken: Place[] = [];
  for (let rest = tree; ;) {
    const parsed = configSchema.safeParse(rest);
    if (parsed.success) return { config: parsed.data, issues: [...issues.values()] };
    const before = rest;
    for (const issue of parsed.error.issues)
      if (!issues.has(keyOf(issue)) && !isAbout(issue, { taken, tree })) issues.set(keyOf(issue), issue);
    const places = parsed.error.issues.flatMap(placesOf);
    taken.push(...places.map((place) => (typeof place.at(-1) === 'number' ? place.slice(0, -1) : place)));
    rest = places.map((place) => knownPlace(before, place)).reduce(without, before);
    if (rest === before) return { config: null, issues: [...issues.values()] };
  }
}

type Place = readonly PropertyKey[];

/** Issues with the same text about the same path are one mistake. */
const keyOf = (issue: Issue): string =>
  `${pathText(issue.path)}: ${issue.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : ''}${
    issue.code === 'unrecognized_keys' ? issue.keys.join() : ''
  }`;

const placesOf = (issue: Issue): readonly Place[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];

/**
 * Whether an issue only arises because a setting was removed: it lies in that setting, it refers to it by name, or its
 * sentence names it: by its path, or by its key alone in the same group.
 */
function isAbout(
  { path, message }: Issue,
  { taken, tree }: { readonly taken: readonly Place[]; readonly tree: unknown },
): boolean {
  const words = message.split(/[^\w.]+/u);
  return taken.some((place) => {
    const [group, key, whole] = [pathText(place.slice(0, -1)), String(place.at(-1)), pathText(place)];
    return (
      place.every((step, at) => path[at] === step) ||
      words.some((word) => word === whole || word.startsWith(`${whole}.`)) ||
      ([pathText(path), pathText(path.slice(0, -1))].includes(group) && words.includes(key)) ||
      valueAt(tree, path) === key
    );
  });
}

/** A setting, or the group that lacks it. */
function knownPlace(tree: unknown, place: Place): Place {
  const at = place.findIndex((_, length) => valueAt(tree, place.slice(0, length + 1)) === undefined);
  return at === -1 ? place : place.slice(0, at);
}

/** Returns `tree` itself if it lacks the setting. A list with a wrong entry becomes empty, because entries keep their numbers. */
function without(tree: unknown, [key, ...inside]: Place): unknown {
  if (key === undefined || typeof tree !== 'object' || tree === null || !Object.hasOwn(tree, key))
    return tree;
  if (Array.isArray(tree))
    return inside.length === 0
      ? []
      : tree.map((one: unknown, at) => (at === key ? without(one, inside) : one));
  const { [key]: value, ...others } = tree as Readonly<Record<PropertyKey, unknown>>;
  return inside.length === 0 ? others : { ...others, [key]: without(value, inside) };
}
