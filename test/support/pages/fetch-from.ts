import type { FetchedBody, PageRequest } from '../../../domain/ports/pages.ts';
import { startSite, testPages, type Answer } from './test-site.ts';

/** Fetching one page of a test's own site. */

export const html = '<!doctype html><title>Ports</title><h1>Ports</h1>';
export const everyKind = ['html', 'markdown', 'text', 'pdf', 'docx', 'xml', 'image'] as const;

export async function fetchFrom(answers: Readonly<Record<string, Answer>>, over: Partial<PageRequest> = {}) {
  const site = await startSite(answers);
  const { url: path = '/', ...rest } = over;
  const page = testPages([site]).fetch({
    url: path.startsWith('http') ? path : site.url + path,
    maxBytes: 100_000,
    timeoutSeconds: 5,
    accept: everyKind,
    ...rest,
  });
  return { site, page };
}

export const fetched = async (...given: Parameters<typeof fetchFrom>): Promise<FetchedBody> => {
  const { page } = await fetchFrom(...given);
  const result = await page;
  if (result.outcome !== 'fetched') throw new Error('not modified');
  return result;
};

export const failure = async (...given: Parameters<typeof fetchFrom>) => {
  const { page } = await fetchFrom(...given);
  return page.then(
    () => nothing,
    ({ code, kind, message, retryAfterSeconds }): Failure => ({ code, kind, message, retryAfterSeconds }),
  );
};

export const encoded =
  (encoding: string, body: Uint8Array): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);

interface Failure {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

const nothing: Failure = { code: 'none', kind: '', message: '', retryAfterSeconds: null };
