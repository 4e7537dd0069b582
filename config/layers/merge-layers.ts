import type { Assignment } from './layer.ts';

export interface Tree {
  [key: string]: unknown;
}

/** One tree of all assignments; later ones win. Without prototypes, so that no key means anything but itself. */
export function mergeAssignments(assignments: readonly Assignment[]): Tree {
  const root = emptyTree();
  for (const { path, value } of assignments) {
    let at = root;
    for (const key of path.slice(0, -1)) {
      const former = at[key];
      const next = isTree(former) ? former : emptyTree();
      at[key] = next;
      at = next;
    }
    const last = path.at(-1);
    if (last === undefined || (isEmpty(value) && isTree(at[last]))) continue;
    at[last] = isEmpty(value) ? emptyTree() : value;
  }
  return root;
}

const emptyTree = (): Tree => Object.create(null) as Tree;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;

/** `{}` adds the group without changing what other layers set in it. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).length === 0;
