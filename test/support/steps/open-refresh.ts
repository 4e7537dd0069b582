import type { PageErrorCode } from '../../../domain/values/error-codes.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openIn, testFolder, testPaths, writeText } from '../storage/test-store.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ReadPage } from '../../../domain/ports/pages.ts';
import type { SourceOrigins } from '../../../domain/documents/source-origins.ts';
import type { LibraryDeps } from '../../../activities/deps.ts';
import { inStep, openSteps } from './team-steps.ts';
import { describeSources } from '../../../activities/documents/describe-sources.ts';
import { discoverAddresses } from '../../../activities/documents/discover-addresses.ts';
import { discoverFiles } from '../../../activities/documents/discover-files.ts';
import { discoverSite } from '../../../activities/documents/discover-site.ts';
import { fetchPages } from '../../../activities/documents/fetch-pages.ts';
import { endRefresh, publishIndex, settleDiscovery } from '../../../activities/documents/refresh-run.ts';

export interface WebPage {
  readonly text?: string;
  readonly etag?: string;
  /** Fails with this code instead. */
  readonly fails?: PageErrorCode;
}

/** For tests: a refresh over a real store, with a web of a few pages and a model that names what it is shown. */
export async function openRefresh(
  files: Readonly<Record<string, string>>,
  {
    origins = {},
    web = {},
    modelName,
    folder = testFolder(),
    describe = (id: string) => `About ${id}.`,
    questionsOf = () => [],
  }: {
    readonly origins?: Partial<SourceOrigins>;
    readonly web?: Record<string, WebPage>;
    readonly modelName?: string;
    readonly folder?: string;
    readonly describe?: (id: string, text: string) => string;
    readonly questionsOf?: (id: string) => string[];
  } = {},
) {
  const root = testPaths(folder).sourcesDir;
  mkdirSync(root, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeText(join(root, name), text);
  const main = {
    name: '',
    folder: root,
    include: [],
    exclude: [],
    title: null,
    public_url: null,
    priority: 0,
  };
  const all: SourceOrigins = { folders: [main], urls: [], sites: [], links_file_path: null, ...origins };
  const store = await openIn(folder, { origins: all });
  const described: string[] = [];
  const asked: string[] = [];
  let time = Date.parse('2026-02-04T12:00:00Z');
  const read = async ({
    url,
    etag,
  }: {
    readonly url: string;
    readonly etag?: string | null;
  }): Promise<ReadPage> => {
    asked.push(`${url}${etag ? ` ${etag}` : ''}`);
    const page: WebPage = web[url] ?? { fails: 'page_not_found' };
    if (page.fails) throw new PortError({ kind: 'final', code: page.fails, message: `Said ${page.fails}.` });
    if (page.etag && page.etag === etag) return { outcome: 'not_modified' };
    const { text = '' } = page;
    return {
      outcome: 'read',
      kind: 'html',
      url,
      etag: page.etag ?? null,
      lastModified: null,
      title: null,
      text,
    };
  };
  const deps: LibraryDeps = openSteps({
    store,
    origins: all,
    ...(modelName !== undefined && { modelName }),
    now: () => new Date(time),
    pages: {
      fetch: () => Promise.reject(new Error('not used')),
      check: () => Promise.reject(new Error('not used')),
      extract: () => Promise.reject(new Error('not used')),
      read,
      async *discover({ prefix }) {
        for (const url of Object.keys(web)) if (url.startsWith(prefix)) yield { url, foundBy: 'sitemap' };
      },
    },
    decide: ({ sections }) => {
      const [section] = sections;
      described.push(section?.id ?? '');
      const id = section?.id ?? '';
      return { text: describe(id, section?.text ?? ''), questions: questionsOf(id) };
    },
  });
  let runs = 0;
  /** One refresh, as the workflow orders it. */
  const refresh = async () => {
    runs += 1;
    const run = { firstRunId: `run ${runs}` };
    described.splice(0);
    asked.splice(0);
    let read = 0;
    for (let left = 1; left > 0;) {
      const step = await inStep(() => discoverFiles(deps, { ...run, milliseconds: 10_000 }));
      ({ left } = step);
      read += step.read;
    }
    const { dueSites } = await inStep(() => discoverAddresses(deps, run));
    for (const at of dueSites) await inStep(() => discoverSite(deps, { ...run, at }));
    const settled = await inStep(() => settleDiscovery(deps, run));
    if (settled.toFetch > 0) await inStep(() => fetchPages(deps, { ...run, milliseconds: 10_000 }));
    await inStep(() => describeSources(deps, { ...run, milliseconds: 10_000 }));
    const published = await inStep(() => publishIndex(deps, run));
    await inStep(() => endRefresh(deps, run));
    return { ...settled, ...published, read };
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
    later: (seconds: number) => {
      time += seconds * 1_000;
    },
  };
}
