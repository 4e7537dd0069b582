import type { SiteRequest } from '../../../domain/ports/pages.ts';
import { startSite, testPages, type Answer, type TestSite } from './test-site.ts';

/** A test's own site, and what is discovered on it. */

export type Answers = Readonly<Record<string, Answer>>;

/** `HOST` in an answer stands for the site's own address. */
export async function openSite(answers: Answers): Promise<TestSite> {
  const site: TestSite = await startSite(
    Object.fromEntries(
      Object.entries(answers).map(([path, answer]) => [
        path,
        typeof answer === 'string'
          ? (response) =>
              void response
                .writeHead(200, { 'content-type': typeOf(path) })
                .end(answer.replaceAll('HOST', site.url))
          : answer,
      ]),
    ),
  );
  return site;
}

const typeOf = (path: string): string => (/\.(?:txt|xml)$/u.test(path) ? 'text/plain' : 'text/html');

export async function discover(site: TestSite, over: Partial<SiteRequest> = {}) {
  const pages = testPages([site], { userAgent: 'Steward (tests)' });
  const found: string[] = [];
  const request = {
    url: `${site.url}/docs/`,
    prefix: `${site.url}/docs/`,
    maxPages: 100,
    maxDepth: 5,
    requestsPerSecond: 1000,
    maxBytes: 100_000,
    timeoutSeconds: 5,
    ...over,
  };
  for await (const { url, foundBy, date = null } of pages.discover(request)) {
    found.push(`${foundBy} ${url.slice(site.url.length)}${date === null ? '' : ` ${date}`}`);
  }
  return found;
}

export const codeOf = (found: Promise<unknown>) =>
  found.then(
    () => 'none',
    ({ code }) => String(code),
  );

export const links = (...targets: readonly string[]): string =>
  `<!doctype html>${targets.map((target) => `<a href="${target}">a</a>`).join('')}`;

export const sitemap = (...paths: readonly string[]): string =>
  `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>HOST${path}</loc></url>`).join('\n')}</urlset>`;

export const status =
  (code: number): Answer =>
  (response) =>
    void response.writeHead(code).end();
