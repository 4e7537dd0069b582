import { join } from 'node:path';

/** Where things are inside `storage.data_dir` when their own key is null. */
export const defaultPaths = {
  sources_dir: 'knowledge-base/sources',
  index_path: 'knowledge-base/index.txt',
  index_cache_path: 'knowledge-base/index-cache.json',
  team_raw_dir: 'team-knowledge/raw',
  team_topics_dir: 'team-knowledge/topics',
  team_index_path: 'team-knowledge/index-team.txt',
  team_index_cache_path: 'team-knowledge/index-team-cache.json',
} as const;

type PathKey = keyof typeof defaultPaths;

/** Puts the default paths where the config names none, so that moving `data_dir` moves everything. */
export const withDefaultPaths = <Paths extends Readonly<Record<PathKey, string | null>>>(
  paths: Paths,
  dataDir: string,
): Omit<Paths, PathKey> & Readonly<Record<PathKey, string>> => ({
  ...paths,
  sources_dir: paths.sources_dir ?? join(dataDir, defaultPaths.sources_dir),
  index_path: paths.index_path ?? join(dataDir, defaultPaths.index_path),
  index_cache_path: paths.index_cache_path ?? join(dataDir, defaultPaths.index_cache_path),
  team_raw_dir: paths.team_raw_dir ?? join(dataDir, defaultPaths.team_raw_dir),
  team_topics_dir: paths.team_topics_dir ?? join(dataDir, defaultPaths.team_topics_dir),
  team_index_path: paths.team_index_path ?? join(dataDir, defaultPaths.team_index_path),
  team_index_cache_path: paths.team_index_cache_path ?? join(dataDir, defaultPaths.team_index_cache_path),
});
