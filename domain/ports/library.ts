import type { TopicDifference } from '../team/compare-topics.ts';
import type { RemovalDecision } from '../team/decision-files.ts';
import type { MessageRef } from './chat.ts';
import type { FailedCapture, QaPair, RawEntry, Settled } from '../team/qa-pair.ts';
import type { ErasedTurns } from '../team/erasures-file.ts';
import type { QaId } from '../values/qa-id.ts';

/** A topic as it stood when read. `version` changes whenever the pairs do. */
export interface Topic {
  readonly slug: string;
  readonly version: string;
  readonly pairs: readonly QaPair[];
  /** The file as it is: what a model reads. */
  readonly text: string;
}

/** `conflict`: the topic is no longer the one that was read, or the generation is no longer open for writing. */
export type ChangeResult = 'changed' | 'conflict';

/** A topic as it is to be when an entry has been settled. */
interface TopicRewrite {
  readonly slug: string;
  /** The version that was read; null when the topic did not exist. */
  readonly expectedVersion: string | null;
  /** None: the topic goes. */
  readonly pairs: readonly QaPair[];
}

/** Inserts an entry into all topics that it concerns and into the ledger, in one step. */
export interface Insertion {
  readonly generation: number;
  readonly settle: Settled;
  /** In the order of writing. */
  readonly rewrites: readonly TopicRewrite[];
  /** What the decisions were made on: how many entries were settled of these topics and of the entry's conversation. */
  readonly related: { readonly topics: readonly string[]; readonly settled: number };
  /** What the decision cache is to know from then on. */
  readonly decisions?: readonly { readonly key: string; readonly value: string }[];
  /** The team's message that the bot is to mark as captured. */
  readonly toMark?: MessageRef | null;
}

/** What became of the archive's entries in a generation, of one moment. */
export interface Ledger {
  /** Oldest first. */
  readonly entries: readonly RawEntry[];
  /** A retracted entry counts as retracted, whatever became of it before. */
  readonly settled: ReadonlyMap<QaId, Settled>;
}

export interface TopicDescription {
  readonly slug: string;
  readonly text: string;
  /** Of the topic's text that it describes. */
  readonly contentHash: string;
  /** True while `text` stands in for a description that no model has written yet. */
  readonly pending: boolean;
}

export interface GenerationInfo {
  readonly number: number;
  readonly live: boolean;
  /** A rebuild that is not published. */
  readonly building: boolean;
  /** When it was begun, or, once it was, when it was published first. RFC 3339, UTC. */
  readonly since: string;
  readonly topics: number;
  readonly pairs: number;
}

/** What a dry run found: ids alone, whose words are in the raw archive. */
export interface Comparison {
  /** The generation that was built and has been dropped since. */
  readonly generation: number;
  readonly live: number;
  /** RFC 3339, UTC. */
  readonly comparedAt: string;
  readonly differences: readonly TopicDifference[];
}

export interface AppendOptions {
  /** Who said each turn, and when. An entry with words of a person who was erased since is refused, as transient. */
  readonly turnAuthors?: readonly { readonly authorId: string; readonly createdAt: string }[];
  /** The conversation was edited: another text under the same messages makes another entry. */
  readonly edited?: boolean;
}

/** What a retraction takes away, or would. */
export interface RetractionResult {
  /** The entries asked for, and earlier captures of their conversations that were not retracted before. */
  readonly qaIds: readonly QaId[];
  /** Topics of the live generation that held one of them and still hold others. */
  readonly changedTopics: readonly string[];
  /** Topics of the live generation that are gone with them. */
  readonly removedTopics: readonly string[];
}

/**
 * The raw archive (append-only, one for all generations) and the library that is derived from it, generation by
 * generation. Every change is one short transaction that several processes may race for; every change may be repeated.
 */
export interface Library {
  /**
   * Appends to the week of `now`. The same conversation and message ids again write nothing and return what is there;
   * an id that another conversation or other messages hold moves on by a microsecond until it is free.
   */
  appendRaw(entry: RawEntry, now: Date, options?: AppendOptions): Promise<RawEntry>;
  rawEntries(): Promise<readonly RawEntry[]>;
  rawEntry(qaId: QaId): Promise<RawEntry | null>;

  /**
   * Takes entries out of every generation for good, as far as they are in the archive and not retracted yet. Earlier
   * captures of the same conversation, which a newer one had replaced, go with them by default. With `dryRun` nothing
   * is written.
   */
  retract(request: {
    readonly qaIds: readonly QaId[];
    readonly now: Date;
    readonly withEarlier?: boolean;
    readonly dryRun?: boolean;
  }): Promise<RetractionResult>;
  /** Entries that no generation may ever take in again. */
  retracted(): Promise<ReadonlySet<QaId>>;
  /** What a person says about removals is a fact beside the archive: every generation honours it, and the last word counts. */
  saveRemovalDecision(decision: RemovalDecision): Promise<void>;
  removalDecision(qaId: QaId): Promise<RemovalDecision | null>;
  /** People whose words up to a time (RFC 3339) may not be kept, by their ids. */
  erasedSince(): Promise<ReadonlyMap<string, string>>;

  liveGeneration(): Promise<number>;
  generations(): Promise<readonly GenerationInfo[]>;
  /** An empty generation for a rebuild. An unfinished one of the same owner is found and returned with what it holds. */
  openGeneration(owner: string): Promise<number>;
  /** Makes a generation the live one, unless raw entries are not settled in it: then their ids come back instead. */
  publish(generation: number): Promise<readonly QaId[]>;
  /** Drops an unpublished generation. */
  discard(generation: number): Promise<void>;
  /**
   * Makes a generation that was live before the live one again, as it was. Raw entries that it does not know are
   * unsettled from then on. Throws a final `PortError` for a rebuild and for one that is not there.
   */
  rollBack(generation: number): Promise<void>;
  /** Saves the newest comparison, in place of the one before. */
  saveComparison(comparison: Comparison): Promise<void>;
  comparison(): Promise<Comparison | null>;

  topics(generation: number): Promise<readonly Topic[]>;
  topic(generation: number, slug: string): Promise<Topic | null>;
  /** Conflicts when a topic is no longer the one that was read, or a related entry was settled since. */
  insert(insertion: Insertion): Promise<ChangeResult>;
  /** Records what became of entries that touch no topic. An entry that is settled already keeps its outcome, unless it failed. */
  settle(generation: number, settled: readonly Settled[]): Promise<void>;
  ledger(generation: number): Promise<Ledger>;
  /** A capture failed for good. Its entry is settled as failed in the live generation, unless it has an outcome already. */
  saveFailedCapture(failure: FailedCapture & { readonly workflowId: string }): Promise<void>;
  /** It is captured, or is not to be: nobody has to look at it any more. */
  endFailedCapture(run: { readonly workflowId: string }): Promise<void>;
  /** Somebody says that a capture is to be left: its entry counts as skipped, and nobody is told of it any more. */
  skipCapture(capture: { readonly workflowId: string; readonly qaId: QaId | null }): Promise<void>;
  /** The runs of those that had no entry yet. */
  skippedCaptures(): Promise<readonly string[]>;
  /** What an operator has to look at, newest first, however long ago it failed. */
  failedCaptures(): Promise<readonly FailedCapture[]>;
  /** Raw entries above the floor that the generation has not settled, oldest first. */
  unsettled(generation: number): Promise<readonly RawEntry[]>;

  /** `index-team.txt`. */
  index(generation: number): Promise<string>;
  descriptions(generation: number): Promise<readonly TopicDescription[]>;
  /** Stores a description and writes the index and its cache. Ignored when the topic's text has changed since. */
  describe(generation: number, description: Omit<TopicDescription, 'pending'>): Promise<void>;
}

export interface ErasureCandidate {
  readonly qaId: QaId;
  /** Counted from 0. */
  readonly turn: number;
  readonly text: string;
}

/** What erasing a person takes away, or would. */
export interface ErasurePlan {
  readonly userId: string;
  /**
   * Turns in the raw archive whose text is erased: the person's own, those that mention them, and, where no question is left,
   * the answers to it.
   */
  readonly entries: readonly ErasedTurns[];
  /** Turns of others that call the person by name or repeat their words: a person has to say which of them go. */
  readonly candidates: readonly ErasureCandidate[];
  /** Entries that have no question or no answer left then: they are retracted. */
  readonly retracted: readonly QaId[];
  /** Topics whose text changes, in any generation. */
  readonly topics: readonly string[];
  readonly messages: number;
  readonly snapshots: number;
  /** Rows of questions: the person's own, and others' whose answers may rest on the person's words. */
  readonly interactions: number;
  readonly decisions: number;
  /** Entries whose authors are unknown: they may contain the person's words. */
  readonly withoutAuthors: readonly QaId[];
  /** Files that a person set aside or has to repair, and that name one of the entries. They are left as they are. */
  readonly leftFiles: readonly string[];
}

/** Erasing a person: taking their words out of everything that is saved. */
export interface PersonErasure {
  /**
   * Repeating it is harmless, and takes what came in meanwhile. Once it returns nothing of the person's words is in any
   * file of the store; if the process dies, the next start completes it. With `dryRun` nothing is written.
   */
  erase(request: {
    readonly userId: string;
    readonly now: Date;
    /** What the person is called, beside the names that the records know. */
    readonly names?: readonly string[];
    /** Turns of others that a person wants erased, too. */
    readonly also?: readonly ErasedTurns[];
    readonly dryRun?: boolean;
  }): Promise<ErasurePlan>;
}
