import type { MessageRef } from './chat.ts';
import type { GapRecords } from './gaps.ts';
import type { Message } from '../intake/message.ts';
import type { UrlCheck } from './pages.ts';
import type { QaId } from '../values/qa-id.ts';
import type { Snapshot } from '../intake/snapshot.ts';
import type { PageRecords } from './handler-records.ts';
import type { HandlerRecords } from './handler-records.ts';
import type {
  AdmissionRecords,
  EvaluationRecords,
  QuestionRecords,
  RecallRecords,
  ReplyRecords,
} from './reply-records.ts';
import type { ReplyProgressToSave, UsageRecords } from './usage.ts';

/** Messages as they came in, by id, until they expire. */
export interface MessageRecords {
  /** Saves the newest edit of a message. */
  saveMessage(message: Message, expiresAt: Date): Promise<void>;
  markDeleted(messageId: string): Promise<void>;
  /** In the order of the ids asked for; unknown, expired and deleted ones are left out. */
  messages(ids: readonly string[]): Promise<readonly Message[]>;
  /** Those that are known to be deleted. */
  deletedMessages(ids: readonly string[]): Promise<readonly string[]>;
}

export type MessageRouting =
  | { readonly messageId: string; readonly state: 'unhandled' }
  | {
      readonly messageId: string;
      readonly state: 'ignored';
      readonly runChain: string;
      readonly reason: string;
    }
  | {
      readonly messageId: string;
      readonly state: 'handed_over';
      readonly runChain: string;
      readonly snapshotId: string;
      readonly route: Snapshot['route'];
    };

export interface SnapshotRecords {
  routingOf(messageIds: readonly string[]): Promise<readonly MessageRouting[]>;
  /**
   * Claims messages and saves the snapshot that they lead to (null: ignored, with the reason), in one transaction.
   * `runChain` names the run that claims. Returns false, and writes nothing, when one of them is claimed already, or one of
   * those that were read (`seen`, by default the snapshot's batch) was edited or deleted since.
   */
  claim(claim: {
    readonly runChain: string;
    readonly messageIds: readonly string[];
    readonly snapshot: Snapshot | null;
    readonly seen?: readonly Message[];
    readonly reason: string;
  }): Promise<boolean>;
  /** Lets go of a message that was ignored, so that a window may claim it again. False for any other. */
  releaseIgnored(messageId: string): Promise<boolean>;
  /**
   * Saves a snapshot that claims nothing, until its `snapshotExpiry`; it takes the place of one with the same id. Returns
   * false, and writes nothing, when it holds words of a person who was erased since.
   */
  saveSnapshot(snapshot: Snapshot): Promise<boolean>;
  snapshot(id: string): Promise<Snapshot | null>;
  /** What attempts at a reply to a snapshot have finished, as JSON. Null before, and once a person in it was erased. */
  progress(id: string): Promise<string | null>;
  saveProgress(id: string, progress: ReplyProgressToSave): Promise<void>;
}

/** Answers of models by everything that went into them: prompt, model and inputs, hashed. */
export interface DecisionCache {
  /** In the order of the keys; null for one that is not known. */
  cachedDecisions(keys: readonly string[]): Promise<readonly (string | null)[]>;
  /** `askedAt`: an answer to what was asked before a person was erased may hold their words, and is not kept. */
  cacheDecision(key: string, valueJson: string, askedAt: Date): Promise<void>;
}

interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly since: string;
}

/** One holder at a time, across processes. Whether a holder is still alive is the caller's to find out. */
export interface Leases {
  /**
   * Takes the lease, or renews the owner's own. Returns the lease as it stands: the caller holds it when `owner` is its
   * own. A lease whose holder is in `closedOwners` is taken over.
   */
  acquire(request: {
    readonly name: string;
    readonly owner: string;
    readonly now: Date;
    readonly closedOwners: readonly string[];
  }): Promise<Lease>;
  release(name: string, owner: string): Promise<void>;
}

interface PairOrigin {
  readonly qaId: QaId;
  /** Where a member reads the conversation, or null where not everyone can. */
  readonly link: string | null;
  /** The `team:` sources of the answer that the pair corrects. */
  readonly correctedSourceIds: readonly string[];
  /** Who wrote each turn, in their order. Null: unknown (imported from a format without authors, or written by hand). */
  readonly authorIds: readonly string[] | null;
  /** The snapshot that it was made from, as long as that is kept; null for an entry that was imported. */
  readonly snapshotId: string | null;
}

/** What the archive's format has no field for. */
export interface PairOrigins {
  savePairOrigin(origin: PairOrigin): Promise<void>;
  /** An entry without one (imported, or written by hand) has neither a link nor corrected sources. */
  pairOrigin(qaId: QaId): Promise<PairOrigin>;
  /** The pairs that correct an answer from this source. */
  correctionsOf(sourceId: string): Promise<readonly QaId[]>;
}

/** The team's messages that were captured, until the bot has set its reaction, for a day at most. */
export interface DueReactions {
  /** Oldest first. */
  dueReactions(limit: number): Promise<readonly MessageRef[]>;
  /** Set, or not to be set any more. */
  endReaction(messageId: string): Promise<void>;
}

/** How far the messages of each channel and thread were handed in, so that a start knows what it missed. */
export interface IntakeCursors {
  /** The id up to which every message of a location was handed in. Null: the location is not known. */
  cursor(locationId: string): Promise<string | null>;
  /** Moves a cursor forward, never back; makes one for a location that has none. */
  moveCursor(locationId: string, messageId: string): Promise<void>;
  /** Where Steward began to listen to a channel: `messageId` at the first call, the same at every later one. */
  beginning(channelId: string, messageId: string): Promise<string>;
  /** A location holds messages that were written while nobody listened, and are too old to be handed in now. */
  noteGap(locationId: string): Promise<void>;
  /** The locations whose gaps were noted since then. */
  gapsSince(time: Date): Promise<readonly string[]>;
}

/** What the citation check found, for a while. */
export interface UrlChecks {
  /** Null when nobody has looked, or not lately. */
  urlCheck(url: string): Promise<UrlCheck | null>;
  saveUrlCheck(url: string, check: UrlCheck, expiresAt: Date): Promise<void>;
}

/** A worker of this Steward, on any host. */
export interface AnnouncedWorker {
  /** Host and process. */
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  /** Hashes of what the configs of all workers have to agree on, by what it is. */
  readonly fingerprint: Readonly<Record<string, string>>;
}

export interface WorkerRecords {
  /** To be repeated every minute. */
  announceWorker(worker: AnnouncedWorker): Promise<void>;
  leaveWorker(name: string): Promise<void>;
  /** Those that were heard in the last minutes. */
  workers(): Promise<readonly AnnouncedWorker[]>;
}

export interface Records
  extends
    IntakeCursors,
    MessageRecords,
    SnapshotRecords,
    ReplyRecords,
    QuestionRecords,
    DecisionCache,
    PairOrigins,
    DueReactions,
    RecallRecords,
    Leases,
    UrlChecks,
    AdmissionRecords,
    UsageRecords,
    EvaluationRecords,
    HandlerRecords,
    GapRecords,
    PageRecords,
    WorkerRecords {}
