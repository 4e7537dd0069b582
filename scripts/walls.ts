import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { scriptArguments } from './script-arguments.ts';

/**
 * The walls between the folders, as lists of what each may import. `npm run check` runs this script. Everything else is
 * forbidden, whatever form the import has: static, dynamic, of types, re-exported, or the file of a thread or process.
 */
interface Wall {
  /** Folders and files of this repository, separated by spaces. */
  readonly knows: string;
  /** Folders of which only types may be imported. */
  readonly types?: string;
  /** Libraries and modules of Node; all of them by default. */
  readonly packages?: string;
}

const walls: Readonly<Record<string, Wall>> = {
  domain: {
    knows: 'domain',
    packages:
      'node:crypto node:module node:path/posix zod any-ascii eld/extrasmall github-slugger gpt-tokenizer/encoding/o200k_base ibantools ipaddr.js libphonenumber-js/min naughty-words/fr.json obscenity smol-toml stemmer @orama/stemmers/dutch @orama/stemmers/french @orama/stemmers/german @orama/stemmers/italian @orama/stemmers/portuguese @orama/stemmers/spanish yaml',
  },
  workflows: {
    knows: 'workflows domain',
    types: 'activities',
    packages: '@temporalio/common @temporalio/workflow',
  },
  activities: {
    knows: 'activities domain',
    types: 'config',
    packages:
      '@langchain/core/language_models/base @langchain/core/runnables @langchain/langgraph @temporalio/activity @temporalio/common node:crypto node:timers/promises p-throttle zod',
  },
  interactions: { knows: 'interactions domain', types: 'config', packages: 'node:crypto' },
  adapters: { knows: 'adapters domain workflows/contract', types: 'config' },
  'extractive-model': { knows: 'extractive-model domain', packages: 'node:fs' },
  config: { knows: 'config domain', packages: 'node:fs node:path node:util yaml zod' },
  workers: {
    knows:
      'activities adapters config domain extractive-model interactions workers workflows data package.json workflow-bundle.js',
  },
};

/** A sentence for each forbidden import of a file, and for the clock in the domain. Lint refuses its other globals. */
export function breaches(file: string, source: string): readonly string[] {
  const imports = importsIn(file, source)
    .filter((each) => !mayImport(file, each))
    .map(({ target, isType }) => `${file} may not import ${isType ? 'types of ' : ''}${target}`);
  const readsClock = file.startsWith('domain/') && clock.test(source);
  const hides = walls[file.split('/')[0] ?? '']?.packages !== undefined && hidden.test(source);
  return [
    ...imports,
    ...(hides ? [`${file} may not hide what it imports: name it in quotes where it is imported`] : []),
    ...(readsClock ? [`${file} may not read the clock: take the time as an argument`] : []),
  ];
}

function mayImport(file: string, { target, isOwn, isType }: Import): boolean {
  const wall = walls[file.split('/')[0] ?? ''];
  if (!wall) return true;
  // A test may import everything, and would pass it on.
  if (isOwn && /\.test\.[cm]?[jt]sx?$/u.test(target)) return false;
  return isOwn
    ? `${wall.knows} ${isType ? wall.types : ''}`.split(' ').some((one) => isIn(target, one))
    : wall.packages === undefined || wall.packages.split(' ').includes(target);
}

const listed = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} and ${more.length} more`;

const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

const mostFiles = 15;

/** For each importer the places that it imports, each with the files that do so. */
type Arrows = Map<string, Map<string, Set<string>>>;

/**
 * A sentence for each import between files, or between folders beside each other, that is part of a circle, and one for each
 * full folder. A forbidden import closes no circle, because it has to go anyway.
 */
export function disorder(sources: ReadonlyMap<string, string>): readonly string[] {
  const [files, folders]: readonly [Arrows, Arrows] = [new Map(), new Map()];
  for (const [file, source] of sources)
    for (const found of importsIn(file, source)) {
      const { target, isOwn } = found;
      if (!isOwn || !mayImport(file, found)) continue;
      if (sources.has(target)) draw(files, { from: file, to: target, file });
      const [from, to] = [dirname(file).split('/'), dirname(target).split('/')];
      const at = from.findIndex((name, depth) => name !== to[depth]);
      if (to[at] === undefined) continue;
      const [one, other] = [from, to].map((path) => path.slice(0, at + 1).join('/')) as [string, string];
      draw(folders, { from: one, to: other, file });
    }
  const full = [...Map.groupBy(sources.keys(), (file) => dirname(file))]
    .filter(([, inside]) => inside.length > mostFiles)
    .map(
      ([folder, inside]) =>
        `${folder} has ${inside.length} files besides tests, and at most ${mostFiles} are allowed: put some that belong together into a folder in it`,
    );
  return [
    ...circles(files).map(({ one, other }) => `${one} imports ${other} in a circle`),
    ...circles(folders).map(({ one, other, by }) => `${one} imports ${other} in a circle: ${listed(by)}`),
    ...full,
  ];
}

function draw(arrows: Arrows, { from, to, file }: Readonly<Record<'from' | 'to' | 'file', string>>): void {
  const others = arrows.get(from) ?? new Map<string, Set<string>>();
  arrows.set(from, others.set(to, (others.get(to) ?? new Set()).add(file)));
}

/** The arrows that lead back to their beginning, rare ones first, because they are most often the mistake. */
function circles(arrows: Arrows) {
  const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const next of arrows.get(from)?.keys() ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  return [...arrows]
    .flatMap(([one, others]) => [...others].map(([other, by]) => ({ one, other, by: [...by] })))
    .filter(({ one, other }) => reached(other).has(one))
    .toSorted((a, b) => a.by.length - b.by.length);
}

interface Import {
  /** A file of this repository, or a package. */
  readonly target: string;
  readonly isOwn: boolean;
  /** Whether only types are imported. */
  readonly isType: boolean;
}

const quoted = String.raw`['"\x60]([^'"\x60\s]+)['"\x60]`;
const comment = String.raw`/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*\n`;
const gap = String.raw`(?:\s|${comment})*`;
/** No two ways to match one text, or a search could take forever. */
const names = String.raw`(?:${comment}|[^'"\x60;/]|/(?![*/]))`;
/** `Date` without an argument, with `new` or without. */
const clock = new RegExp(String.raw`\bnew Date\b(?!\s*\()|\bDate\(${gap}\)`, 'u');

/** An import whose target is no text, and a `require` that is kept for later. */
const hidden = new RegExp(
  String.raw`\bimport\s*\(${gap}[^'"\x60\s/]|\bcreateRequire\((?:[^()]|\([^()]*\))*\)(?!\s*(?:\.resolve)?\()`,
  'u',
);

const forms = new RegExp(
  [
    String.raw`\b(?:import|export)\b${gap}(type\s(?:${names})*?|(?:(?!\()${names})*?)\bfrom${gap}${quoted}`,
    String.raw`\bimport${gap}${quoted}`,
    String.raw`(?:\b(?:import|require|resolve|getBuiltinModule)|createRequire\([\w.]*\)(?:\.resolve)?)\s*\(${gap}${quoted}`,
    String.raw`new URL\(\s*['"\x60]([^'"\x60\s]+\.[jt]s)['"\x60]\s*,\s*import\.meta`,
  ].join('|'),
  'gu',
);

const importsIn = (file: string, source: string): readonly Import[] =>
  [...source.matchAll(forms)].flatMap(([, names = '', ...found]) =>
    found.flatMap((from) => {
      if (from === undefined) return [];
      const isOwn = from.startsWith('.');
      const target = isOwn ? normalize(join(dirname(file), from)) : from;
      return [{ target, isOwn, isType: /^type\s/u.test(names) }];
    }),
  );

/** The product's files, without tests, which may import everything. They are read from the disk: an archive has no git. */
export const productFiles = (): readonly string[] =>
  globSync(`{${Object.keys(walls).join(',')}}/**/*.{ts,js,mts,mjs,cts,cjs,tsx,jsx}`)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted();

if (import.meta.main) {
  scriptArguments(
    'Lists the imports that the walls between the folders forbid, and folders that are too full.',
  );
  const sources = new Map(productFiles().map((file) => [file, readFileSync(file, 'utf8')]));
  const found = [...[...sources].flatMap(([file, source]) => breaches(file, source)), ...disorder(sources)];
  for (const sentence of found) process.stderr.write(`${sentence}\n`);
  if (found.length > 0) process.stderr.write('docs/architecture.md, Walls, says what is allowed.\n');
  process.exitCode = found.length > 0 ? 1 : 0;
}
