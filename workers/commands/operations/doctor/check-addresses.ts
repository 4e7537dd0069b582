import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import type { Config } from '../../../../config/schema.ts';
import { publicUrl } from '../../../../domain/documents/shown-source.ts';
import { publicUrls } from '../../../../domain/documents/source-origins.ts';
import { leadsNowhere } from '../../../../domain/posting/cite-links.ts';
import { openWeb } from '../../../wiring/open-adapters.ts';
import { passed, warning, type CheckResult } from './finding.ts';

const mostTried = 3;
const timeoutSeconds = 10;

/** Tries the public addresses of some documents in folders: nothing else tells that `public_urls` leads nowhere. */
export async function checkAddresses(
  config: Config,
  storage: Storage | null,
): Promise<readonly CheckResult[]> {
  const addresses = publicUrls(config);
  if (storage === null || Object.keys(addresses).length === 0) return [];
  const generation = await storage.library.liveGeneration();
  const indexed = (await storage.knownSources.all()).filter(
    ({ sourceId, kind, record }) =>
      kind === 'file' && record !== null && publicUrl(addresses, sourceId.slice('kb:'.length)) !== null,
  );
  const tried = indexed
    .slice(0, mostTried)
    .map(({ sourceId }) => storage.sources.load(sourceId, generation).catch(() => null));
  const urls = (await Promise.all(tried)).flatMap((source) => source?.url ?? []);
  if (urls.length === 0) return [];
  await using opened = new AsyncDisposableStack();
  const pages = await openWeb(config);
  opened.defer(() => pages.close());
  const checks = await Promise.all(
    urls.map(async (url) => ({ ...(await pages.check({ url, timeoutSeconds })), url })),
  );
  const dead = checks.filter(leadsNowhere);
  if (dead.length === 0) return [passed(`none of ${urls.length} tried addresses of documents leads nowhere`)];
  return dead.map(({ url, status }) =>
    warning(`${url} leads nowhere (HTTP ${status}): correct public_urls, or answers lose their links`),
  );
}
