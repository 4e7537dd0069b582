import type { ErasedEntry } from '../../../../domain/team/erasures-file.ts';
import type { SettledOutcome } from '../../../../domain/team/qa-pair.ts';
import type { Anchors } from '../../../../domain/documents/markup/anchors.ts';
import type { SourceKind, SourceTask } from '../../../../domain/documents/known-sources.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { flag, identity, integer, json, orNull, table, text, textOf, unique } from './table.ts';

const qaId = textOf<QaId>();

/** Documents, the archive and the generations of the library. */
export const libraryTables = {
  /** The known sources with the state of their refresh. */
  sources: table(
    {
      sourceId: text,
      kind: textOf<SourceKind>(),
      origin: text,
      /** The refresh that found it last. */
      foundBy: text,
      task: orNull(textOf<SourceTask>()),
      /** JSON: its record in `index-cache.json`. */
      record: orNull(text),
      describedBy: orNull(text),
      checkedAt: orNull(text),
      nextCheckAt: orNull(text),
      failures: integer,
      tokens: orNull(integer),
      listedDate: orNull(text),
      error: orNull(text),
    },
    { indexes: { task: ['task', 'sourceId'] } },
  ),
  /** Texts of pages and of documents that had to be extracted. */
  document_texts: table({
    sourceId: text,
    title: orNull(text),
    text,
    /** The document's name on its site. */
    slug: orNull(text),
    /** Of its headings; null if they are not known. */
    anchors: orNull(json<Anchors>()),
    /** The day of its last change, as far as it says. */
    date: orNull(text),
  }),
  /** The raw archive, verbatim. The segments of a week, in order, are its file. */
  raw_segments: table(
    {
      id: identity,
      /** For example `2026-W05`. */
      week: text,
      text,
      /** Null for text that is not an entry and for an entry whose id is taken. */
      qaId: unique(orNull(qaId)),
      conversationId: orNull(text),
      /** Identifies an entry: its conversation and its sorted message ids. */
      conversationKey: orNull(text),
    },
    { indexes: { week: ['week', 'id'], conversation: ['conversationId'], key: ['conversationKey'] } },
  ),
  generations: table({
    number: integer,
    state: textOf<'live' | 'kept' | 'building' | 'dropped'>(),
    /** The rebuild's owner; null once published. */
    owner: orNull(text),
    since: text,
    /** The cursor of the adopted Python archive: entries up to it count as settled. */
    adoptedCursor: orNull(qaId),
  }),
  topics: table(
    {
      generation: integer,
      slug: text,
      /** A hash of the text. */
      version: text,
      description: text,
      /** The hash of the described text. */
      describedHash: text,
      describedAt: text,
      /** The newest questions stand in for a description. */
      pending: flag,
    },
    { key: ['generation', 'slug'] },
  ),
  /** The blocks of topic files, verbatim. */
  pairs: table(
    { generation: integer, qaId, slug: text, block: text },
    { key: ['generation', 'qaId'], indexes: { topic: ['generation', 'slug'] } },
  ),
  settlements: table(
    {
      generation: integer,
      qaId,
      outcome: textOf<SettledOutcome>(),
      topic: orNull(text),
      /** The order of `settled.txt`. */
      position: integer,
      /** The failure's code. */
      cause: orNull(text),
    },
    {
      key: ['generation', 'qaId'],
      indexes: { position: ['generation', 'position'], topic: ['generation', 'topic'] },
    },
  ),
  failed_captures: table(
    {
      workflowId: text,
      /** Null if the conversation had not become an entry yet. */
      qaId: orNull(qaId),
      cause: text,
      failedAt: text,
    },
    { indexes: { pair: ['qaId'] } },
  ),
  /** Never purged. */
  retractions: table({ qaId, retractedAt: text }),
  /** Never purged: words written until then must not be stored again. */
  forgotten: table(
    { userId: text, erasedAt: text, entries: json<readonly ErasedEntry[]>() },
    { key: ['userId', 'erasedAt'] },
  ),
  /** The last yes or no of a person to each removal that a capture asked for. */
  removal_decisions: table({ qaId, removedId: qaId, approved: flag }, { key: ['qaId', 'removedId'] }),
};
