import type { z } from 'zod';
import { pathText } from './problem.ts';
import { configSchema, type Config } from './schema.ts';

type Issue = z.core.$ZodIssue;
type Group = Readonly<Record<string, unknown>>;

/**
 * The config, or everything that is wrong with it. What several settings say together is only looked at where each of
 * them fits alone, so what does not fit is taken out and the rest is looked at again: no mistake hides another.
 */
export function parseAll(tree: unknown): {
  readonly config: Config | null;
  readonly issues: readonly Issue[];
} {
  const first = configSchema.safeParse(tree);
  if (first.success) return { config: first.data, issues: [] };
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
  return { config: null, issues: [...issues.values()] };
}

type Place = readonly PropertyKey[];

/** The same words about the same place are one mistake. */
const keyOf = (issue: Issue): string =>
  `${pathText(issue.path)}: ${issue.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : ''}${
    issue.code === 'unrecognized_keys' ? issue.keys.join() : ''
  }`;

const placesOf = (issue: Issue): readonly Place[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];

/** A setting that was taken out is missed only because it does not fit. */
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
  const group = tree as Group;
  const name = String(key);
  if (!Object.hasOwn(group, name)) return tree;
  const { [name]: value, ...others } = group;
  return inside.length === 0 ? others : { ...others, [name]: without(value, inside) };
}
