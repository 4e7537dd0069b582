import type { SettingChange } from '../domain/operations/setting-changes.ts';
import { hideKeys } from '../domain/intake/mask-credentials.ts';
import { Secret } from './secret.ts';

export interface ConfigProblem {
  /** A setting such as `kb.public_urls.guides/`, or a file's name if the mistake concerns the whole file. */
  readonly path: string;
  /** A description of the value, never a secret. */
  readonly found: string;
  readonly expected: string;
  /** Where it was set: `config.yaml:12`, the name of an environment variable, or null for a default. */
  readonly origin: string | null;
}

/** For a list of what is expected: "a, b or c". */
export const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** All mistakes of a config. `message` is for people and has one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly isMistake = true;
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super([heading(problems.length), ...problems.map(problemLine)].join('\n'));
    this.problems = problems;
  }
}

/** A change of a moderator that is invalid beside the file, the environment and the changes before it. */
export interface SetAside {
  readonly change: SettingChange;
  readonly problems: readonly ConfigProblem[];
}

/** Says what is wrong with it. */
export const setAsideText = ({ change, problems }: SetAside): string =>
  `A change of ${pathText(change.path)} on the moderators' page is set aside:${problems.map((one) => `\n${problemLine(one)}`).join('')}`;

const heading = (count: number): string =>
  count === 1 ? 'The configuration has a mistake:' : `The configuration has ${count} mistakes:`;

function problemLine({ path, found, expected, origin }: ConfigProblem): string {
  const where = origin === null ? '' : ` (${origin})`;
  return `  ${hideKeys(path)}: found ${found}, expected ${expected}${where}`;
}

/** Writes a path as the docs do, and a name that is empty as `""`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key === '' ? '""' : String(key)}`))
    .join('')
    .replace(/^\./, '');

const maxFoundChars = 60;

/** Describes a value in a few words on one line, without anything that may be a secret. */
export function foundText(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value instanceof Secret) return 'a secret';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(shorten(hideKeys(value)));
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${value}`;
  return typeof value === 'boolean' ? `the value ${value}` : 'a group of settings';
}

const shorten = (text: string): string =>
  text.length > maxFoundChars ? `${text.slice(0, maxFoundChars)}…` : text;

/** The value at a path of plain data. */
export function valueAt(tree: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      // A channel may be called constructor.
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    tree,
  );
}
