import {
  LineCounter,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Node,
  type Pair,
  visit as visitNodes,
} from 'yaml';
import { pathText, type ConfigProblem } from '../problem.ts';
import { settingAt } from '../setting-tree.ts';
import { schemaPath, type Assignment, type Layer, type Place } from './layer.ts';
import { variableName } from './env-layer.ts';

/** Reads a YAML file. Numbers that would lose digits stay bigints, so that the schema refuses them. */
export function yamlLayer({ text, name }: { readonly text: string; readonly name: string }): Layer {
  const lineCounter = new LineCounter();
  const options = { prettyErrors: false, intAsBigInt: true, merge: false, uniqueKeys: false };
  const document = parseDocument(text, { ...options, lineCounter });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const problems = faults.map(({ message, pos }): ConfigProblem => {
      const { line, col } = lineCounter.linePos(pos[0]);
      return { path: name, found: wordsOf(message), expected: 'YAML', origin: `${name}:${line}:${col}` };
    });
    return { assignments: [], problems };
  }
  const walk: Walk = { document, lineCounter, name, assignments: [], problems: [] };
  const aliases = aliasProblems(walk);
  if (aliases.length > 0) return { assignments: [], problems: aliases };
  walk.problems.push(...repeatedKeys(walk));
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return walk;
  if (isMap(root)) visit(walk, [], root, `${name}:1`);
  else
    walk.problems.push({
      path: name,
      found: 'no settings',
      expected: 'lines like `kb:`',
      origin: `${name}:1`,
    });
  return { problems: walk.problems, assignments: lastOfEach(walk.assignments) };
}

/** Refuses aliases, which could make a file refer to itself. A config is small enough without them. */
function aliasProblems({ document, lineCounter, name }: Walk): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  visitNodes(document, {
    Alias: (_key, alias) => {
      const { line } = lineCounter.linePos(alias.range?.[0] ?? 0);
      const found = `the alias *${alias.source}`;
      problems.push({ path: name, found, expected: 'the value itself', origin: `${name}:${line}` });
    },
  });
  return problems;
}

/** The mistakes of keys that a group has twice. */
function repeatedKeys({ document, lineCounter, name }: Walk): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  visitNodes(document, {
    Map: (_key, { items }) => {
      const lines = new Map<string, number>();
      for (const { key } of items) {
        const { line, col } = lineCounter.linePos(isNode(key) ? (key.range?.[0] ?? 0) : 0);
        const written = nameOf(key);
        const first = lines.get(written);
        if (first === undefined) lines.set(written, line);
        else {
          const found = `the key ${written} twice, first in line ${first}`;
          problems.push({ path: name, found, expected: 'it once', origin: `${name}:${line}:${col}` });
        }
      }
    },
  });
  return problems;
}

interface Walk {
  readonly document: Document;
  readonly lineCounter: LineCounter;
  readonly name: string;
  readonly assignments: Assignment[];
  readonly problems: ConfigProblem[];
}

/** Of values of a key that is there twice, the last one counts for the other mistakes. */
const lastOfEach = (assignments: readonly Assignment[]): readonly Assignment[] => [
  ...new Map(assignments.map((assignment) => [pathText(assignment.path), assignment])).values(),
];

function visit(walk: Walk, path: readonly string[], node: unknown, origin: string): void {
  const setting = settingAt(schemaPath(path));
  if (setting?.kind === 'secret') return refuseSecret(walk, path, node, origin);
  const isContainer = setting?.kind === 'group' || setting?.kind === 'record';
  if (isMap(node) && isContainer && node.items.length > 0) {
    for (const pair of node.items) visitPair(walk, path, pair);
    return;
  }
  const found = toValue(node, walk.document);
  // A heading with nothing or only comments below it means defaults, unless the default is no group.
  const mayBeEmpty = isContainer && !setting.nullable && typeof setting.default !== 'string';
  const value = found === null && mayBeEmpty ? {} : found;
  walk.assignments.push({ path, value, origin, inside: isSeq(node) ? placesIn(walk, node, []) : [] });
}

function visitPair(walk: Walk, path: readonly string[], { key, value }: Pair): void {
  visit(walk, [...path, nameOf(key)], value, originOf(walk, key));
}

/** The places of everything in a list, at any depth. */
function placesIn(walk: Walk, node: unknown, path: readonly PropertyKey[]): readonly Place[] {
  const place = (key: PropertyKey, at: unknown, value: unknown) => [
    { path: [...path, key], origin: originOf(walk, at) },
    ...placesIn(walk, value, [...path, key]),
  ];
  if (isSeq(node)) return node.items.flatMap((item, at) => place(at, item, item));
  return isMap(node) ? node.items.flatMap(({ key, value }) => place(nameOf(key), key, value)) : [];
}

const nameOf = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key));

function originOf({ name, lineCounter }: Walk, node: unknown): string {
  const start = isNode(node) ? node.range?.[0] : undefined;
  return start === undefined ? name : `${name}:${lineCounter.linePos(start).line}`;
}

function refuseSecret({ problems }: Walk, path: readonly string[], node: unknown, origin: string): void {
  if (!node || (isScalar(node) && node.value === null)) return;
  const variable = variableName(schemaPath(path));
  const expected = `it in the environment or .env, as ${variable} or ${variable}_FILE`;
  problems.push({ path: pathText(path), found: 'a secret', expected, origin });
}

/** Plain data. Whole numbers arrive as bigints and become numbers if they fit exactly. */
function toValue(node: unknown, document: Document): unknown {
  return node ? plain((node as Node).toJS(document)) : null;
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/** The parser's message, as the middle of a sentence. */
const wordsOf = (message: string): string =>
  `a mistake in its syntax (${message.split('\n')[0]?.trim().replace(/[.:]$/, '') ?? ''})`;
