import type { QaId } from '../values/qa-id.ts';

/** `You:` turns are Steward's own. The archive may hold some that another program wrote; no topic holds any. */
export type TurnLabel = 'User' | 'Team' | 'You';

export interface Turn {
  readonly label: TurnLabel;
  /** Verbatim, may hold line breaks and anything else. Never blank. */
  readonly text: string;
}

/** A block of a topic file. */
export interface QaPair {
  readonly qaId: QaId;
  /** RFC 3339, UTC, `Z`; the id is derived from it. */
  readonly timestamp: string;
  readonly turns: readonly Turn[];
}

/** As a pair counts. */
export const withoutOwnTurns = <Pair extends QaPair>(pair: Pair): Pair => ({
  ...pair,
  turns: pair.turns.filter(({ label }) => label !== 'You'),
});

/** Of topics, the pairs that have a text in one of their turns, in any case: the newest first. */
export function findPairs(
  topics: readonly { readonly slug: string; readonly pairs: readonly QaPair[] }[],
  text: string,
): readonly { readonly topic: string; readonly pair: QaPair }[] {
  const wanted = text.toLowerCase();
  return topics
    .flatMap(({ slug: topic, pairs }) => pairs.map((pair) => ({ topic, pair })))
    .filter(({ pair }) => pair.turns.some((turn) => turn.text.toLowerCase().includes(wanted)))
    .toSorted((a, b) => (a.pair.timestamp < b.pair.timestamp ? 1 : -1));
}

/** A block of the raw archive. */
export interface RawEntry extends QaPair {
  /** `thread_<id>` or `reply_<id>`. */
  readonly conversationId: string;
  readonly messageIds: readonly string[];
}

/**
 * The team wrote it without Discord's reply: the conversation is named after the team's words, and not after the question before
 * them.
 */
export const isUnrepliedEntry = ({ conversationId, messageIds, turns }: RawEntry): boolean => {
  const at = messageIds.indexOf(conversationId.replace(/^reply_/, ''));
  return (
    at > 0 &&
    conversationId.startsWith('reply_') &&
    messageIds.length === turns.length &&
    turns[at]?.label === 'Team'
  );
};

/** What a capture is about, by the id of its run: a `qa_id`, or the id of a snapshot. */
export const subjectOfCapture = (workflowId: string): string =>
  workflowId.slice(workflowId.lastIndexOf('/') + 1);

/** The entry that a capture is about, or led to: a snapshot has the id of the conversation's last message. */
export const entryOfCapture = (entries: readonly RawEntry[], subject: string): RawEntry | undefined =>
  entries.findLast(({ qaId, messageIds }) => qaId === subject || messageIds.at(-1) === subject);

/** `failed`: a model refused it, or a step of its capture failed for good; it is tried again when somebody asks for it. */
export type SettledOutcome = 'integrated' | 'skipped' | 'superseded' | 'retracted' | 'failed';

/** What becomes of an entry whose capture ends well. */
export type CapturedOutcome = Exclude<SettledOutcome, 'failed'>;

/** A line of `settled.txt`. */
export interface Settled {
  readonly qaId: QaId;
  readonly outcome: SettledOutcome;
  /**
   * The slug of the topic that took it in, or, of a skipped one, that covered it already; null otherwise. A pair that was
   * integrated need not stand in its topic any more: a newer one may have replaced it.
   */
  readonly topic: string | null;
  /** Of a failed one: the failure's code. */
  readonly cause?: string;
}

/** A capture that failed for good, or an entry that a rebuild could not settle, until it is settled or skipped. */
export interface FailedCapture {
  /** Of the run that failed; null for an entry that a rebuild could not settle. */
  readonly workflowId: string | null;
  /** Null when the conversation had not become an entry yet. */
  readonly qaId: QaId | null;
  readonly cause: string;
  /** RFC 3339, UTC. */
  readonly failedAt: string;
}
