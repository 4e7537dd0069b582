import { PortError } from '../../domain/ports/errors.ts';
import type { DocumentReading, ReadPage } from '../../domain/ports/pages.ts';
import type { ExtractionPool } from './reading/extraction-pool.ts';
import { acceptDocuments, fetchBytes } from './network/fetch-page.ts';
import { maxLoginChars } from './content/identify.ts';
import { pageFailure } from './network/page-failure.ts';
import type { Network } from './network/send-request.ts';

const loginPath = /(?:^|\/)(?:(?:wp-)?log-?in|sign-?in|sign_in|sso|saml2?|oauth2?)(?:\/|\.\w+$|$)/iu;

/** Fetches a page and extracts its text. A redirect to a login page is a failure. */
export async function readPage(
  { network, extract }: Pick<ExtractionPool, 'extract'> & { readonly network: Network },
  request: Parameters<DocumentReading['read']>[0],
): Promise<ReadPage> {
  const page = await fetchBytes(network, { ...request, accept: acceptDocuments });
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
