import { join } from 'node:path';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { addPair } from './add-pair.ts';
import { entry, openIn, testFolder, testLog, testNow, testPaths, testWeek } from './test-store.ts';

export const weekFile = (folder: string) => join(testPaths(folder).rawDir, testWeek);
export const topicFile = (folder: string, slug = 'gpu') => join(testPaths(folder).topicsDir, `${slug}.txt`);
export const idsOf = async ({ library }: Storage) => (await library.rawEntries()).map(({ qaId }) => qaId);

/** Captures a pair in two transactions. `between` runs after the first. */
export async function capture(
  { library }: Storage,
  second: number,
  slug = 'gpu',
  between = async (): Promise<void> => {},
) {
  const generation = await library.liveGeneration();
  const written = await library.appendRaw(entry(second), testNow);
  await between();
  await addPair(library, written, { slug, generation });
}

/** Pairs 1 and 2 in `gpu`, pair 3 in `disk`. */
export async function prepareLibrary() {
  const folder = testFolder();
  const log = testLog();
  const storage = await openIn(folder, { log });
  await capture(storage, 1);
  await capture(storage, 2);
  await capture(storage, 3, 'disk');
  return { folder, log, storage };
}
