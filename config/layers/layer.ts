import { isDeepStrictEqual } from 'node:util';
import { pathText, type ConfigProblem, foundText } from '../problem.ts';
import { Secret } from '../secret.ts';

/** A value, with the name under which it was set and its place. */
export interface Assignment {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly origin: string;
}

/** The settings of one source (the file or the environment), and the mistakes that concern it as a whole. */
export interface Layer {
  readonly assignments: readonly Assignment[];
  readonly problems: readonly ConfigProblem[];
}

/** Renames every assignment to the schema's name. Two names of one setting with different values are a problem. */
export function underSchemaNames({ assignments, problems }: Layer): Layer {
  const byPath = new Map<string, Assignment & { readonly given: string }>();
  const conflicts: ConfigProblem[] = [];
  for (const assignment of assignments) {
    const { path, value, origin } = assignment;
    const target = schemaPath(path);
    const writtenPath = pathText(path);
    const earlier = byPath.get(pathText(target));
    if (earlier && !isSame(earlier.value, value)) {
      const expected = `the same as ${earlier.given}, which is ${foundText(earlier.value)}; set one of them`;
      conflicts.push({ path: writtenPath, found: foundText(value), expected, origin });
      continue;
    }
    byPath.set(pathText(target), { ...assignment, path: target, given: writtenPath });
  }
  return { assignments: [...byPath.values()], problems: [...problems, ...conflicts] };
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Secret && b instanceof Secret ? a.reveal() === b.reveal() : isDeepStrictEqual(a, b);

type Path = readonly string[];

/** Other names of settings. */
export const otherNames: readonly { readonly from: Path; readonly to: Path }[] = [
  { from: ['ai_response', 'llm_timeout_seconds'], to: ['ai_response', 'llm', 'timeout_seconds'] },
  { from: ['ai_response', 'max_retries'], to: ['ai_response', 'llm', 'max_retries'] },
  { from: ['ai_response', 'llm', 'vram_limit'], to: ['ai_response', 'llm', 'extra_body', 'vram_limit'] },
  { from: ['kb', 'llm', 'vram_limit'], to: ['kb', 'llm', 'extra_body', 'vram_limit'] },
  { from: ['kb', 'summarization_prompt'], to: ['ai_response', 'summarization_prompt'] },
];

/** Translates a path to the schema's: resolves `ai.*` and the names above, and removes the `#` of channels. */
export function schemaPath(path: Path): Path {
  const inSection = path[0] === 'ai' ? ['ai_response', ...path.slice(1)] : path;
  const other = otherNames.find(({ from }) => from.every((key, at) => inSection[at] === key));
  if (other) return [...other.to, ...inSection.slice(other.from.length)];
  const [section, group, channel = '', ...rest] = inSection;
  const isChannel = section === 'discord' && group === 'channels' && /^#[^#\s]/u.test(channel);
  return isChannel ? [section, group, channel.slice(1), ...rest] : inSection;
}

export interface Tree {
  [key: string]: unknown;
}

/** Merges all assignments into one tree; later ones win. The tree has no prototypes, so that no key has a special meaning. */
export function mergeAssignments(assignments: readonly Assignment[]): Tree {
  const root = emptyTree();
  for (const { path, value } of assignments) {
    let at = root;
    for (const key of path.slice(0, -1)) {
      const child = at[key];
      const next = isTree(child) ? child : emptyTree();
      at[key] = next;
      at = next;
    }
    const last = path.at(-1) ?? '';
    if (!isEmpty(value)) at[last] = value;
    else if (!isTree(at[last])) at[last] = emptyTree();
  }
  return root;
}

const emptyTree = (): Tree => Object.create(null) as Tree;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;

/** `{}` adds the group without changing what other layers set in it. */
export const isEmpty = (value: unknown): boolean => isGroup(value) && Object.keys(value).length === 0;

export const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
