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

/** The value of `storage.view_dir` that prints nothing. */
export const viewOff = 'off';

/** Puts the default paths where the config names none, so that moving `data_dir` or `view_dir` moves everything. */
export const withDefaultPaths = <Paths extends Readonly<Record<PathKey, string | null>>>(
  paths: Paths,
  { data_dir: dataDir, view_dir }: { readonly data_dir: string; readonly view_dir: string | null },
): Omit<Paths, PathKey> & Readonly<Record<PathKey, string>> => {
  const viewDir = view_dir === null || view_dir === viewOff ? dataDir : view_dir;
  const inView = (key: PathKey) => paths[key] ?? join(viewDir, defaultPaths[key]);
  return {
    ...paths,
    sources_dir: paths.sources_dir ?? join(dataDir, defaultPaths.sources_dir),
    index_path: inView('index_path'),
    index_cache_path: inView('index_cache_path'),
    team_raw_dir: inView('team_raw_dir'),
    team_topics_dir: inView('team_topics_dir'),
    team_index_path: inView('team_index_path'),
    team_index_cache_path: inView('team_index_cache_path'),
  };
};
