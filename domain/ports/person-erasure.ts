import type { ErasedTurns } from '../team/erasures-file.ts';
import type { QaId } from '../values/qa-id.ts';

/** What erasing a person takes away, or would. */
export interface ErasurePlan {
  readonly userId: string;
  /** The person's turns in the raw archive, whose text is erased. */
  readonly entries: readonly ErasedTurns[];
  /** Entries that have no question or no answer left then: they are retracted. */
  readonly retracted: readonly QaId[];
  /** Topics whose text changes, in any generation. */
  readonly topics: readonly string[];
  readonly messages: number;
  readonly snapshots: number;
  /** Rows of questions: the person's own, and others' whose answers may rest on the person's words. */
  readonly interactions: number;
  readonly decisions: number;
  /** Entries of which nobody knows who wrote them: the person's words may stand in those. */
  readonly withoutAuthors: readonly QaId[];
  /** Files that a person set aside or has to repair, and that name one of the entries. They are left as they are. */
  readonly leftFiles: readonly string[];
}

/** Erasing a person: taking their words out of everything that is saved. */
export interface PersonErasure {
  /**
   * Repeating it is harmless, and takes what came in meanwhile. Once it returns nothing of the person's words is in any
   * file of the store; a death at any instant is made good by the next start. With `dryRun` nothing is written.
   */
  erase(request: {
    readonly userId: string;
    readonly now: Date;
    readonly dryRun?: boolean;
  }): Promise<ErasurePlan>;
}
