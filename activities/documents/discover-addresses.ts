import { newSource, type KnownSource } from '../../domain/documents/known-sources.ts';
import { parseLinks } from '../../domain/documents/links-file.ts';
import type { LibraryDeps } from '../deps.ts';
import { addressOf, rejectSource, tellRejected, isDue, pagesOf, urlSource } from './source-tasks.ts';
import { laterPage } from './discover-site.ts';
import type { LeasingRun } from '../lease.ts';
import { holdRefresh } from './refresh-run.ts';

/** Collects the single addresses of the config and the links file, and the sites that are due. */
export async function discoverAddresses(deps: LibraryDeps, step: LeasingRun) {
  const run = await holdRefresh(deps, step);
  const { knownSources, origins } = deps;
  const knownById = new Map((await knownSources.all()).map((source) => [source.sourceId, source]));
  const checkedAt = deps.now().toISOString();
  const links = await readLinks(deps, knownById, checkedAt);
  const urls = new Map<string, string>([
    ...links.urls.map((url) => [url, origins.links_file_path ?? ''] as const),
    ...origins.urls.map(({ url }) => [url, 'kb.sources'] as const),
  ]);
  const urlSources = await Promise.all(
    [...urls].map(([url, origin]) => urlSource(deps, url, origin, knownById)),
  );
  // An unreadable links file may still list its former addresses.
  const retained = links.isUnreadable ? pagesOf(origins.links_file_path, knownById) : [];
  await knownSources.save([...retained, ...links.failures, ...urlSources], run);

  /** The configured sites whose pages have to be discovered. */
  const dueSites: string[] = [];
  for (const configuredSite of origins.sites) {
    const { url, github } = configuredSite;
    const site = knownById.get(url);
    const pages = pagesOf(url, knownById);
    const isNew = site?.kind !== 'site' || (pages.length === 0 && site.error === null);
    const texts = await Promise.all(
      github ? pages.map(({ sourceId }) => deps.documents.hasText(sourceId)) : [],
    );
    // A page of a repository cannot be fetched by itself.
    const hasLost = texts.includes(false) && site?.error === null;
    if (isNew || hasLost || (isDue(site, deps.now()) && site.foundBy !== run)) dueSites.push(url);
    else {
      const later = await Promise.all(
        pages.map((page) => laterPage({ deps, site: configuredSite, knownById }, page)),
      );
      await knownSources.save([site, ...later.filter((page) => !urls.has(addressOf(page)))], run);
    }
  }
  return { found: urls.size, failed: links.failures.length, dueSites };
}

async function readLinks(deps: LibraryDeps, knownById: ReadonlyMap<string, KnownSource>, checkedAt: string) {
  const { documents, origins } = deps;
  const formerOf = (sourceId: string) => knownById.get(sourceId) ?? { sourceId, error: null };
  const path = origins.links_file_path ?? '';
  const failure = (sourceId: string, error: string): KnownSource => ({
    ...newSource({ sourceId, kind: 'links', origin: path }),
    checkedAt,
    error,
  });
  try {
    const { urls, bad } = parseLinks((await documents.links()) ?? '');
    const failures = bad.map(({ line, reason }) => failure(`${path}:${line}`, reason));
    for (const { sourceId, error } of failures)
      tellRejected(deps, formerOf(sourceId), { reason: error ?? '' });
    return { urls, failures, isUnreadable: false };
  } catch (error) {
    return {
      urls: [],
      failures: [failure(path, rejectSource(deps, formerOf(path), error))],
      isUnreadable: true,
    };
  }
}
