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

/** The most similar sibling name, or the place where a setting of that name belongs. */
function expectedInstead(parent: readonly PropertyKey[], key: string): string {
  const group = settingAt(parent);
  const siblings = Object.keys(group?.fields ?? {});
  const nearest = nearestName(key, siblings);
  if (nearest) return pathText([...parent, nearest]);
  const elsewhere = listSettings().find(({ path }) => path.split('.').at(-1) === key);
  if (elsewhere) return elsewhere.path;
  return siblings.length > 0 ? `one of ${siblings.join(', ')}` : 'no key here';
}

function hint(value: unknown, kind: string | undefined): string {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber && kind === 'text' ? `. Quote it: "${value}"` : '';
}

/** The known name that was probably meant: at most a third of its letters differ. Null if none is that similar. */
export function nearestName(wrong: string, known: readonly string[]): string | null {
  const rated = known.map((name) => ({
    name,
    distance: editDistance(wrong.toLowerCase(), name.toLowerCase()),
  }));
  const best = rated.toSorted((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(1, best.name.length / 3) ? best.name : null;
}

/** The number of letters to add, remove, change or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? cell(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, change, swap));
    }
  }
  return cell(a.length, b.length);
}
