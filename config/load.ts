import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { envLayer } from './layers/env-layer.ts';
import { mergeAssignments, underSchemaNames, type Layer } from './layers/layer.ts';
import { storedAssignments } from './layers/stored-layer.ts';
import { yamlLayer } from './layers/yaml-layer.ts';
import { changesInForce, type SettingChange } from '../domain/operations/setting-changes.ts';
import {
  ConfigError,
  either,
  foundText,
  pathText,
  valueAt,
  type ConfigProblem,
  type SetAside,
} from './problem.ts';
import { parseAll, type Config } from './schema.ts';
import { listSettings, settingAt } from './setting-tree.ts';

type Env = Readonly<Record<string, string | undefined>>;
type ReadFile = (path: string) => string;

interface Loaded {
  readonly config: Config;
  /**
   * Where each path (`kb.llm.model`) was set: `config.yaml:12`, a variable's name or the page. Other paths have their defaults.
   */
  readonly origins: ReadonlyMap<string, string>;
}

export interface LoadedConfig extends Loaded {
  /** The environment merged over Temporal's settings in `.env`. */
  readonly env: Env;
  /** The same with what moderators changed: over the file, under the environment. Reads no file again. */
  readonly withChanges: (
    changes: readonly SettingChange[],
  ) => Loaded & { readonly setAside: readonly SetAside[] };
}

/**
 * Reads the config: defaults, then the YAML file, then `.env`, then the environment. Within the last two, `STEWARD__…`
 * wins over `APP__…`. Throws `ConfigError` with every mistake at once.
 */
export function loadConfig({
  path,
  env,
  dotenvPath = '.env',
  readFile = (file) => readFileSync(file, 'utf8'),
}: {
  /** The YAML file; null uses only defaults and variables. */
  readonly path: string | null;
  readonly env: Env;
  /** May be missing; null reads none. */
  readonly dotenvPath?: string | null;
  readonly readFile?: ReadFile;
}): LoadedConfig {
  const written = dotenvPath === null ? {} : readDotenv(dotenvPath, readFile);
  const dotenv = Object.fromEntries(Object.entries(written).filter(([name]) => isSetting(name)));
  const file = underSchemaNames(path === null ? emptyLayer : fileLayer(path, readFile));
  const variables = [dotenv, env]
    .flatMap((each) => [
      envLayer({ env: each, prefix: 'APP', readFile }),
      envLayer({ env: each, prefix: 'STEWARD', readFile }),
    ])
    .map(underSchemaNames);
  const load = (changes: readonly SettingChange[]) => loadLayers(file, changes, variables);
  const { config, origins } = load([]);
  return {
    config,
    origins,
    env: { ...dotenv, ...env },
    withChanges: (changes) => withValid(load, { config, origins }, changes),
  };
}

function loadLayers(file: Layer, changes: readonly SettingChange[], variables: readonly Layer[]): Loaded {
  const ofFile = file.assignments;
  const fileSources = ofFile.find(({ path }) => pathText(path) === 'kb.sources')?.value;
  const stored = storedAssignments(changes, fileSources);
  const assignments = [...ofFile, ...stored, ...variables.flatMap((layer) => layer.assignments)];
  const tree = mergeAssignments(assignments);
  const { config, issues } = parseAll(tree);
  const origins = new Map(assignments.map(({ path: at, origin }) => [pathText(at), origin]));
  const originOf = nearestOrigin(origins);
  const refused = [file, ...variables].flatMap((layer) => layer.problems);
  const isMissing = ({ path: missing, found }: ConfigProblem) =>
    found === foundText(undefined) && refused.some(({ path }) => path === missing);
  const problems: readonly ConfigProblem[] = [
    ...refused,
    // A refused value is missing afterwards, which is not another mistake.
    ...schemaProblems(issues, tree, originOf).filter((one) => !isMissing(one)),
  ];
  if (config === null || problems.length > 0) throw new ConfigError(problems);
  return { config, origins };
}

/**
 * With the changes that are valid; one that an upgrade or the file made invalid never keeps a process from starting. A channel whose limit to
 * groups is invalid answers from no group.
 */
function withValid(
  load: (changes: readonly SettingChange[]) => Loaded,
  plain: Loaded,
  changes: readonly SettingChange[],
): Loaded & { readonly setAside: readonly SetAside[] } {
  const inForce = changesInForce(changes);
  const added = inForce.flatMap(({ path: [section, , name = '', setting] }) =>
    section === 'discord' && setting === undefined ? name : [],
  );
  const listed = new Set([...Object.keys(plain.config.discord.channels), ...added]);
  // Others name the groups of sources. A setting of a channel that is listed nowhere any more does not list it.
  const {
    sources = [],
    others = [],
    unlisted = [],
  } = Object.groupBy(inForce, ({ path: [section, , name = ''] }) => {
    if (section === 'kb') return 'sources';
    return section === 'discord' && !listed.has(name) ? 'unlisted' : 'others';
  });
  const setAside: SetAside[] = unlisted.map((change) => ({
    change,
    problems: [{ ...unlistedProblem, path: pathText(change.path) }],
  }));
  const kept: SettingChange[] = [];
  let loaded = plain;
  // All at once, then each half, because nearly all are valid.
  const add = (some: readonly SettingChange[]): void => {
    try {
      if (some.length > 0) loaded = load([...kept, ...some]);
      kept.push(...some);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const half = Math.floor(some.length / 2);
      if (half > 0) {
        add(some.slice(0, half));
        return add(some.slice(half));
      }
      for (const change of some) setAside.push({ change, problems: error.problems });
    }
  };
  add([...sources, ...others]);
  return { config: withoutGroups(loaded.config, setAside), origins: loaded.origins, setAside };
}

const unlistedProblem = {
  found: 'a channel that is listed no more',
  expected: 'one of the configuration, or one that was added on the page',
  origin: null,
} as const;

function withoutGroups(config: Config, setAside: readonly SetAside[]): Config {
  const channels = { ...config.discord.channels };
  for (const { change } of setAside) {
    const [section, , name = '', setting] = change.path;
    const channel = Object.hasOwn(channels, name) ? channels[name] : undefined;
    if (section === 'discord' && setting === 'sources' && channel)
      channels[name] = { ...channel, sources: [] };
  }
  return { ...config, discord: { ...config.discord, channels } };
}

const emptyLayer: Layer = { assignments: [], problems: [] };
const noFile = 'no such file';

/** The text of a file, and what was found if it cannot be read. */
function textIn(path: string, readFile: ReadFile): { readonly text: string; readonly found: string | null } {
  try {
    return { text: readFile(path), found: null };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    return { text: '', found: code === 'ENOENT' ? noFile : `a file that cannot be read (${code})` };
  }
}

function fileLayer(path: string, readFile: ReadFile): Layer {
  const { text, found } = textIn(path, readFile);
  if (found === null) return yamlLayer({ text, name: path });
  return { assignments: [], problems: [{ path, found, expected: 'a YAML file', origin: null }] };
}

/**
 * Other variables lead to programs and their arguments (XDG_CACHE_HOME to the Temporal server), and a folder may come from somebody
 * else: `.env` sets none of them.
 */
const isSetting = (name: string): boolean => /^(?:STEWARD__|APP__|TEMPORAL_)/u.test(name);

function readDotenv(path: string, readFile: ReadFile): Env {
  const { text, found } = textIn(path, readFile);
  if (found === null || found === noFile) return parseEnv(text);
  throw new ConfigError([{ path, found, expected: 'lines like NAME=value', origin: null }]);
}

/**
 * The origin of a value, or of the nearest group that contains it, or of a value inside it or beside it in the file. Beside a
 * variable, the variable that is missing is named.
 */
const nearestOrigin =
  (origins: ReadonlyMap<string, string>) =>
  (path: readonly PropertyKey[]): string | null => {
    for (let length = path.length; length > 0; length -= 1) {
      const origin = origins.get(pathText(path.slice(0, length)));
      if (origin !== undefined) return origin;
    }
    // A group has the origin of the first value set in it, even if a required key is missing there.
    for (const group of [path, path.slice(0, -1)]) {
      const inside = [...origins].find(([known]) => known.startsWith(`${pathText(group)}.`))?.[1];
      if (inside && (group === path || !/^(?:STEWARD|APP)__/u.test(inside))) return inside;
      if (inside) return `STEWARD__${path.map(String).join('__').toUpperCase()} is not set`;
    }
    return null;
  };

/** Describes the schema's issues. `originOf` says where the value at a path was set. */
function schemaProblems(
  issues: ReturnType<typeof parseAll>['issues'],
  tree: unknown,
  originOf: ReturnType<typeof nearestOrigin>,
): readonly ConfigProblem[] {
  return issues.flatMap((issue): readonly ConfigProblem[] => {
    const { path } = issue;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownKey(path, key, originOf([...path, key])));
    }
    const isKey = issue.code === 'invalid_key';
    const value = isKey ? String(path.at(-1)) : valueAt(tree, path);
    const setting = settingAt(isKey ? path.slice(0, -1) : path);
    const words =
      issue.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : setting?.expects;
    const expected = `${words ?? 'another value'}${hint(value, setting?.kind)}`;
    return [{ path: pathText(path), found: foundText(value), expected, origin: originOf(path) }];
  });
}

function unknownKey(parent: readonly PropertyKey[], key: string, origin: string | null): ConfigProblem {
  const expected = expectedInstead(parent, key);
  return { path: pathText([...parent, key]), found: 'an unknown key', expected, origin };
}

/** The names that begin alike, the place where a setting of that name belongs, or all names that there are. */
function expectedInstead(parent: readonly PropertyKey[], key: string): string {
  const siblings = Object.keys(settingAt(parent)?.fields ?? {});
  const alike = siblings.filter((name) => name.startsWith(key.slice(0, 3)));
  if (alike.length > 0) return either.format(alike);
  const elsewhere = listSettings().find(({ path }) => path.split('.').at(-1) === key);
  if (elsewhere) return elsewhere.path;
  return siblings.length > 0 ? either.format(siblings) : 'no key here';
}

function hint(value: unknown, kind: string | undefined): string {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber && kind === 'text' ? `. Quote it: "${value}"` : '';
}
