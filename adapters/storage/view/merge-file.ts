import { basename, dirname } from 'node:path';
import { topicSlug } from '../../../domain/team/topic-slug.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { Section } from '../database/section.ts';
import { liveGeneration } from '../library/generations.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { blocksOf, mergeTopic } from './merge-topic.ts';
import { mergeForgotten, mergeRetractions, mergeWeek, type Merged } from './merge-archive.ts';
import { retractedAndErasedPaths, topicPath } from './printed-files.ts';
import { readText } from './replace-file.ts';

export const isTopicFile = ({ topicsDir }: StoragePaths, path: string): boolean =>
  dirname(path) === topicsDir && topicSlug(basename(path, '.txt')) === basename(path, '.txt');

/** Whether a person's changes to a file are taken in; all others are only printed. */
export const isTakenIn = (paths: StoragePaths, path: string): boolean =>
  isTopicFile(paths, path) ||
  dirname(path) === paths.rawDir ||
  Object.values(retractedAndErasedPaths(paths)).includes(path);

/** Takes in a person's edit of a file. `blocks`: JSON with the hashes of the last printed blocks. */
export function* mergeFile(
  paths: StoragePaths,
  {
    path,
    text,
    blocks,
    now,
  }: { readonly path: string; readonly text: string; readonly blocks: string | null; readonly now: Date },
): Section<Merged> {
  const { forgotten, retractions } = retractedAndErasedPaths(paths);
  if (path === forgotten) return yield* mergeForgotten(text);
  if (path === retractions) return yield* mergeRetractions(text, now);
  if (dirname(path) === paths.rawDir) return yield* mergeWeek(basename(path, '.txt'), text);
  if (!isTopicFile(paths, path)) return { isConflict: false, missing: [], problems: [] };
  return yield* mergeTopic({
    generation: yield* liveGeneration(),
    slug: basename(path, '.txt'),
    text,
    base: new Map(Object.entries(JSON.parse(blocks ?? '{}') as Record<QaId, string>) as [QaId, string][]),
    isInFileOf: (slug, qaId) =>
      blocksOf(readText(topicPath(paths, slug)) ?? '').blocks.some((block) => block.qaId === qaId),
    now,
  });
}
