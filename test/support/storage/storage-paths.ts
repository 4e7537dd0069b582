import { join } from 'node:path';
import type { StoragePaths } from '../../../adapters/storage/storage-paths.ts';

/** The default layout of a data folder. */
export const storagePaths = ({
  dataDir,
  sourcesDir,
}: {
  readonly dataDir: string;
  readonly sourcesDir: string;
}): StoragePaths => ({
  database: join(dataDir, 'steward.sqlite'),
  searchDatabase: join(dataDir, 'search.sqlite'),
  rawDir: join(dataDir, 'team-knowledge', 'raw'),
  libraryDir: join(dataDir, 'team-knowledge'),
  topicsDir: join(dataDir, 'team-knowledge', 'topics'),
  teamIndex: join(dataDir, 'team-knowledge', 'index-team.txt'),
  teamIndexCache: join(dataDir, 'team-knowledge', 'index-team-cache.json'),
  teamState: join(dataDir, 'team-knowledge', 'state.json'),
  sourcesDir,
  documentIndex: join(dataDir, 'kb', 'index.txt'),
  documentIndexCache: join(dataDir, 'kb', 'index-cache.json'),
});
