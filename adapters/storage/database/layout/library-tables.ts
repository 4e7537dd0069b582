import type { SettledOutcome } from '../../../../domain/team/qa-pair.ts';
import type { SourceKind, SourceTask } from '../../../../domain/ports/sources.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { identity, integer, orNull, table, text, textOf, unique } from './table.ts';

const qaId = textOf<QaId>();

/** Documents, the archive, the generations of the library, and the printed view. */
export const libraryTables = {
  /** The index that a refresh is building, and what went wrong. */
  sources: table(
    {
      sourceId: text,
      kind: textOf<SourceKind>(),
      origin: text,
      /** The refresh that saw it last. */
      foundBy: text,
      task: orNull(textOf<SourceTask>()),
      /** As in `index-cache.json`. */
      record: orNull(text),
      describedBy: orNull(text),
      checkedAt: orNull(text),
      nextCheckAt: orNull(text),
      failures: integer,
      tokens: orNull(integer),
      error: orNull(text),
    },
    { key: ['sourceId'], indexes: { task: ['task', 'sourceId'] } },
  ),
  /** The index that answers rest on: a record of `index-cache.json` each. */
  document_index: table({ sourceId: text, record: text }, { key: ['sourceId'] }),
  /** Texts of pages and of documents that had to be extracted. */
  document_texts: table(
    {
      sourceId: text,
      title: orNull(text),
      text,
      /** By which the document's site names it. */
      slug: orNull(text),
    },
    { key: ['sourceId'], hasLongRows: true },
  ),
  /** The raw archive, word for word: a week's file is its segments, one after the other. */
  raw_segments: table(
    {
      id: identity,
      /** `2026-W05`. */
      week: text,
      text,
      /** Null for text that is no entry, and for an entry whose id another one holds. */
      qaId: unique(orNull(qaId)),
      conversationId: orNull(text),
      /** Conversation and messages, in any order: what identifies an entry. */
      conversationKey: orNull(text),
    },
    { indexes: { week: ['week', 'id'], conversation: ['conversationId'], key: ['conversationKey'] } },
  ),
  generations: table(
    {
      number: integer,
      state: textOf<'live' | 'kept' | 'building' | 'dropped'>(),
      /** Who builds it; null once it was published. */
      owner: orNull(text),
      since: text,
      /** Entries up to it count as settled here: the cursor of the Python archive that this was adopted from. */
      adoptedCursor: orNull(qaId),
    },
    { key: ['number'] },
  ),
  topics: table(
    {
      generation: integer,
      slug: text,
      /** Changes whenever the text does. */
      version: text,
      description: text,
      /** Of the text that is described. */
      describedHash: text,
      describedAt: text,
      /** 1 while the newest questions stand in. */
      pending: integer,
    },
    { key: ['generation', 'slug'] },
  ),
  /** Blocks of topics as they stand in the file. */
  pairs: table(
    { generation: integer, qaId, slug: text, block: text },
    { key: ['generation', 'qaId'], indexes: { topic: ['generation', 'slug'] }, hasLongRows: true },
  ),
  settlements: table(
    {
      generation: integer,
      qaId,
      outcome: textOf<SettledOutcome>(),
      topic: orNull(text),
      /** The order of `settled.txt`. */
      position: integer,
      /** Of a failed one. */
      cause: orNull(text),
    },
    {
      key: ['generation', 'qaId'],
      indexes: { position: ['generation', 'position'], topic: ['generation', 'topic'] },
    },
  ),
  /** Captures that failed for good. */
  failed_captures: table(
    {
      workflowId: text,
      /** Null: the conversation had not become an entry yet. */
      qaId: orNull(qaId),
      cause: text,
      failedAt: text,
    },
    { key: ['workflowId'], indexes: { pair: ['qaId'] } },
  ),
  /** What a person made of a pair: it holds in every generation that has the pair. */
  pair_edits: table({ qaId, block: text }, { key: ['qaId'], hasLongRows: true }),
  /** Never purged. */
  retractions: table({ qaId, retractedAt: text }, { key: ['qaId'] }),
  /** Never purged: what was said until then may not be kept again. */
  forgotten: table({ userId: text, forgottenAt: text, line: text }, { key: ['userId', 'forgottenAt'] }),
  /** What a person said about removals that a capture asked for. */
  removal_decisions: table(
    {
      qaId,
      approved: integer,
      /** JSON: the removals that were shown. */
      removals: text,
      decidedAt: text,
    },
    { key: ['qaId'] },
  ),
  /** The printed view as it was written last, by path. */
  view_files: table(
    {
      path: text,
      /** Of what it follows from: the file is printed again when that is another one. */
      version: text,
      hash: text,
      /** Of the file before: a death may have left that one aside. */
      formerHash: orNull(text),
      /** Of topics, JSON: the hash of each block by `qa_id`. Null elsewhere. */
      blocks: orNull(text),
    },
    { key: ['path'] },
  ),
};
