import { PortError } from '../../domain/ports/errors.ts';
import type { DocumentReading, ReadPage } from '../../domain/ports/pages.ts';
import type { ExtractionPool } from './reading/extraction-pool.ts';
import type { FetchedBytes } from './network/fetch-page.ts';
import { maxLoginChars } from './content/identify.ts';
import { pageFailure } from './network/page-failure.ts';

type ReadRequest = Parameters<DocumentReading['read']>[0];

/** Fetches a page, or renders it. */
export type LoadPage = (request: ReadRequest) => Promise<FetchedBytes | { readonly outcome: 'not_modified' }>;

const loginPath = /(?:^|\/)(?:(?:wp-)?log-?in|sign-?in|sign_in|sso|saml2?|oauth2?)(?:\/|\.\w+$|$)/iu;

/** Loads a page and extracts its text. A redirect to a login page is a failure. */
export async function readPage(
  { load, extract }: Pick<ExtractionPool, 'extract'> & { readonly load: LoadPage },
  request: ReadRequest,
): Promise<ReadPage> {
  const page = await load(request);
  if (page.outcome === 'not_modified') return page;
  const { url, etag, lastModified } = page;
  const path = URL.parse(url)?.pathname ?? '';
  const ledToLogin = loginPath.test(path) && !loginPath.test(URL.parse(request.url)?.pathname ?? '');
  const bytes = { bytes: page.bytes, name: path, contentType: page.header, baseUrl: url };
  const document = await extract(bytes, request.signal).catch((error: unknown) => {
    throw ledToLogin && error instanceof PortError ? loginDemanded(error) : error;
  });
  if (ledToLogin && document.text.length < maxLoginChars) throw loginDemanded();
  return { outcome: 'read', url, etag, lastModified, ...document };
}

const loginDemanded = (cause?: unknown) =>
  pageFailure('page_needs_login', 'The page leads to a login.', { cause });
