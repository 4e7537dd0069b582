import type { QaId } from '../qa-id.ts';
import type { QaPair, RawEntry, Settled } from '../qa-pair.ts';

/** A topic as it stood when read. `version` changes whenever the pairs do. */
export interface Topic {
  readonly slug: string;
  readonly version: string;
  readonly pairs: readonly QaPair[];
  /** The file as it is: what a model reads. */
  readonly text: string;
}

export interface TopicChange {
  readonly generation: number;
  readonly slug: string;
  /** The version that the decision was made on; null when the topic did not exist. */
  readonly expectedVersion: string | null;
  /** Null when only removals are wanted. A pair whose id stands in any topic already is not added again. */
  readonly add: QaPair | null;
  readonly removeIds: readonly QaId[];
  /** Written in the same step, so that the topic and the ledger cannot disagree. */
  readonly settle: Settled | null;
}

/** `conflict`: the topic is no longer the one that was read, or the generation is no longer open for writing. */
export type ChangeResult = 'changed' | 'conflict';

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
  readonly topics: number;
  readonly pairs: number;
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
  appendRaw(entry: RawEntry, now: Date): Promise<RawEntry>;
  rawEntries(): Promise<readonly RawEntry[]>;
  rawEntry(qaId: QaId): Promise<RawEntry | null>;

  liveGeneration(): Promise<number>;
  generations(): Promise<readonly GenerationInfo[]>;
  /** An empty generation for a rebuild. An unfinished one of the same owner is found and returned with what it holds. */
  openGeneration(owner: string): Promise<number>;
  /** Makes a generation the live one, unless raw entries are not settled in it: then their ids come back instead. */
  publish(generation: number): Promise<readonly QaId[]>;
  /** Drops an unpublished generation. */
  discard(generation: number): Promise<void>;

  topics(generation: number): Promise<readonly Topic[]>;
  topic(generation: number, slug: string): Promise<Topic | null>;
  changeTopic(change: TopicChange): Promise<ChangeResult>;
  /** Records what became of entries that touch no topic. An entry that is settled already keeps its outcome. */
  settle(generation: number, settled: readonly Settled[]): Promise<void>;
  settled(generation: number): Promise<ReadonlyMap<QaId, Settled>>;
  /** Raw entries above the floor that the generation has not settled, oldest first. */
  unsettled(generation: number): Promise<readonly RawEntry[]>;

  /** `index-team.txt`. */
  index(generation: number): Promise<string>;
  descriptions(generation: number): Promise<readonly TopicDescription[]>;
  /** Stores a description and writes the index and its cache. Ignored when the topic's text has changed since. */
  describe(generation: number, description: Omit<TopicDescription, 'pending'>): Promise<void>;
}
