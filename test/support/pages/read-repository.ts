import { onTestFinished } from 'vitest';
import { openPages } from '../../../adapters/pages/open-pages.ts';
import { repositoryParts } from '../../../domain/documents/source-origins.ts';
import type { RepositoryRequest } from '../../../domain/ports/pages.ts';
import type { GitHubServer } from './github-server.ts';

/** The texts of the repository `acme/rocket`, or why they are not read, by the paths of their addresses; null for one that the store holds. */
export async function readTexts(
  { apiUrl, host }: GitHubServer,
  {
    seen = [],
    pages = openTestPages(host),
    ...over
  }: Partial<RepositoryRequest> & {
    /** Gets the version of each document. */
    readonly seen?: string[];
    readonly pages?: ReturnType<typeof openTestPages>;
  } = {},
) {
  const documents = pages.repository({
    repository: 'acme/rocket',
    apiUrl,
    webUrl: apiUrl,
    token: null,
    read: repositoryParts,
    folder: 'docs',
    ref: null,
    maxThreads: 1_000,
    heldVersion: () => null,
    heldWith: () => [],
    maxBytes: 1_000_000,
    timeoutSeconds: 5,
    ...over,
  });
  const texts: Record<string, string | null> = {};
  for await (const { url, version, text, error } of documents) {
    seen.push(version);
    texts[url.slice(apiUrl.length)] = error ?? text?.text ?? null;
  }
  return texts;
}

export function openTestPages(host: string) {
  const pages = openPages({ allowHosts: [host], userAgent: 'Steward' });
  onTestFinished(() => pages.close());
  return pages;
}
