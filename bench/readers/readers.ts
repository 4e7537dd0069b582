import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { isLeftOut } from '../../domain/documents/known-sources.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { printResult, round, type BenchOptions } from '../bench-results.ts';
import { debian, npm } from '../corpora/corpora.ts';
import { pypiSources } from '../corpora/pypi-package.ts';
import { fetchOnce, runIn } from '../corpora/run-in.ts';
import { measureRefresh } from '../library/refresh-measure.ts';
import { startScriptedLibrarian } from '../library/scripted-librarian.ts';
import { withBenchSteward } from '../support/bench-steward.ts';
import { compared, measures, type TruePage } from './read-measure.ts';

interface Tree {
  readonly package: string;
  readonly version: string;
  /** Where the pages lie in the package, as a pattern. */
  readonly folder: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Twenty pages of a documentation that were read by hand before the first run. */
interface TrueTree extends Tree {
  readonly registry: string;
  readonly generator: string;
  readonly pages: readonly TruePage[];
}

/** Twenty questions in the language of a documentation, with the pages that answer them. */
interface Asked extends Tree {
  readonly questions: readonly { readonly question: string; readonly pages: readonly string[] }[];
}

type Say = (line: string) => void;
type Named = { readonly name: string };

const data = (path: string): URL => new URL(`../data/${path}/`, import.meta.url);

/** By the names of their files. */
async function readData<Kind>(path: string): Promise<readonly (Kind & Named)[]> {
  const files = (await readdir(data(path))).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      ...(JSON.parse(await readFile(new URL(file, data(path)), 'utf8')) as Kind),
      name: file.replace('.json', ''),
    })),
  );
}

async function folderOf({ registry = 'Debian', folder, ...tree }: Tree & { readonly registry?: string }) {
  const spec = `${tree.package}-${tree.version}`.replaceAll(/[^\w.+-]/gu, '-');
  const cached = join(stewardCacheDir(process.env), 'bench', 'readers', spec);
  await fetchOnce(cached, async (unfinished) => {
    if (registry === 'npm') return npm(`${tree.package}@${tree.version}`)(unfinished);
    if (registry === 'PyPI') return pypiSources(unfinished, `${tree.package}==${tree.version}`);
    await debian(tree.package, tree.version)(unfinished);
    await runIn(unfinished, 'sh', ['-c', 'gunzip --force --recursive --quiet usr/share/man || true']);
  });
  return join(cached, globSync(folder, { cwd: cached })[0] ?? folder);
}

/**
 * What the index says of real documentations, as an owner gives them: their titles, code, tables and anchors, and what else
 * came along. And how often a question in Chinese, Japanese or Korean finds its page by words.
 */
export async function run({ json, show }: BenchOptions): Promise<void> {
  const [trees, asked] = [await readData<TrueTree>('readers'), await readData<Asked>('cjk')];
  const sources: object[] = [];
  for (const { name, include = ['**/*.html'], exclude = [], ...tree } of [...trees, ...asked]) {
    const public_url = `https://${name.replace('_', '-')}.example.com/`;
    sources.push({ folder: await folderOf(tree), name, include, exclude, public_url });
  }
  const say = (line: string) => show && process.stdout.write(`${line}\n`);
  const model = await startScriptedLibrarian({ pairs: [], milliseconds: 0 });
  const kb = { sources, embeddings: 'off' };
  try {
    await withBenchSteward({ modelUrl: model.baseUrl, kb }, async (steward) => {
      await measureRefresh(steward, model);
      const counts = await Promise.all(trees.map((tree) => countsOf(steward, tree, say)));
      const hits = await Promise.all(asked.map((one) => hitsOf(steward, one, say)));
      const result = {
        ...Object.fromEntries(trees.map(({ name }, at) => [name, figures(counts.slice(at, at + 1))])),
        all: figures(counts),
        ...Object.fromEntries(asked.map(({ name }, at) => [`hit5_${name}`, hits[at]])),
      };
      for (const [name, of] of Object.entries(result))
        process.stdout.write(`${name} ${JSON.stringify(of)}\n`);
      if (json) printResult('readers', result);
    });
  } finally {
    model.close();
  }
}

/** How much was looked for on the pages of a tree, and how much is there. */
type Counts = Readonly<
  Record<(typeof measures)[number] | 'pages' | 'tree', readonly [there: number, all: number]>
>;

async function countsOf({ storage }: Steward, { name, pages }: TrueTree & Named, say: Say): Promise<Counts> {
  const generation = await storage.library.liveGeneration();
  const tree = (await storage.knownSources.all()).filter(({ sourceId }) =>
    sourceId.startsWith(`kb:${name}/`),
  );
  const lost = tree.filter(({ error, record }) => error !== null || !record?.summary_text);
  for (const { sourceId, error } of lost) say(`${sourceId}: ${error}`);
  const ids = pages.map(({ path }) => `kb:${name}/${path}`);
  const read = await Promise.all(ids.map((id) => storage.sources.load(id, generation).catch(() => null)));
  const found = pages.map((page, at) => compared(page, read[at] ?? null));
  const count = (measure: (typeof measures)[number]): readonly [number, number] => {
    const all = found.flatMap((page, at) => page[measure].map(([what, is]) => ({ what, is, id: ids[at] })));
    const wrong = all.filter(({ is }) => is === (measure === 'boilerplate'));
    for (const { id, what } of wrong) say(`${id} ${measure}: ${what}`);
    return [all.filter(({ is }) => is).length, all.length];
  };
  return {
    pages: [read.filter((one) => one !== null).length, pages.length],
    tree: [tree.length - lost.filter(({ error }) => !isLeftOut(error)).length, tree.length],
    titles: count('titles'),
    code: count('code'),
    tables: count('tables'),
    boilerplate: count('boilerplate'),
    anchors: count('anchors'),
  };
}

function figures(counts: readonly Counts[]) {
  const sum = (key: keyof Counts, at: 0 | 1) => counts.reduce((total, one) => total + one[key][at], 0);
  const share = (key: keyof Counts) => (sum(key, 1) === 0 ? null : round(sum(key, 0) / sum(key, 1), 3));
  const lost = (key: keyof Counts) => sum(key, 1) - sum(key, 0);
  return {
    pages_lost: lost('pages'),
    tree_lost: lost('tree'),
    tree_pages: sum('tree', 1),
    titles_right: share('titles'),
    code_whole: share('code'),
    tables_whole: share('tables'),
    boilerplate_share: share('boilerplate'),
    anchors_right: share('anchors'),
  };
}

/** The share of the questions that find a page that answers among the first five of their documentation. */
async function hitsOf({ storage }: Steward, { name, questions }: Asked & Named, say: Say): Promise<number> {
  const prefix = `kb:${name}/`;
  const isWanted = (sourceId: string) => sourceId.startsWith(prefix);
  const generation = await storage.library.liveGeneration();
  let hits = 0;
  for (const { question: query, pages } of questions) {
    const found = await storage.sources.search({ query, generation, limit: 5, isWanted });
    const paths = found.map(({ sourceId }) => sourceId.slice(prefix.length));
    if (paths.some((path) => pages.includes(path))) hits += 1;
    else say(`${name}: ${query} ${pages.join(' ')} <> ${paths.join(' ')}`);
  }
  return round(hits / questions.length, 3);
}
