import {
  LineCounter,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  type Document,
  visit as visitNodes,
} from 'yaml';
import { pathText, type ConfigProblem } from '../problem.ts';
import { isContainer, settingAt } from '../setting-tree.ts';
import { schemaPath, type Assignment, type Layer } from './layer.ts';
import { variableName } from './env-layer.ts';

interface Walk {
  readonly document: Document;
  /** The place of a node, such as `config.yaml:12`. */
  readonly originOf: (node: unknown) => string;
  readonly assignments: Assignment[];
  readonly problems: ConfigProblem[];
}

/** Reads a YAML file. Numbers that would lose digits stay bigints, so that the schema refuses them. */
export function yamlLayer({ text, name }: { readonly text: string; readonly name: string }): Layer {
  const lineCounter = new LineCounter();
  const options = { prettyErrors: false, intAsBigInt: true, merge: false };
  const document = parseDocument(text, { ...options, lineCounter });
  const faults = faultsIn(document).map(({ found, expected, at }): ConfigProblem => {
    const { line, col } = lineCounter.linePos(at);
    return { path: name, found, expected, origin: `${name}:${line}:${col}` };
  });
  if (faults.length > 0) return { assignments: [], problems: faults };
  const originOf = (node: unknown) =>
    `${name}:${lineCounter.linePos((isNode(node) && node.range?.[0]) || 0).line}`;
  const walk: Walk = { document, originOf, assignments: [], problems: [] };
  const root = document.contents;
  if (isMap(root)) visit(walk, [], root, originOf(root));
  else if (root !== null && !(isScalar(root) && root.value === null))
    walk.problems.push({
      path: name,
      found: 'no settings',
      expected: 'lines like `kb:`',
      origin: `${name}:1`,
    });
  return walk;
}

interface Fault {
  readonly found: string;
  readonly expected: string;
  readonly at: number;
}

/** Mistakes of syntax, and aliases, which could make a file refer to itself. A config is small enough without them. */
function faultsIn(document: Document): readonly Fault[] {
  const faults: Fault[] = [...document.errors, ...document.warnings].map(({ message, pos: [at] }) => {
    const words = message.split('\n')[0]?.trim().replace(/[.:]$/, '') ?? '';
    return { found: `a mistake in its syntax (${words})`, expected: 'YAML', at };
  });
  visitNodes(document, {
    // Its name may be a password that begins with an asterisk.
    Alias: (_key, { range }) => {
      faults.push({
        found: 'an alias (`*` and a name)',
        expected: 'the value itself, in quotes if it begins with `*`',
        at: range?.[0] ?? 0,
      });
    },
  });
  return faults;
}

function visit(walk: Walk, path: readonly string[], node: unknown, origin: string): void {
  const setting = settingAt(schemaPath(path));
  if (isMap(node) && isContainer(setting) && node.items.length > 0) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : String(key);
      visit(walk, [...path, name], value, walk.originOf(key));
    }
    return;
  }
  const found = isNode(node) ? plain(node.toJS(walk.document)) : null;
  if (setting?.kind === 'secret') {
    const variable = variableName(schemaPath(path));
    const expected = `it in the environment or .env, as ${variable} or ${variable}_FILE`;
    if (found !== null) walk.problems.push({ path: pathText(path), found: 'a secret', expected, origin });
    return;
  }
  // A heading with nothing or only comments below it means defaults, unless the default is no group.
  const mayBeEmpty = isContainer(setting) && !setting.nullable && typeof setting.default !== 'string';
  walk.assignments.push({ path, value: found === null && mayBeEmpty ? {} : found, origin });
}

/** Plain data. Whole numbers arrive as bigints and become numbers if they fit exactly. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}
