import {
  LineCounter,
  isMap,
  isScalar,
  parseDocument,
  type Document,
  type Node,
  type Pair,
  visit as visitNodes,
} from 'yaml';
import { pathText, type ConfigProblem } from '../problem.ts';
import { settingAt } from '../setting-tree.ts';
import { schemaPath, type Assignment, type Layer } from './layer.ts';
import { variableName } from './env-layer.ts';

/** Reads a YAML file. Numbers that would lose digits stay bigints, so that the schema refuses them. */
export function yamlLayer({ text, name }: { readonly text: string; readonly name: string }): Layer {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, intAsBigInt: true, merge: false });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const problems = faults.map(({ message, pos }): ConfigProblem => {
      const { line, col } = lineCounter.linePos(pos[0]);
      return { path: name, found: wordsOf(message), expected: 'YAML', origin: `${name}:${line}:${col}` };
    });
    return { assignments: [], problems };
  }
  const aliases = aliasProblems({ document, lineCounter, name });
  if (aliases.length > 0) return { assignments: [], problems: aliases };
  const walk: Walk = { document, lineCounter, name, assignments: [], problems: [] };
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
  return walk;
}

/** Refuses aliases, which could make a file refer to itself; a config is small enough without them. */
function aliasProblems({
  document,
  lineCounter,
  name,
}: Omit<Walk, 'assignments' | 'problems'>): ConfigProblem[] {
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

interface Walk {
  readonly document: Document;
  readonly lineCounter: LineCounter;
  readonly name: string;
  readonly assignments: Assignment[];
  readonly problems: ConfigProblem[];
}

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
  walk.assignments.push({ path, value, origin });
}

function visitPair(walk: Walk, path: readonly string[], { key, value }: Pair): void {
  const name = isScalar(key) ? String(key.value) : String(key);
  const start = isScalar(key) ? key.range?.[0] : undefined;
  const origin = start === undefined ? walk.name : `${walk.name}:${walk.lineCounter.linePos(start).line}`;
  visit(walk, [...path, name], value, origin);
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
