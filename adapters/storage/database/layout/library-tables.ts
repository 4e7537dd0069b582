import type { Generated } from 'kysely';
import type { SettledOutcome } from '../../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';

/** Documents, the archive, the generations of the library, and the printed view. */
export interface LibraryTables {
  /** The index that a refresh is building, and what went wrong. */
  readonly sources: {
    readonly source_id: string;
    readonly kind: string;
    readonly origin: string;
    /** The refresh that saw it last. */
    readonly found_by: string;
    readonly task: string | null;
    /** As in `index-cache.json`. */
    readonly record: string | null;
    readonly described_by: string | null;
    readonly checked_at: string | null;
    readonly next_check_at: string | null;
    readonly failures: number;
    readonly tokens: number | null;
    readonly error: string | null;
  };
  /** The index that answers rest on: a record of `index-cache.json` each. */
  readonly document_index: { readonly source_id: string; readonly record: string };
  /** Texts of pages and of documents that had to be extracted. */
  readonly document_texts: {
    readonly source_id: string;
    readonly title: string | null;
    readonly text: string;
    /** By which the document's site names it. */
    readonly slug: string | null;
  };
  /** The raw archive, word for word: a week's file is its segments, one after the other. */
  readonly raw_segments: {
    readonly id: Generated<number>;
    /** `2026-W05`. */
    readonly week: string;
    readonly text: string;
    /** Null for text that is no entry, and for an entry whose id another one holds. */
    readonly qa_id: QaId | null;
    readonly conversation_id: string | null;
    /** Conversation and messages, in any order: what identifies an entry. */
    readonly conversation_key: string | null;
  };
  readonly generations: {
    readonly number: number;
    readonly state: 'live' | 'kept' | 'building' | 'dropped';
    /** Who builds it; null once it was published. */
    readonly owner: string | null;
    readonly since: string;
    /** Entries up to it count as settled here: the cursor of the Python archive that this was adopted from. */
    readonly adopted_cursor: QaId | null;
  };
  readonly topics: {
    readonly generation: number;
    readonly slug: string;
    /** Changes whenever the text does. */
    readonly version: string;
    readonly description: string;
    /** Of the text that is described. */
    readonly described_hash: string;
    readonly described_at: string;
    /** 1 while the newest questions stand in. */
    readonly pending: number;
  };
  /** Blocks of topics as they stand in the file. */
  readonly pairs: {
    readonly generation: number;
    readonly qa_id: QaId;
    readonly slug: string;
    readonly block: string;
  };
  readonly settlements: {
    readonly generation: number;
    readonly qa_id: QaId;
    readonly outcome: SettledOutcome;
    readonly topic: string | null;
    /** Of a failed one. */
    readonly cause: string | null;
    /** The order of `settled.txt`. */
    readonly position: number;
  };
  /** Captures that failed for good. */
  readonly failed_captures: {
    readonly workflow_id: string;
    readonly qa_id: QaId | null;
    readonly cause: string;
    readonly failed_at: string;
  };
  /** What a person made of a pair: it holds in every generation that has the pair. */
  readonly pair_edits: { readonly qa_id: QaId; readonly block: string };
  readonly retractions: { readonly qa_id: QaId; readonly retracted_at: string };
  /** What was said until then may not be kept again. */
  readonly forgotten: { readonly user_id: string; readonly forgotten_at: string; readonly line: string };
  /** What a person said about removals that a capture asked for. */
  readonly removal_decisions: {
    readonly qa_id: QaId;
    readonly approved: number;
    /** JSON: the removals that were shown. */
    readonly removals: string;
    readonly decided_at: string;
  };
  /** The printed view as it was written last, by path. */
  readonly view_files: {
    readonly path: string;
    /** Of what it follows from: the file is printed again when that is another one. */
    readonly version: string;
    readonly hash: string;
    /** Of the file before: a death may have left that one aside. */
    readonly former_hash: string | null;
    /** Of topics, JSON: the hash of each block by `qa_id`. Null elsewhere. */
    readonly blocks: string | null;
  };
}
