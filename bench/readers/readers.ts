import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { isLeftOut } from '../../domain/documents/known-sources.ts';
import type { LoadedSource } from '../../domain/ports/sources.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { report, round, type BenchOptions } from '../bench-results.ts';
import { debian, npm } from '../corpora/corpora.ts';
import { pypiSources } from '../corpora/pypi-package.ts';
import { fetchOnce, runIn } from '../corpora/run-in.ts';
import { openBenchSteward } from '../support/bench-steward.ts';
import { readJson } from '../support/read-data.ts';

/** A folder of a package, with what somebody who read it says of twenty pages, or asks in its language. */
interface Tree {
  readonly registry?: 'npm' | 'PyPI';
  readonly package: string;
  readonly version: string;
  /** Of the pages in the package, as a pattern. */
  readonly folder: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly pages?: readonly TruePage[];
  readonly questions?: readonly { readonly question: string; readonly pages: readonly string[] }[];
}

interface TruePage {
  readonly path: string;
  /** Any of them is right. */
  readonly titles: readonly string[];
  /** As the published page has them. */
  readonly anchors: readonly (readonly [heading: string, anchor: string])[];
  /** What stands around the text, or marks it up in the source. */
  readonly boilerplate: readonly string[];
  readonly code: readonly string[];
  /** Rows of cells, without markup. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

/** Something that the truth says of a tree, and whether it is so. */
type Check = readonly [of: keyof typeof names, what: string, is: boolean];

/** What is counted, and as what. */
const names = {
  page: 'pages_lost',
  tree: 'tree_lost',
  title: 'titles_right',
  code: 'code_whole',
  table: 'tables_whole',
  boilerplate: 'boilerplate_share',
  anchor: 'anchors_right',
  question: 'hit5',
} as const;

/**
 * What the index says of real documentations, as an owner gives them: titles, code, tables and anchors, and what else came
 * along. And how often a question in Chinese, Japanese or Korean finds its page by words.
 */
export async function run({ show, ...options }: BenchOptions): Promise<void> {
  const trees = { ...treesOf('readers'), ...treesOf('cjk') };
  const sources: object[] = [];
  for (const [name, { include = ['**/*.html'], exclude, ...tree }] of Object.entries(trees)) {
    const public_url = `https://${name}.example.com/`;
    sources.push({ folder: await folderOf(tree), name, include, exclude, public_url });
  }
  await using bench = await openBenchSteward({ kb: { sources, embeddings: 'off' } });
  await bench.indexDocuments();
  const result: Record<string, object> = {};
  const all: Check[] = [];
  for (const [name, tree] of Object.entries(trees)) {
    const checks = await checksOf(bench.steward, name, tree);
    for (const [of, what, is] of checks)
      if (show && is === (of === 'boilerplate')) process.stdout.write(`${name} ${of}: ${what}\n`);
    result[name] = figures(checks);
    all.push(...checks);
  }
  report('readers', { ...result, all: figures(all) }, options);
}

/** Of pages the number that is lost, of everything else the share that is so. */
function figures(checks: readonly Check[]) {
  const found = Object.entries(names).flatMap(([kind, name]) => {
    const own = checks.filter(([of]) => of === kind);
    const are = own.filter(([, , is]) => is).length;
    const figure = name.endsWith('lost') ? own.length - are : round(are / own.length, 3);
    return own.length === 0 ? [] : [[name, figure] as const];
  });
  return Object.fromEntries(found);
}

function treesOf(kind: string): Readonly<Record<string, Tree>> {
  const files = readdirSync(new URL(`../data/${kind}`, import.meta.url));
  const read = (file: string) => readJson(`bench/data/${kind}/${file}`) as Tree;
  return Object.fromEntries(files.map((file) => [file.replace('.json', ''), read(file)]));
}

async function folderOf({ registry, package: name, version, folder }: Tree): Promise<string> {
  const cached = join(stewardCacheDir(process.env), 'bench', 'readers', name.replace('/', '-'), version);
  await fetchOnce(cached, async (unfinished) => {
    if (registry === 'npm') return npm(`${name}@${version}`)(unfinished);
    if (registry === 'PyPI') return pypiSources(unfinished, `${name}==${version}`);
    await debian(name, version)(unfinished);
    await runIn(unfinished, 'sh', ['-c', 'gunzip -rfq usr/share/man || true']);
  });
  return join(cached, globSync(folder, { cwd: cached })[0] ?? folder);
}

async function checksOf({ storage }: Steward, name: string, { pages = [], questions = [] }: Tree) {
  const generation = await storage.library.liveGeneration();
  const isOwn = (sourceId: string) => sourceId.startsWith(`kb:${name}/`);
  const checks = (await storage.knownSources.all())
    .filter(({ sourceId, error }) => isOwn(sourceId) && !isLeftOut(error))
    .map(({ sourceId, error }): Check => ['tree', `${sourceId}: ${error}`, error === null]);
  for (const page of pages) {
    const read = await storage.sources.load(`kb:${name}/${page.path}`, generation).catch(() => null);
    checks.push(['page', page.path, read !== null], ...compared(page, read));
  }
  for (const { question: query, pages: expected } of questions) {
    const found = await storage.sources.search({ query, generation, limit: 5, isWanted: isOwn });
    const paths = found.map(({ sourceId }) => sourceId.slice(`kb:${name}/`.length));
    const what = `${query} <> ${paths.join(' ')}`;
    checks.push(['question', what, paths.some((path) => expected.includes(path))]);
  }
  return checks;
}

/** Each thing that the truth names, and whether it is there. */
function compared(page: TruePage, read: LoadedSource | null): readonly Check[] {
  const text = (read?.text ?? '').replaceAll('\u00A0', ' ').replaceAll('\u200B', '');
  const fences = /^([\t >]*)(`{3,}|~{3,})[^`\n]*\n([^]*?)^[\t >]*\2[`~]*[\t ]*$/gmu;
  const indented = /(?:^(?: {4}|\t)[^\n]*\n(?:[\t ]*\n)*)+/gmu;
  const prose = text.replaceAll(fences, '');
  const fenced = [...text.matchAll(fences)].map(([, lead, , lines = '']) =>
    `\n${lines}`.replaceAll(`\n${lead}`, '\n'),
  );
  const code = [...fenced, ...(prose.match(indented) ?? [])].map((block) => `\n${lined(block)}\n`);
  const tables = (prose.match(/(?:^[\t ]*\|[^\n]*(?:\n|$))+/gmu) ?? []).map((table) => {
    const rows = table.trim().split(/\n\s*/u);
    const cells = rows.map((row) => row.replaceAll(/^\||(?<!\\)\|\s*$/gu, '').split(/(?<!\\)\|/u));
    return `\n${cells.toSpliced(1, 1).map(rowOf).join('\n')}\n`;
  });
  const has = (all: readonly string[], wanted: string) => all.some((one) => one.includes(`\n${wanted}\n`));
  const title = read?.title ?? '';
  const anchorOf = (heading: string) =>
    read?.url && read.anchors?.find(([path]) => bare(path.split('\n').at(-1) ?? '') === bare(heading))?.[1];
  const check = (of: Check[0], what: string, is: boolean): Check => [of, `${page.path}: ${what}`, is];
  return [
    check('title', title, page.titles.map(bare).includes(bare(title))),
    // A line of code may be a term.
    ...page.code.map((one) => check('code', one, has(code, lined(one)) || prose.includes(`**\`${one}\`**`))),
    ...page.tables.map((rows) => check('table', rows.join('\n'), has(tables, rows.map(rowOf).join('\n')))),
    ...page.boilerplate.map((words) => check('boilerplate', words, prose.includes(words))),
    ...page.anchors.map(([heading, anchor]) => check('anchor', heading, anchorOf(heading) === anchor)),
  ];
}

/** Lines without what all are indented by. */
function lined(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const least = Math.min(...lines.filter(Boolean).map((line) => line.length - line.trimStart().length));
  const moved = lines.map((line) => line.slice(least)).join('\n');
  return moved.replaceAll(/^\n+|\n+$/gu, '');
}

const rowOf = (cells: readonly string[]): string => cells.map(bare).join('|').replaceAll(/\|+$/gu, '');

/** Words and signs without markup, white space, pictures and marks of footnotes. */
const bare = (text: string): string =>
  text
    .replaceAll(/!\[[^\]]*\][[(][^\])]*[\])]|\[[a-z]\]/gu, '')
    .replaceAll(/\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/gu, '$1')
    .replaceAll(/<\/?(?:[uo]l|li|code|br|p|[abi]|em|strong|span|div|img|kbd|su[bp])\b[^>]*>/giu, '')
    .replaceAll(':white_check_mark:', '✅')
    .replaceAll(':x:', '❌')
    .replaceAll(/[\s\u200B`*_\\•]/gu, '');
