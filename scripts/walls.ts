import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
      'node:crypto node:module zod any-ascii eld/extrasmall gpt-tokenizer/encoding/o200k_base ibantools ipaddr.js libphonenumber-js/min naughty-words/fr.json obscenity stemmer @orama/stemmers/dutch @orama/stemmers/french @orama/stemmers/german @orama/stemmers/italian @orama/stemmers/portuguese @orama/stemmers/spanish',
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
  adapters: { knows: 'adapters domain workflows/contract skills', types: 'config' },
  'extractive-model': { knows: 'extractive-model domain', packages: 'fastify node:crypto zod' },
  config: { knows: 'config domain', packages: 'node:fs node:path node:util yaml zod' },
  workers: {
    knows:
      'activities adapters config domain extractive-model interactions workers workflows data package.json workflow-bundle.js',
  },
};

/** A sentence for each forbidden import of a file. */
export function breaches(file: string, source: string): readonly string[] {
  const wall = walls[file.split('/')[0] ?? ''];
  if (!wall) return [];
  return importsIn(source).flatMap(({ from, isType }) => {
    const isOwn = from.startsWith('.');
    const target = isOwn ? normalize(join(dirname(file), from)) : from;
    const may = isOwn
      ? `${wall.knows} ${isType ? wall.types : ''}`.split(' ').some((one) => isIn(target, one))
      : wall.packages === undefined || wall.packages.split(' ').includes(target);
    return may ? [] : [`${file} may not import ${isType ? 'types of ' : ''}${target}`];
  });
}

const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

interface Import {
  readonly from: string;
  /** Whether only types are imported. */
  readonly isType: boolean;
}

const quoted = String.raw`['"\x60]([^'"\x60\s]+)['"\x60]`;
const forms = new RegExp(
  [
    String.raw`\b(?:import|export)\b\s*(type\s[^'"\x60;]*?|[^'"\x60;(]*?)\bfrom\s*${quoted}`,
    String.raw`\bimport\s*${quoted}`,
    String.raw`(?:\b(?:import|require|resolve|getBuiltinModule)|createRequire\([\w.]*\)(?:\.resolve)?)\s*\(\s*${quoted}`,
    String.raw`new URL\(\s*['"\x60]([^'"\x60\s]+\.[jt]s)['"\x60]\s*,\s*import\.meta`,
  ].join('|'),
  'gu',
);

const importsIn = (source: string): readonly Import[] =>
  [...source.matchAll(forms)].flatMap(([, names = '', ...found]) =>
    found.filter((from) => from !== undefined).map((from) => ({ from, isType: /^type\s/u.test(names) })),
  );

/** The product's tracked and new files, without tests, which may import everything. */
function productFiles(): readonly string[] {
  const listed = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
    ...Object.keys(walls),
  ];
  return execFileSync('git', listed, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:ts|js)$/u.test(file) && !file.endsWith('.test.ts') && existsSync(file));
}

if (import.meta.main) {
  scriptArguments('Lists the imports that the walls between the folders forbid.');
  const found = productFiles().flatMap((file) => breaches(file, readFileSync(file, 'utf8')));
  for (const sentence of found) process.stderr.write(`${sentence}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
