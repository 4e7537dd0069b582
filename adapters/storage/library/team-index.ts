import type { IndexCache, IndexCacheRecord } from '../../../domain/documents/index-cache.ts';
import type { TopicDescription } from '../../../domain/ports/library.ts';
import { compareQaIds } from '../../../domain/values/qa-id.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { slugFromSourceId, teamSourceId, topicFileName } from '../../../domain/team/topic-slug.ts';
import { shorten } from '../shorten.ts';
import type { TopicFile } from './topic-files.ts';

/** How many of a topic's newest questions stand in for a description, and how long each may be. */
const standInQuestions = 3;
const standInChars = 160;

/**
 * The index's cache as it has to be for these topics: every topic has a record, and nothing else does. A description
 * that a model wrote stays while its topic changes; its hash then tells that it is old. Until there is one, the newest
 * questions stand in.
 */
export function teamCache({
  former,
  topics,
  described,
  now,
}: {
  readonly former: IndexCache | null;
  readonly topics: readonly TopicFile[];
  /** A description that was just written. */
  readonly described: Omit<TopicDescription, 'pending'> | null;
  readonly now: Date;
}): IndexCache {
  const time = now.toISOString();
  const records = topics.map((file): readonly [string, IndexCacheRecord] => {
    const id = teamSourceId(file.topic.slug);
    const text = described?.slug === file.topic.slug ? described.text.trim() : '';
    return [
      id,
      text === '' ? keptRecord(file, former?.sources[id], time) : describedRecord(file, text, time),
    ];
  });
  return { schema_version: 1, generated_at: time, sources: Object.fromEntries(records) };
}

export const descriptionsIn = (cache: IndexCache | null): readonly TopicDescription[] =>
  Object.entries(cache?.sources ?? {}).flatMap(([id, record]) => {
    const slug = slugFromSourceId(id);
    if (slug === null) return [];
    const { summary_text: text, content_hash: contentHash, summary_pending: pending } = record;
    return [{ slug, text, contentHash, pending }];
  });

/** The cache without the descriptions of some topics. */
export const withoutTopics = (
  cache: IndexCache,
  isDropped: (slug: string, contentHash: string) => boolean,
): IndexCache => ({
  ...cache,
  sources: Object.fromEntries(
    Object.entries(cache.sources).filter(
      ([id, record]) => !isDropped(slugFromSourceId(id) ?? '', record.content_hash),
    ),
  ),
});

const describedRecord = (file: TopicFile, text: string, time: string): IndexCacheRecord => ({
  source_type: 'file',
  content_hash: file.contentHash,
  summary_text: text,
  last_indexed_at: time,
  summary_pending: false,
  file: fileOf(file),
});

function keptRecord(file: TopicFile, record: IndexCacheRecord | undefined, time: string): IndexCacheRecord {
  const isUsable = record?.source_type === 'file' && record.summary_text.trim() !== '';
  if (isUsable && (!record.summary_pending || record.content_hash === file.contentHash)) {
    return { ...record, file: fileOf(file) };
  }
  return { ...describedRecord(file, standIn(file.topic.pairs), time), summary_pending: true };
}

const fileOf = ({ topic, sizeBytes, mtimeNs }: TopicFile) => ({
  rel_path: topicFileName(topic.slug),
  size_bytes: sizeBytes,
  mtime_ns: mtimeNs,
});

/** The first lines of the newest questions, one a line. */
function standIn(pairs: readonly QaPair[]): string {
  const questions = pairs
    .toSorted((a, b) => compareQaIds(b.qaId, a.qaId))
    .flatMap(({ turns }) => turns.find(({ label }) => label === 'User') ?? [])
    .flatMap(({ text }) => text.split('\n').find((line) => line.trim() !== '') ?? [])
    .map((line) => shorten(line.trim(), standInChars));
  return questions.slice(0, standInQuestions).join('\n') || 'Answers by the team.';
}
