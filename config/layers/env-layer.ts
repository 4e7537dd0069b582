import { pathText, type ConfigProblem } from '../problem.ts';
import { Secret } from '../secret.ts';
import { isContainer, settingAt, childOf, type Setting } from '../setting-tree.ts';
import { isEmpty, isGroup, schemaPath, type Assignment, type Layer } from './layer.ts';
import { parse } from 'yaml';

/** The variable of a setting: `STEWARD__KB__LLM__MODEL` for `kb.llm.model`. */
export const variableName = (path: readonly string[]): string =>
  ['STEWARD', ...path].join('__').toUpperCase();

const fileSuffix = '_file';

interface Variable {
  readonly name: string;
  readonly text: string;
  readonly path: readonly string[];
}

/**
 * Reads the variables with a prefix: `STEWARD__KB__LLM__MODEL` sets `kb.llm.model`. Empty variables count as not set. A
 * secret may come from the file that `…_FILE` names.
 */
export function envLayer({
  env,
  prefix,
  readFile,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly prefix: 'STEWARD' | 'APP';
  readonly readFile: (path: string) => string;
}): Layer {
  const assignments: Assignment[] = [];
  const problems: ConfigProblem[] = [];
  for (const { name, text, path } of variables(env, prefix)) {
    const setting = settingAt(schemaPath(path));
    const secretPath = secretOfFile(path);
    const problem = (value: string, expected: string, at = path) =>
      problems.push({ path: pathText(schemaPath(at)), found: value, expected, origin: name });
    const whole = path.slice(1).map((_, at) => path.slice(0, at + 1));
    const above = whole.find((place) => isWhole(schemaPath(place)));
    if (above) {
      const variable = name.split('__', above.length + 1).join('__');
      problem('a variable for a part of it', `the whole value, in ${variable}`, above);
    } else if (!secretPath) {
      assignments.push(...settingsIn(path, setting ? coerce(setting, text) : text, name));
    } else if (env[name.slice(0, -fileSuffix.length)]) {
      problem(`both ${name} and ${name.slice(0, -fileSuffix.length)}`, 'one of them', secretPath);
    } else {
      const secret = readSecret(text, readFile);
      if (secret instanceof Secret) assignments.push({ path: secretPath, value: secret, origin: name });
      else problem(secret, 'a file that holds the secret', secretPath);
    }
  }
  return { assignments, problems };
}

function variables(env: Readonly<Record<string, string | undefined>>, prefix: string): readonly Variable[] {
  return Object.entries(env)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, text]) => {
      if (!name.startsWith(`${prefix}__`) || !text?.trim()) return [];
      const path = name.toLowerCase().split('__').slice(1);
      // Variables of other programs may begin with APP__ too.
      const isOurs = prefix === 'STEWARD' || settingAt(schemaPath(path).slice(0, 1)) !== null;
      return isOurs ? [{ name, text, path }] : [];
    });
}

/** Whether a setting has no parts that a variable can set, like a list. */
function isWhole(path: readonly string[]): boolean {
  const setting = settingAt(path);
  return setting !== null && !isContainer(setting);
}

/** The single settings of a value. */
const settingsIn = (path: readonly string[], value: unknown, origin: string): readonly Assignment[] =>
  isGroup(value) && !isEmpty(value) && isContainer(settingAt(schemaPath(path)))
    ? Object.entries(value).flatMap(([key, one]) => settingsIn([...path, key], one, origin))
    : [{ path, value, origin }];

/** The path of the secret if the variable names its file, otherwise null. */
function secretOfFile(path: readonly string[]): readonly string[] | null {
  const last = path.at(-1) ?? '';
  if (!last.endsWith(fileSuffix)) return null;
  const secretPath = [...path.slice(0, -1), last.slice(0, -fileSuffix.length)];
  return settingAt(schemaPath(secretPath))?.kind === 'secret' ? secretPath : null;
}

/** The secret in a file, or what was found instead. */
function readSecret(file: string, readFile: (path: string) => string): Secret | string {
  try {
    const secret = readFile(file).trim();
    return secret === '' ? 'an empty file' : new Secret(secret);
  } catch (error) {
    return `${file}, which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
}

/**
 * Converts the text of an environment variable to its setting's type. Text stays unchanged, so that ids keep their digits
 * and `no` stays a word. A list is `[a, b]` or `a, b`. The schema refuses what cannot be converted.
 */
function coerce(setting: Setting, text: string): unknown {
  if (setting.nullable && text === 'null') return null;
  const { kind, item } = setting;
  if (kind === 'any' || item?.kind === 'any') return parseYaml(text, 'core');
  if (kind === 'text') return text;
  if (kind === 'secret') return new Secret(text.trim());
  if (kind !== 'number' && kind !== 'boolean') return coerceNested(setting, parseYaml(text, 'failsafe'));
  const value = parseYaml(text, 'core');
  return typeof value === kind ? value : text;
}

/** `value` contains only texts, because the failsafe schema has no other scalars. */
function coerceNested(setting: Setting, value: unknown): unknown {
  const { kind, item } = setting;
  if (typeof value === 'string') {
    if (isContainer(setting)) return value;
    if (kind !== 'list') return coerce(setting, value);
    return value.split(',').map((one) => (item ? coerceNested(item, one.trim()) : one));
  }
  if (Array.isArray(value)) return value.map((one) => (item ? coerceNested(item, one) : one));
  if (value === null || typeof value !== 'object') return value;
  const nested = Object.entries(value).map(([key, one]) => {
    const child = childOf(setting, key);
    return [key, child ? coerceNested(child, one) : one];
  });
  return Object.fromEntries(nested);
}

function parseYaml(text: string, schema: 'core' | 'failsafe'): unknown {
  try {
    return parse(text, { schema, logLevel: 'error' });
  } catch {
    return text;
  }
}
