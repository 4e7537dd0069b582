import type { Pages, UrlCheck } from '../../../domain/ports/pages.ts';
import { discard, sendRequest, type Network } from './send-request.ts';

/** Some sites redirect to such a page instead of answering 404. */
const missingPage = /(?:^|\/)404\.html?$/iu;

/**
 * Whether a cited page exists: tries HEAD, then GET, because some hosts do not support HEAD. Only status 200 counts, and no
 * body is read. Throws only if the caller's signal is aborted.
 */
export async function checkUrl(
  network: Network,
  { url, timeoutSeconds, signal: callersSignal }: Parameters<Pages['check']>[0],
): Promise<UrlCheck> {
  const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = callersSignal ? AbortSignal.any([callersSignal, deadline]) : deadline;
  const head = await checkBy('HEAD');
  return head.ok ? head : await checkBy('GET', head);

  async function checkBy(method: 'HEAD' | 'GET', before: UrlCheck | null = null): Promise<UrlCheck> {
    try {
      const response = await sendRequest(network, { url, method, signal });
      discard(response.body);
      const ok = response.status === 200 && !missingPage.test(URL.parse(response.url)?.pathname ?? '');
      return { ok, status: response.status, url: response.url };
    } catch {
      callersSignal?.throwIfAborted();
      return before ?? { ok: false, status: null, url };
    }
  }
}
