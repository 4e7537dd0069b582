import type { FailedCapture, QaPair, RawEntry, Settled } from '../team/qa-pair.ts';
import type { ErasedEntry, ErasedSince } from '../team/erasures-file.ts';
import type { QaId } from '../values/qa-id.ts';

/** A topic at the time of reading. `version` changes whenever the pairs do. */
export interface Topic {
  readonly slug: string;
  readonly version: string;
  readonly pairs: readonly QaPair[];
  /** The text of its file, which models read. */
  readonly text: string;
}

/** `conflict`: the topic has changed since it was read, or the generation is no longer open for writing. */
export type ChangeResult = 'changed' | 'conflict';

/** Inserts an entry into all topics that it concerns and into the ledger, in one step. */
export interface Insertion {
  readonly generation: number;
  readonly settle: Settled;
  /** The new states of topics. */
  readonly rewrites: readonly {
    readonly slug: string;
    /** The version that was read; null if the topic did not exist. */
    readonly expectedVersion: string | null;
    /** An empty list deletes the topic. */
    readonly pairs: readonly QaPair[];
  }[];
  /** How many other captures of the entry's conversation had found a topic when the topics were read. */
  readonly captured: number;
}

/** The outcomes of the archive's entries in a generation, at one moment. */
export interface Ledger {
  /** Oldest first. */
  readonly entries: readonly RawEntry[];
  /** A retracted entry counts as retracted, whatever its earlier outcome. */
  readonly settled: ReadonlyMap<QaId, Settled>;
}

export interface TopicDescription {
  readonly slug: string;
  readonly text: string;
  /** The hash of the topic text that it describes. */
  readonly contentHash: string;
  /** True while `text` stands in for a description that no model has written yet. */
  readonly pending: boolean;
}

export interface GenerationInfo {
  readonly number: number;
  readonly live: boolean;
  /** A rebuild that is not published. */
  readonly building: boolean;
  /** The first publication, or the start of a rebuild. RFC 3339, UTC. */
  readonly since: string;
  readonly topics: number;
  readonly pairs: number;
}

/** A person's yes or no to removals of a capture. */
export interface RemovalApproval {
  /** The pair whose capture asked for approval. */
  readonly qaId: QaId;
  readonly approved: boolean;
  /** The removals that were shown. The approval covers only these. */
  readonly removals: readonly QaId[];
}

/** What a retraction removes, or would remove in a dry run. */
export interface RetractionResult {
  /** The requested entries, and earlier captures of their conversations that were not retracted yet. */
  readonly qaIds: readonly QaId[];
  /** Topics of the live generation that lost an entry, perhaps their last. */
  readonly topics: readonly string[];
}

/**
 * The raw archive (append-only, one for all generations) and the library derived from it, generation by generation.
 * Every change is one short transaction, safe against concurrent processes, and may be repeated.
 */
export interface Library {
  /**
   * Appends to the week of `now`. The same conversation and message ids again write nothing and return the existing
   * entry, unless the conversation was edited: then another text makes another entry. If another conversation or other messages hold
   * the id, it moves on by microseconds until it is free.
   */
  appendRaw(entry: RawEntry, now: Date, edited?: boolean): Promise<RawEntry>;
  rawEntries(): Promise<readonly RawEntry[]>;
  /** Takes in entries that somebody put into the raw archive's folder. */
  takeInArchive(): Promise<void>;
  rawEntry(qaId: QaId): Promise<RawEntry | null>;

  /**
   * Removes entries from every generation for good, if they are in the archive and not retracted yet. Earlier captures
   * of the same conversation, which a newer one replaced, are removed too by default. `dryRun` writes nothing.
   */
  retract(request: {
    readonly qaIds: readonly QaId[];
    readonly now: Date;
    readonly withEarlier?: boolean;
    readonly dryRun?: boolean;
  }): Promise<RetractionResult>;
  /** Entries that no generation may ever hold again. */
  retracted(): Promise<ReadonlySet<QaId>>;
  /** Saves a person's yes or no to each of these removals, in place of an earlier one. Every generation honours it. */
  saveRemovalApproval(approval: RemovalApproval): Promise<void>;
  /** Each removal that a pair asked for, with the last yes or no to it. */
  decidedRemovals(qaId: QaId): Promise<ReadonlyMap<QaId, boolean>>;
  /** When each person was erased last. */
  erasedSince(): Promise<ErasedSince>;

  liveGeneration(): Promise<number>;
  generations(): Promise<readonly GenerationInfo[]>;
  /** Creates an empty generation for a rebuild, or returns the owner's unfinished one with its content. */
  openGeneration(owner: string): Promise<number>;
  /** Makes a generation live, or returns the ids of raw entries that are not settled in it. */
  publish(generation: number): Promise<readonly QaId[]>;
  /** Deletes an unpublished generation. */
  discard(generation: number): Promise<void>;
  /**
   * Makes an earlier live generation live again, unchanged. Raw entries that it does not know become unsettled. Throws
   * a final `PortError` for a rebuild and for an unknown generation.
   */
  rollBack(generation: number): Promise<void>;

  topics(generation: number): Promise<readonly Topic[]>;
  topic(generation: number, slug: string): Promise<Topic | null>;
  /** Returns `conflict` if a topic has changed since it was read, or a capture of the conversation has found a topic since. */
  insert(insertion: Insertion): Promise<ChangeResult>;
  /** Records outcomes of entries that touch no topic. An existing outcome stays, unless it is a failure. */
  settle(generation: number, settled: readonly Settled[]): Promise<void>;
  ledger(generation: number): Promise<Ledger>;
  /** Records a capture that failed for good, and settles its entry as failed in the live generation if it has no outcome. */
  saveFailedCapture(failure: FailedCapture & { readonly workflowId: string }): Promise<void>;
  /** The capture succeeded or is no longer wanted, so operators need not look at it any more. */
  endFailedCapture(run: { readonly workflowId: string }): Promise<void>;
  /** The failures that an operator has to look at, newest first, however old they are. */
  failedCaptures(): Promise<readonly FailedCapture[]>;
  /** Raw entries above the floor that the generation has not settled, oldest first. */
  unsettled(generation: number): Promise<readonly RawEntry[]>;

  /** The text of `index-team.txt`. */
  index(generation: number): Promise<string>;
  descriptions(generation: number): Promise<readonly TopicDescription[]>;
  /** Stores a description and writes the index and its cache. Does nothing if the topic's text has changed since. */
  describe(generation: number, description: Omit<TopicDescription, 'pending'>): Promise<void>;
}

/** What an empty store took in from the text files of a library, beside the archive. */
export interface AdoptedLibrary {
  readonly pairs: number;
  readonly topics: number;
}

/** What erasing a person removes, or would remove in a dry run. */
export interface ErasurePlan {
  readonly userId: string;
  /** What leaves the raw archive: entries that the person asked, and the person's messages in entries of others. */
  readonly entries: readonly ErasedEntry[];
  /** The team has said something under this id. */
  readonly isTeamMember: boolean;
  /** Turns of others, counted from 0, that stay and name the person. */
  readonly mentions: readonly { readonly qaId: QaId; readonly turn: number; readonly text: string }[];
  /** Pairs that are retracted, and what the team had said in each. */
  readonly retracted: readonly { readonly qaId: QaId; readonly answers: readonly string[] }[];
  /** Topics of any generation whose text changes. */
  readonly topics: readonly string[];
  /** Whether anything is kept of what the person wrote or did. */
  readonly isKnown: boolean;
  /** Entries whose authors are unknown, and which may contain the person's words. */
  readonly withoutAuthors: readonly QaId[];
  /** Files that were set aside and may hold the person's words; none if nothing of the person is kept. They are left unchanged. */
  readonly leftFiles: readonly string[];
}

/** Erasing a person: removing what they wrote from everything that is saved. */
export interface PersonErasure {
  /**
   * Repeating it is harmless and also removes what came in meanwhile. If nothing came, it does nothing, so that nobody can
   * keep replies from being written. When it returns, no file of the store holds the person's words; if the process dies, the
   * next start completes it. `dryRun` writes nothing.
   */
  erase(request: { readonly userId: string; readonly dryRun?: boolean }): Promise<ErasurePlan>;
}
