import { dirname, join } from 'node:path';
import type { StorageOptions } from '../../adapters/storage/open-storage.ts';
import type { Config } from '../../config/schema.ts';
import { publicUrls, sourceOrigins } from './source-origins.ts';

/** Where everything is kept, as the config says. The library's generations stand beside its topics. */
export function storageOptions(
  config: Config,
  { log, now }: Required<Pick<StorageOptions, 'log' | 'now'>>,
): StorageOptions {
  const { kb, storage } = config;
  const libraryDir = dirname(kb.team_topics_dir);
  return {
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
    now,
  };
}
