import type { Anchors } from '../../../domain/documents/markup/anchors.ts';
import { plainOrigin } from '../../../domain/documents/source-origins.ts';
import type { PortErrorCode } from '../../../domain/values/error-codes.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openIn, testFolder, testPaths, writeText } from '../storage/test-store.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ReadPage } from '../../../domain/ports/pages.ts';
import type { SourceOrigins } from '../../../domain/documents/source-origins.ts';
import type { LibraryDeps } from '../../../activities/deps.ts';
import { noPages } from '../values/messages.ts';
import { inStep, openSteps } from './team-steps.ts';
import { describeSources } from '../../../activities/documents/describe-sources.ts';
import { discoverAddresses } from '../../../activities/documents/discover-addresses.ts';
import { discoverFiles } from '../../../activities/documents/discover-files.ts';
import { discoverSite } from '../../../activities/documents/discover-site.ts';
import { fetchPages } from '../../../activities/documents/fetch-pages.ts';
import { endRefresh, publishIndex, settleDiscovery } from '../../../activities/documents/refresh-run.ts';

export interface WebPage {
  readonly text?: string;
  readonly title?: string;
  readonly anchors?: Anchors;
  readonly canonical?: string;
  readonly isUnlisted?: boolean;
  /** By the page itself, and by its site's list. */
  readonly date?: string;
  readonly listedDate?: string;
  readonly etag?: string;
  /** Where its redirects end. */
  readonly url?: string;
  /** Fails with this code instead. */
  readonly fails?: PortErrorCode;
}

interface RefreshOptions {
  readonly origins?: Partial<SourceOrigins>;
  readonly web?: Record<string, WebPage>;
  readonly modelName?: string;
  readonly folder?: string;
  readonly describe?: (id: string, text: string) => string;
  readonly questionsOf?: (id: string) => string[];
}

const anything = { name: '', include: [], exclude: [], ...plainOrigin };

/** A refresh over a real store, with a web of a few pages and a model that names what it is shown. */
export async function openRefresh(
  files: Readonly<Record<string, string>>,
  {
    origins = {},
    web = {},
    modelName,
    folder = testFolder(),
    describe = (id: string) => `About ${id}.`,
    questionsOf = () => [],
  }: RefreshOptions = {},
) {
  const root = testPaths(folder).sourcesDir;
  mkdirSync(root, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeText(join(root, name), text);
  const folders = [{ ...anything, folder: root }];
  const all: SourceOrigins = { folders, urls: [], sites: [], links_file_path: null, ...origins };
  const store = await openIn(folder, { origins: all });
  const described: string[] = [];
  const asked: string[] = [];
  let time = Date.parse('2026-02-04T12:00:00Z');
  const deps: LibraryDeps = openSteps({
    store,
    origins: all,
    ...(modelName !== undefined && { modelName }),
    now: () => new Date(time),
    pages: pagesOf(web, asked),
    decide: ({ sections: [section] }) => {
      const id = section?.id ?? '';
      described.push(id);
      return { text: describe(id, section?.text ?? ''), questions: questionsOf(id) };
    },
  });
  let runs = 0;
  const refresh = () => {
    runs += 1;
    described.splice(0);
    asked.splice(0);
    return refreshOnce(deps, { firstRunId: `run ${runs}` });
  };
  const listed = async () =>
    Object.fromEntries((await store.knownSources.all()).map((source) => [source.sourceId, source]));
  const errors = async () =>
    Object.fromEntries(
      (await store.knownSources.all()).flatMap(({ sourceId, error }) => (error ? [[sourceId, error]] : [])),
    );
  return {
    ...store,
    deps,
    folder,
    root,
    refresh,
    listed,
    errors,
    described,
    asked,
    web,
    index: () => store.sources.documentIndex(),
    later: (seconds: number) => void (time += seconds * 1_000),
  };
}

/** A web of these pages, which records each request in `asked`. */
const pagesOf = (web: Readonly<Record<string, WebPage>>, asked: string[]): LibraryDeps['pages'] => ({
  ...noPages,
  read: async ({ url, etag }): Promise<ReadPage> => {
    asked.push(`${url}${etag ? ` ${etag}` : ''}`);
    const page: WebPage = web[url] ?? { fails: 'page_not_found' };
    if (page.fails) throw new PortError({ kind: 'final', code: page.fails, message: `Said ${page.fails}.` });
    if (page.etag && page.etag === etag) return { outcome: 'not_modified' };
    const { text = '' } = page;
    return {
      outcome: 'read',
      kind: 'html',
      url: page.url ?? url,
      etag: page.etag ?? null,
      lastModified: null,
      title: page.title ?? null,
      text,
      ...(page.anchors && { anchors: page.anchors }),
      canonical: page.canonical ?? null,
      isUnlisted: page.isUnlisted ?? false,
      date: page.date ?? null,
    };
  },
  check: async ({ url }) => ({ ok: url in web, status: url in web ? 200 : 404, url }),
  async *discover({ prefix, maxPages, onProgress }) {
    const urls = Object.keys(web).filter((url) => url.startsWith(prefix));
    for (const url of urls.slice(0, maxPages))
      yield { url, foundBy: 'sitemap', date: web[url]?.listedDate ?? null };
    onProgress?.({ found: 0, beyond: Math.max(0, urls.length - maxPages) });
  },
});

/** One refresh, in the order of the workflow. */
async function refreshOnce(deps: LibraryDeps, run: { readonly firstRunId: string }) {
  let read = 0;
  for (let left = 1; left > 0;) {
    const step = await inStep(() => discoverFiles(deps, { ...run, milliseconds: 10_000 }));
    ({ left } = step);
    read += step.read;
  }
  const { dueSites } = await inStep(() => discoverAddresses(deps, run));
  for (const url of dueSites) await inStep(() => discoverSite(deps, { ...run, url }));
  const settled = await inStep(() => settleDiscovery(deps, run));
  if (settled.toFetch > 0) await inStep(() => fetchPages(deps, { ...run, milliseconds: 10_000 }));
  await inStep(() => describeSources(deps, { ...run, milliseconds: 10_000 }));
  const published = await inStep(() => publishIndex(deps, run));
  await inStep(() => endRefresh(deps, run));
  return { ...settled, ...published, read };
}
