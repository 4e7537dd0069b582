import type { BrowserContext, Route } from 'playwright-core';
import type { PageRequest } from '../../../domain/ports/pages.ts';
import { orAborted } from '../../../domain/values/or-aborted.ts';
import { identify } from '../content/identify.ts';
import { acceptDocuments, fetchBytes, type FetchedBytes } from '../network/fetch-page.ts';
import { pageFailure, sizeInWords } from '../network/page-failure.ts';
import type { Network } from '../network/send-request.ts';
import type { SharedBrowser } from './open-browser.ts';

type RenderRequest = Omit<PageRequest, 'accept' | 'etag' | 'lastModified'>;

/** Of one page, its own included. */
const maxRequests = 300;

/** Resource types that add no text. */
const unneeded: readonly string[] = [
  'image',
  'media',
  'font',
  'websocket',
  'eventsource',
  'ping',
  'manifest',
];

/** A page that keeps sending requests is read after this time. */
const settleMilliseconds = 5_000;

/**
 * Loads a page and runs its scripts. The browser has no network: everything that the page loads is fetched with the same
 * checks and limits as any page, and only by GET. Anything but HTML is returned unchanged.
 */
export async function renderPage(
  { network, browser }: { readonly network: Network; readonly browser: SharedBrowser },
  { url, maxBytes, timeoutSeconds, signal: given }: RenderRequest,
): Promise<FetchedBytes> {
  const limits = { maxBytes, timeoutSeconds, signal: given };
  const first = await fetchBytes(network, { ...limits, url, accept: acceptDocuments });
  if (first.outcome === 'not_modified' || !isHtml(first)) return first as FetchedBytes;
  return browser.use(async (context) => {
    const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
    const signal = given ? AbortSignal.any([given, deadline]) : deadline;
    try {
      const { html, url: ended } = await orAborted(signal, show(context, { network, first, limits, signal }));
      const bytes = Buffer.from(html);
      if (bytes.length > maxBytes) throw tooLarge(maxBytes);
      return {
        ...first,
        url: ended,
        bytes,
        header: 'text/html; charset=utf-8',
        etag: null,
        lastModified: null,
      };
    } catch (error) {
      given?.throwIfAborted();
      if (!deadline.aborted) throw error;
      throw pageFailure('page_timed_out', `Rendering the page took longer than ${timeoutSeconds} s.`, {
        kind: 'transient',
      });
    }
  });
}

interface Show {
  readonly network: Network;
  readonly first: FetchedBytes;
  readonly limits: Omit<RenderRequest, 'url'>;
  readonly signal: AbortSignal;
}

async function show(context: BrowserContext, { network, first, limits, signal }: Show) {
  let requests = 0;
  let isFirst = true;
  await context.routeWebSocket(/.*/u, (socket) => void socket.close());
  await context.route(/.*/u, async (route) => {
    const request = route.request();
    requests += 1;
    if (isFirst && request.isNavigationRequest()) {
      isFirst = false;
      await fulfill(route, first);
    } else if (
      requests > maxRequests ||
      request.method() !== 'GET' ||
      unneeded.includes(request.resourceType())
    ) {
      await route.abort().catch(() => {});
    } else {
      const loaded = await fetchBytes(network, { ...limits, url: request.url(), signal }).catch(() => null);
      if (loaded?.outcome === 'fetched') await fulfill(route, loaded);
      else await route.abort().catch(() => {});
    }
  });
  const page = await context.newPage();
  // Only the requested page is read, so other windows are closed.
  context.on('page', (other) => void other.close().catch(() => {}));
  await page.goto(first.url, { waitUntil: 'domcontentloaded', timeout: 0 }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw pageFailure('page_not_rendered', 'The browser cannot show the page.', { cause: error });
  });
  await page.waitForLoadState('networkidle', { timeout: settleMilliseconds }).catch(() => {});
  return { html: await page.content(), url: page.url() };
}

/** Allows requests to other hosts, because there are no cookies that CORS would protect. */
async function fulfill(route: Route, { bytes, header }: FetchedBytes): Promise<void> {
  const headers = {
    'content-type': header ?? 'application/octet-stream',
    'access-control-allow-origin': route.request().headers()['origin'] ?? '*',
    'access-control-allow-credentials': 'true',
  };
  // The page may be closed by now.
  await route.fulfill({ status: 200, headers, body: Buffer.from(bytes) }).catch(() => {});
}

const isHtml = ({ bytes, header, url }: FetchedBytes): boolean =>
  identify({ bytes, contentType: header, name: URL.parse(url)?.pathname ?? '' }).kind === 'html';

const tooLarge = (maxBytes: number) =>
  pageFailure('page_too_large', `The rendered page is larger than the limit, ${sizeInWords(maxBytes)}.`);
