import { compareQaIds, type QaId } from '../values/qa-id.ts';
import { shortenedTo } from '../values/text.ts';

/** `You:` turns are Steward's own. The archive may hold some that another program wrote; topics never do. */
export type TurnLabel = 'User' | 'Team' | 'You';

export interface Turn {
  readonly label: TurnLabel;
  /** Verbatim text, which may hold line breaks. Never blank. */
  readonly text: string;
}

/** A block of a topic file. */
export interface QaPair {
  readonly qaId: QaId;
  /** RFC 3339, UTC, `Z`; the id is derived from it. */
  readonly timestamp: string;
  readonly turns: readonly Turn[];
}

/**
 * The message that a pair is shown by: before the team's first words, the member's last one with a question mark, as what comes
 * before may be about something else, or else their first one. Empty without any.
 */
export function questionIn(turns: readonly Turn[]): string {
  const answered = turns.findIndex(({ label }) => label === 'Team');
  const questionTurns = turns.filter(
    ({ label }, at) => label === 'User' && (answered === -1 || at < answered),
  );
  return (questionTurns.findLast(({ text }) => /[?？؟]/u.test(text)) ?? questionTurns[0])?.text ?? '';
}

/** The last that the team said together, and what was asked before it, for a person to read: each may be several messages. */
export function lastExchange(turns: readonly Turn[]): { readonly asked: string; readonly answered: string } {
  const saidBy = (wanted: TurnLabel, before: number) => {
    const end = turns.findLastIndex(({ label }, at) => label === wanted && at < before) + 1;
    const start = turns.findLastIndex(({ label }, at) => label !== wanted && at < end) + 1;
    return {
      start,
      text: turns
        .slice(start, end)
        .map(({ text }) => text)
        .join(' / '),
    };
  };
  const { start, text: answered } = saidBy('Team', turns.length);
  return { asked: saidBy('User', start).text, answered };
}

/** How many of a topic's newest questions stand in for a description, and how long each may be. */
const standInQuestions = 3;
const standInChars = 160;

/** The first lines of the newest questions of a topic, which stand in for a description. */
export function newestQuestions(pairs: readonly QaPair[]): string {
  const questions = pairs
    .toSorted((a, b) => compareQaIds(b.qaId, a.qaId))
    .flatMap(
      ({ turns }) =>
        questionIn(turns)
          .split('\n')
          .find((line) => line.trim() !== '') ?? [],
    )
    .map((line) => shortenedTo(line.trim(), standInChars));
  return questions.slice(0, standInQuestions).join('\n') || 'Answers by the team.';
}

/** Removes Steward's own turns. */
export const withoutOwnTurns = <Pair extends QaPair>(pair: Pair): Pair => ({
  ...pair,
  turns: pair.turns.filter(({ label }) => label !== 'You'),
});

/** Finds the pairs of topics with a turn that contains a text, ignoring case. Newest first. */
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

/** Whether the team answered without Discord's reply: the conversation is then named after the team's message. */
export const isUnrepliedEntry = ({ conversationId, messageIds, turns }: RawEntry): boolean => {
  const at = messageIds.indexOf(conversationId.replace(/^reply_/, ''));
  return (
    at > 0 &&
    conversationId.startsWith('reply_') &&
    messageIds.length === turns.length &&
    turns[at]?.label === 'Team'
  );
};

/** The subject of a capture, from its workflow id: a `qa_id` or a snapshot's id. */
export const subjectOfCapture = (workflowId: string): string =>
  workflowId.slice(workflowId.lastIndexOf('/') + 1);

/** The entry of a capture's subject. A snapshot's id is that of the conversation's last message. */
export const entryOfCapture = (entries: readonly RawEntry[], subject: string): RawEntry | undefined =>
  entries.findLast(({ qaId, messageIds }) => qaId === subject || messageIds.at(-1) === subject);

/** `failed`: a model refused it, or a step of its capture failed for good. It is retried when somebody asks for it. */
export const settledOutcomes = ['integrated', 'skipped', 'superseded', 'retracted', 'failed'] as const;
export type SettledOutcome = (typeof settledOutcomes)[number];

/** The outcome of an entry whose capture completes. */
export type CapturedOutcome = Exclude<SettledOutcome, 'failed'>;

/** A line of `settled.txt`. */
export interface Settled {
  readonly qaId: QaId;
  readonly outcome: SettledOutcome;
  /**
   * The slug of the topic that holds the pair or, for a skipped pair, already covered it; null otherwise. A newer pair
   * may have replaced an integrated one since.
   */
  readonly topic: string | null;
  /** The code of the failure. */
  readonly cause?: string;
}

/** A capture that failed for good, or an entry that a rebuild could not settle. It exists until it is settled or skipped. */
export interface FailedCapture {
  /** The failed run; null for an entry that a rebuild could not settle. */
  readonly workflowId: string | null;
  /** Null if the conversation had not become an entry yet. */
  readonly qaId: QaId | null;
  readonly cause: string;
  /** RFC 3339, UTC. */
  readonly failedAt: string;
}
