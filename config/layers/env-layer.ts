import { coerce } from './coerce.ts';
import { pathText, type ConfigProblem } from '../problem.ts';
import { Secret } from '../secret.ts';
import { settingAt } from '../setting-tree.ts';
import { placesInGroup, schemaPath, type Assignment, type Layer } from './layer.ts';

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
  for (const variable of variables(env, prefix)) {
    const { name, text, path } = variable;
    const inside = insideValue(variable);
    if (inside) {
      problems.push(inside);
      continue;
    }
    const setting = settingAt(schemaPath(path));
    const secretPath = secretOfFile(path);
    if (setting?.kind === 'secret') assignments.push({ path, value: new Secret(text.trim()), origin: name });
    else if (!secretPath) {
      const value = setting ? coerce(setting, text) : text;
      assignments.push({ path, value, origin: name, inside: placesInGroup(value, name) });
    } else if (env[name.slice(0, -fileSuffix.length)]) problems.push(setTwice(variable));
    else {
      const secret = readSecret({ ...variable, path: secretPath }, readFile);
      if (secret instanceof Secret) assignments.push({ path: secretPath, value: secret, origin: name });
      else problems.push(secret);
    }
  }
  return { assignments, problems };
}

function variables(env: Readonly<Record<string, string | undefined>>, prefix: string): readonly Variable[] {
  return Object.entries(env)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, text]) => {
      if (!name.startsWith(`${prefix}__`) || !text?.trim()) return [];
      const path = name
        .slice(prefix.length + 2)
        .toLowerCase()
        .split('__');
      // Variables of other programs may begin with APP__ too.
      const isOurs = prefix === 'STEWARD' || settingAt(schemaPath(path).slice(0, 1)) !== null;
      return isOurs ? [{ name, text, path }] : [];
    });
}

/** The mistake of a variable that addresses a part of a setting that is only set as a whole, such as an entry of a list. */
function insideValue({ name, path }: Variable): ConfigProblem | null {
  const above = path.slice(1).map((_, at) => path.slice(0, at + 1));
  const whole = above.find((place) => isWhole(schemaPath(place)));
  if (!whole) return null;
  const isList = settingAt(schemaPath(whole))?.kind === 'list';
  const variable = name
    .split('__')
    .slice(0, whole.length + 1)
    .join('__');
  return {
    path: pathText(schemaPath(whole)),
    found: isList ? 'a variable for a single entry' : 'a variable for a setting inside it',
    expected: isList ? `the whole list, as ${variable}='[…]'` : variable,
    origin: name,
  };
}

function isWhole(path: readonly string[]): boolean {
  const kind = settingAt(path)?.kind;
  return kind !== undefined && kind !== 'group' && kind !== 'record';
}

/** The path of the secret if the variable names its file, otherwise null. */
function secretOfFile(path: readonly string[]): readonly string[] | null {
  const last = path.at(-1) ?? '';
  if (!last.endsWith(fileSuffix)) return null;
  const secretPath = [...path.slice(0, -1), last.slice(0, -fileSuffix.length)];
  return settingAt(schemaPath(secretPath))?.kind === 'secret' ? secretPath : null;
}

function readSecret(
  { name, text, path }: Variable,
  readFile: (path: string) => string,
): Secret | ConfigProblem {
  try {
    const secret = readFile(text).trim();
    if (secret !== '') return new Secret(secret);
    return {
      path: pathText(path),
      found: 'an empty file',
      expected: 'a file that holds the secret',
      origin: name,
    };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const found = `${text}, which cannot be read (${code})`;
    return { path: pathText(path), found, expected: 'a file that holds the secret', origin: name };
  }
}

const setTwice = ({ name, path }: Variable): ConfigProblem => ({
  path: pathText(path),
  found: `both ${name} and ${name.slice(0, -fileSuffix.length)}`,
  expected: 'one of them',
  origin: name,
});
