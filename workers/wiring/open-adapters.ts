import { dirname, join } from 'node:path';
import { openPages, type OpenPages } from '../../adapters/pages/open-pages.ts';
import { openStorage, type Storage, type StorageOptions } from '../../adapters/storage/open-storage.ts';
import type { Config } from '../../config/schema.ts';
import { publicUrls, renderedPrefixes, sourceOrigins } from '../../domain/documents/source-origins.ts';

/** The store and the web as the config says. Every process opens them here. */

/** The library's generations stand beside its topics. */
export function openStore(
  config: Config,
  {
    log,
    now = () => new Date(),
    extract = null,
  }: Pick<StorageOptions, 'log'> & Partial<Pick<StorageOptions, 'now' | 'extract'>>,
): Storage {
  const { kb, storage } = config;
  const libraryDir = dirname(kb.team_topics_dir);
  return openStorage({
    paths: {
      database: join(storage.data_dir, 'steward.sqlite'),
      searchDatabase: join(storage.data_dir, 'search.sqlite'),
      rawDir: kb.team_raw_dir,
      libraryDir,
      topicsLink: kb.team_topics_dir,
      teamIndexLink: kb.team_index_path,
      teamIndexCacheLink: kb.team_index_cache_path,
      teamStateLink: join(libraryDir, 'state.json'),
      sourcesDir: kb.sources_dir,
      documentIndex: kb.index_path,
      documentIndexCache: kb.index_cache_path,
      pageTexts: join(dirname(kb.index_cache_path), 'pages'),
    },
    log,
    qaRawLastProcessedId: kb.qa_raw_last_processed_id,
    publicUrls: publicUrls(config),
    origins: sourceOrigins(config),
    extract,
    now,
  });
}

export const openWeb = (config: Config): OpenPages =>
  openPages({
    allowHosts: config.pages.allow_hosts,
    userAgent: config.pages.user_agent,
    render: renderedPrefixes(config),
    browserPath: config.pages.browser_path,
  });
