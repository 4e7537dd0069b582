import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Topic } from '../../../domain/ports/library.ts';
import { formatTopic, parseTopic } from '../../../domain/team/qa-blocks.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { topicFileName, topicSlug } from '../../../domain/team/topic-slug.ts';
import { makeFolderDurably, removeDurably, writeFileDurably } from '../files/durable-files.ts';
import { createFileViews, type FileText } from '../files/file-views.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import type { StorageLog } from '../storage-log.ts';
import type { GenerationFiles } from './generation-files.ts';

/** A topic and what the index has to know about its file. */
export interface TopicFile {
  readonly topic: Topic;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  /** The file holds blocks that cannot be read. */
  readonly hasProblems: boolean;
}

export interface TopicFiles {
  /** By slug, in code-point order. */
  all(files: GenerationFiles): readonly TopicFile[];
  /** Null when there is no such topic. */
  one(files: GenerationFiles, slug: string): TopicFile | null;
  /** Replaces a topic, or removes it when no pair is left. Inside the lock. */
  write(files: GenerationFiles, slug: string, pairs: readonly QaPair[]): void;
  /** Frees the memory that a generation's topics take. */
  forget(files: GenerationFiles): void;
}

export function createTopicFiles(log: StorageLog): TopicFiles {
  const views = createFileViews((file) => topicFile(file, log));

  const warned = new Set<string>();

  const warnOnce = (path: string): void => {
    if (warned.has(path)) return;
    warned.add(path);
    log.warn(
      { file: path },
      'topic_file_ignored: a topic is named in lower-case letters, digits and single hyphens; rename the file',
    );
  };

  const one = (files: GenerationFiles, slug: string): TopicFile | null =>
    topicSlug(slug) === slug ? views.read(topicPath(files, slug)) : null;

  return {
    all(files) {
      const { slugs, odd } = namesOf(files);
      for (const path of odd) warnOnce(path);
      return slugs.flatMap((slug) => one(files, slug) ?? []);
    },
    one,
    write(files, slug, pairs) {
      requireSlug(slug);
      const path = topicPath(files, slug);
      if (views.read(path)?.hasProblems) setAside(files, slug, log);
      if (pairs.length === 0) removeDurably(path);
      else writeFileDurably(path, formatTopic(pairs));
      views.forget(path);
    },
    forget(files) {
      for (const name of namesIn(files)) views.forget(join(files.topicsDir, name));
    },
  };
}

function requireSlug(slug: string): void {
  if (topicSlug(slug) === slug) return;
  throw new PortError({
    kind: 'final',
    code: 'topic_name_invalid',
    message: 'A topic is named in lower-case letters, digits and single hyphens, at most 80 characters.',
  });
}

const topicPath = (files: GenerationFiles, slug: string): string =>
  join(files.topicsDir, topicFileName(slug));

const namesIn = (files: GenerationFiles): readonly string[] =>
  ignoreMissing(() => readdirSync(files.topicsDir), []).filter(
    (name) => name.endsWith('.txt') && !name.startsWith('.'),
  );

function namesOf(files: GenerationFiles) {
  const slugs = namesIn(files).map((name) => basename(name, '.txt'));
  return {
    slugs: slugs.filter((slug) => topicSlug(slug) === slug).toSorted(compareCodePoints),
    odd: slugs.filter((slug) => topicSlug(slug) !== slug).map((slug) => topicPath(files, slug)),
  };
}

function topicFile({ path, text, sizeBytes, mtimeNs }: FileText, log: StorageLog): TopicFile {
  const { pairs, problems } = parseTopic(text);
  for (const { line, reason } of problems) {
    log.warn({ file: path, line }, `topic_block_skipped: ${path}:${line}: ${reason}`);
  }
  const version = createHash('sha256').update(text, 'utf8').digest('hex');
  return {
    topic: { slug: basename(path, '.txt'), version, pairs, text },
    contentHash: contentHash(text),
    sizeBytes,
    mtimeNs,
    hasProblems: problems.length > 0,
  };
}

/** A block that cannot be read would be lost with the next write, so the file is kept as a person left it. */
function setAside(files: GenerationFiles, slug: string, log: StorageLog): void {
  const text = readFileSync(topicPath(files, slug), 'utf8');
  const folder = join(files.folder, 'set-aside');
  makeFolderDurably(folder);
  const copy = join(folder, `${slug}-${contentHash(text).slice(0, 8)}.txt`);
  writeFileDurably(copy, text);
  log.warn({ file: copy }, 'topic_file_set_aside: blocks that could not be read are kept in this copy');
}
