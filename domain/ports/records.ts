import type { Gap, GapResolution } from '../operations/gaps.ts';
import type { Message } from '../intake/message.ts';
import type { PairComparison } from '../team/pair-comparison.ts';
import type { QaId } from '../values/qa-id.ts';
import type { Snapshot } from '../intake/snapshot.ts';
import type { HandlerRecords, PageRecords } from './handler-records.ts';
import type { AdmissionRecords, RecallRecords, RehearsalRecords, ReplyRecords } from './reply-records.ts';
import type { ModelRecords } from './usage.ts';

/** Incoming messages by id, until they expire. */
export interface MessageRecords {
  /** Keeps a message with its edits: the newest, and what it was before. */
  saveMessage(message: Message, expiresAt: Date): Promise<void>;
  markDeleted(messageId: string): Promise<void>;
  /** In the order of `ids`, without unknown, expired and deleted messages. */
  messages(ids: readonly string[]): Promise<readonly Message[]>;
  /** All that is kept of these messages, earlier versions too, in any order. */
  messageVersions(ids: readonly string[]): Promise<readonly Message[]>;
  /** Those of `ids` that are known to be deleted. */
  deletedMessages(ids: readonly string[]): Promise<readonly string[]>;
}

export type MessageRouting =
  | { readonly messageId: string; readonly state: 'unhandled' }
  | { readonly messageId: string; readonly state: 'ignored'; readonly reason: string }
  | {
      readonly messageId: string;
      readonly state: 'handed_over';
      readonly owner: string;
      readonly snapshotId: string;
      readonly route: Snapshot['route'];
    };

export interface SnapshotRecords {
  routingOf(messageIds: readonly string[]): Promise<readonly MessageRouting[]>;
  /**
   * Claims messages and saves the snapshot that they lead to (null: ignored, with the reason), in one transaction.
   * `owner` contains the first execution run id, as with a lease; a question that is no message owns itself. Returns
   * false, and writes nothing, if one of them is claimed already, or if one of the messages in `seen` (by default the
   * snapshot's batch) was edited or deleted since.
   */
  claim(claim: {
    readonly owner: string;
    readonly messageIds: readonly string[];
    readonly snapshot: Snapshot | null;
    readonly seen?: readonly Message[];
    readonly reason: string;
  }): Promise<boolean>;
  /** Releases an ignored message, so that a window may claim it again. Returns false for any other message. */
  releaseIgnored(messageId: string): Promise<boolean>;
  /**
   * Saves a snapshot that claims nothing, until its `snapshotExpiry`, and replaces one with the same id. Returns false,
   * and writes nothing, if it holds words of a person erased since.
   */
  saveSnapshot(snapshot: Snapshot): Promise<boolean>;
  snapshot(id: string): Promise<Snapshot | null>;
  /**
   * Work whose writes throw a transient `PortError` once a person was forgotten, because what it has read may hold their
   * words: it has to read again.
   */
  readonly unlessForgotten: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** What processes tell each other: who works, and who holds what. */
export interface ProcessRecords {
  /**
   * Takes the lease, or renews the owner's own. It has one holder at a time, across processes: the caller holds it if the
   * returned `owner` is its own, and has to find out whether another is still alive. A lease whose holder is in
   * `closedOwners` is taken over.
   */
  acquire(request: {
    readonly name: string;
    readonly owner: string;
    readonly now: Date;
    readonly closedOwners: readonly string[];
  }): Promise<{ readonly owner: string; readonly since: string }>;
  release(name: string, owner: string): Promise<void>;
  /** Has to be repeated every minute. */
  announceWorker(worker: AnnouncedWorker): Promise<void>;
  leaveWorker(name: string): Promise<void>;
  /** Workers that announced themselves in the last minutes. */
  workers(): Promise<readonly AnnouncedWorker[]>;
}

/** A worker of this Steward, on any host. */
interface AnnouncedWorker {
  /** Host and process. */
  readonly name: string;
  readonly roles: readonly string[];
}

interface PairOrigin {
  readonly qaId: QaId;
  /** A link to the conversation, or null if not everyone can read it. */
  readonly link: string | null;
  /** The `team:` sources of the answer that the pair corrects. */
  readonly correctedSourceIds: readonly string[];
  /** The author of each turn. Null if unknown: imported from a format without authors, or written by hand. */
  readonly authorIds: readonly string[] | null;
  /** The snapshot that the pair was made from, while it is kept. Null for an imported entry. */
  readonly snapshotId: string | null;
  /** Whether the team typed it into a form, as a correction: then it is learned, whatever a model thinks of it. */
  readonly isTyped?: boolean;
  /** Where the team said it; absent or null for an imported entry. */
  readonly channelId?: string | null;
}

/** Facts about pairs that the archive's format has no field for, and how they stand beside the pages. */
export interface PairRecords {
  savePairOrigin(origin: PairOrigin): Promise<void>;
  /** An entry without a saved origin (imported, or written by hand) has neither a link nor corrected sources. */
  pairOrigin(qaId: QaId): Promise<PairOrigin>;
  /** The channels of all pairs for which one is known. */
  channelsOfPairs(): Promise<ReadonlyMap<QaId, string>>;
  /** Of these pairs; of all by default. */
  pairComparisons(qaIds?: readonly QaId[]): Promise<ReadonlyMap<QaId, PairComparison>>;
  /** Replaces the pair's comparison. What the team keeps stays. */
  savePairComparison(comparison: Omit<PairComparison, 'keptHash'>): Promise<void>;
  /** The team keeps the pair as long as its page says what it says now. Returns false if no page contradicts it. */
  keepPair(qaId: QaId, hash: string): Promise<boolean>;
}

/** How far the messages of each channel and thread were handed in, so that a start can find those it missed. */
export interface IntakeCursors {
  /** The id up to which every message of a location was handed in. Null for an unknown location. */
  cursor(locationId: string): Promise<string | null>;
  /** Creates a cursor or moves it forward, never back. */
  moveCursor(locationId: string, messageId: string): Promise<void>;
  /** The message at which Steward began to listen to a channel: the `messageId` of the first call. */
  beginning(channelId: string, messageId: string): Promise<string>;
  /** Notes that a location holds messages from a downtime that are too old to be handed in now. */
  noteMissed(locationId: string): Promise<void>;
  /** The locations of which something missed was noted since then. */
  missedSince(time: Date): Promise<readonly string[]>;
}

export interface Records
  extends
    IntakeCursors,
    MessageRecords,
    SnapshotRecords,
    ReplyRecords,
    PairRecords,
    RecallRecords,
    ProcessRecords,
    AdmissionRecords,
    ModelRecords,
    RehearsalRecords,
    HandlerRecords,
    GapRecords,
    PageRecords {}

/** Gaps of the documents. They are grouped when they are read; only what people make of them is stored. */
export interface GapRecords {
  /** Those that were asked about in the last 90 days, most askers first. */
  gaps(): Promise<readonly Gap[]>;
  /** `gapId` is the id of any of its questions. Returns false if there is no such gap. */
  resolveGap(resolved: { readonly gapId: string; readonly resolution: GapResolution }): Promise<boolean>;
}
