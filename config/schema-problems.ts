import type { z } from 'zod';
import { foundText, pathText, type ConfigProblem, valueAt } from './problem.ts';
import { listSettings, settingAt } from './setting-tree.ts';

type Issue = z.core.$ZodIssue;

/** Describes the schema's issues. `originOf` says where the value at a path was set. */
export function schemaProblems({
  issues,
  tree,
  originOf,
}: {
  readonly issues: readonly Issue[];
  readonly tree: unknown;
  readonly originOf: (path: readonly PropertyKey[]) => string | null;
}): readonly ConfigProblem[] {
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
  if (alike.length > 0) return `one of ${alike.join(', ')}`;
  const elsewhere = listSettings().find(({ path }) => path.split('.').at(-1) === key);
  if (elsewhere) return elsewhere.path;
  return siblings.length > 0 ? `one of ${siblings.join(', ')}` : 'no key here';
}

function hint(value: unknown, kind: string | undefined): string {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber && kind === 'text' ? `. Quote it: "${value}"` : '';
}
