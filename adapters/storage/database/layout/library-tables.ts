import type { SettledOutcome } from '../../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { identity, integer, orNull, table, text, textOf, unique } from './table.ts';

const qaId = textOf<QaId>();

/** Documents, the archive, the generations of the library, and the printed view. */
export const libraryTables = {
  /** The index that a refresh is building, and what went wrong. */
  sources: table(
    {
      source_id: text,
      kind: text,
      origin: text,
      /** The refresh that saw it last. */
      found_by: text,
      task: orNull(text),
      /** As in `index-cache.json`. */
      record: orNull(text),
      described_by: orNull(text),
      checked_at: orNull(text),
      next_check_at: orNull(text),
      failures: integer,
      tokens: orNull(integer),
      error: orNull(text),
    },
    { key: ['source_id'], indexes: { task: ['task', 'source_id'] } },
  ),
  /** The index that answers rest on: a record of `index-cache.json` each. */
  document_index: table({ source_id: text, record: text }, { key: ['source_id'] }),
  /** Texts of pages and of documents that had to be extracted. */
  document_texts: table(
    {
      source_id: text,
      title: orNull(text),
      text,
      /** By which the document's site names it. */
      slug: orNull(text),
    },
    { key: ['source_id'], hasLongRows: true },
  ),
  /** The raw archive, word for word: a week's file is its segments, one after the other. */
  raw_segments: table(
    {
      id: identity,
      /** `2026-W05`. */
      week: text,
      text,
      /** Null for text that is no entry, and for an entry whose id another one holds. */
      qa_id: unique(orNull(qaId)),
      conversation_id: orNull(text),
      /** Conversation and messages, in any order: what identifies an entry. */
      conversation_key: orNull(text),
    },
    { indexes: { week: ['week', 'id'], conversation: ['conversation_id'], key: ['conversation_key'] } },
  ),
  generations: table(
    {
      number: integer,
      state: textOf<'live' | 'kept' | 'building' | 'dropped'>(),
      /** Who builds it; null once it was published. */
      owner: orNull(text),
      since: text,
      /** Entries up to it count as settled here: the cursor of the Python archive that this was adopted from. */
      adopted_cursor: orNull(qaId),
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
      described_hash: text,
      described_at: text,
      /** 1 while the newest questions stand in. */
      pending: integer,
    },
    { key: ['generation', 'slug'] },
  ),
  /** Blocks of topics as they stand in the file. */
  pairs: table(
    { generation: integer, qa_id: qaId, slug: text, block: text },
    { key: ['generation', 'qa_id'], indexes: { topic: ['generation', 'slug'] }, hasLongRows: true },
  ),
  settlements: table(
    {
      generation: integer,
      qa_id: qaId,
      outcome: textOf<SettledOutcome>(),
      topic: orNull(text),
      /** The order of `settled.txt`. */
      position: integer,
      /** Of a failed one. */
      cause: orNull(text),
    },
    {
      key: ['generation', 'qa_id'],
      indexes: { position: ['generation', 'position'], topic: ['generation', 'topic'] },
    },
  ),
  /** Captures that failed for good. */
  failed_captures: table(
    {
      workflow_id: text,
      /** Null: the conversation had not become an entry yet. */
      qa_id: orNull(qaId),
      cause: text,
      failed_at: text,
    },
    { key: ['workflow_id'], indexes: { pair: ['qa_id'] } },
  ),
  /** What a person made of a pair: it holds in every generation that has the pair. */
  pair_edits: table({ qa_id: qaId, block: text }, { key: ['qa_id'], hasLongRows: true }),
  /** Never purged. */
  retractions: table({ qa_id: qaId, retracted_at: text }, { key: ['qa_id'] }),
  /** Never purged: what was said until then may not be kept again. */
  forgotten: table({ user_id: text, forgotten_at: text, line: text }, { key: ['user_id', 'forgotten_at'] }),
  /** What a person said about removals that a capture asked for. */
  removal_decisions: table(
    {
      qa_id: qaId,
      approved: integer,
      /** JSON: the removals that were shown. */
      removals: text,
      decided_at: text,
    },
    { key: ['qa_id'] },
  ),
  /** The printed view as it was written last, by path. */
  view_files: table(
    {
      path: text,
      /** Of what it follows from: the file is printed again when that is another one. */
      version: text,
      hash: text,
      /** Of the file before: a death may have left that one aside. */
      former_hash: orNull(text),
      /** Of topics, JSON: the hash of each block by `qa_id`. Null elsewhere. */
      blocks: orNull(text),
    },
    { key: ['path'] },
  ),
};
