import { type QaBlock, blockStart, continuationIndent, isOriginal, readQaBlocks } from './qa-block-reader.ts';
import { byTime, isQaId, isTimestamp, qaIdFromTimestamp } from '../values/qa-id.ts';
import { oneLineEnd } from '../values/text.ts';
import { withoutOwnTurns, type QaPair, type RawEntry, type Turn, type TurnLabel } from './qa-pair.ts';

/**
 * Writing and reading the blocks of the raw archive and of topic files. A turn is `Label: ` and its first line; further
 * lines, empty ones too, are indented by two spaces, and lines end in LF. So no text can start a line, and every text
 * that is not blank is read back unchanged. The reader also accepts the Python original's lines without indent: they
 * continue their turn unless they start a turn or a block.
 */

export interface BlockProblem {
  /** The number of the block's first line, from 1. */
  readonly line: number;
  /** A sentence without any of the block's text. */
  readonly reason: string;
  /** True for the last block of a raw file, which an interrupted append may have left. A repair must keep its text. */
  readonly torn: boolean;
}

/** Stands between two blocks. Each ends with a line end, so this adds one blank line. */
export const rawSeparator = '\n';

/** Returns the block, ending in a line end. Throws a RangeError for an entry that would not be read back unchanged. */
export function formatRawEntry(entry: RawEntry): string {
  const text = formatBlock(entry, [
    `conversation_id: ${entry.conversationId}`,
    `message_ids: ${entry.messageIds.join(', ')}`,
  ]);
  const { entries, problems } = parseRaw(text);
  const sameIds = entries[0]?.messageIds.join('\n') === entry.messageIds.join('\n');
  const sameConversation = entries[0]?.conversationId === entry.conversationId;
  requireReadBack([entry], entries, problems);
  if (!sameIds || !sameConversation)
    throw new RangeError('The entry cannot be written: its ids are malformed.');
  return text;
}

/**
 * A topic file's text: oldest first, separated by blank lines, empty without pairs. Models read it, so every kind of line end
 * is one, which is indented: no turn can imitate another. Throws like `formatRawEntry`.
 */
export function formatTopic(pairs: readonly QaPair[]): string {
  const sorted = pairs.toSorted(byTime).map((pair) => ({
    ...pair,
    turns: pair.turns.map((turn) => ({ ...turn, text: oneLineEnd(turn.text) })),
  }));
  const text = sorted.map((pair) => formatBlock(pair, [])).join(rawSeparator);
  const read = parseTopic(text);
  requireReadBack(sorted, read.pairs, read.problems);
  return text;
}

/**
 * Reads the valid entries in the order of the file. If the last line has no line end, the file is torn, and its last
 * entry is a problem unless the Python original wrote it. A cut exactly after a line end, behind a `User:` and a `Team:`
 * line, cannot be detected: the entry is read without the missing lines.
 */
export function parseRaw(text: string): {
  readonly entries: readonly RawEntry[];
  readonly problems: readonly BlockProblem[];
} {
  const lines = linesOf(text);
  const lastLine = lines.pop() ?? '';
  const startIsTorn = lastLine !== '' && blockStart.startsWith(lastLine) && lastLine !== blockStart;
  if (lastLine !== '' && !startIsTorn) lines.push(lastLine);
  const endIsTorn = lastLine !== '' && !startIsTorn;

  const { read, problems } = readEach(lines, (block, isLast) => {
    const reason =
      isLast && endIsTorn && !isOriginal(block.fields)
        ? 'The file ends inside this entry. If the entry is complete, add a line end after it.'
        : entryProblem(block);
    return reason ?? { ...pairOf(block), ...conversationOf(block) };
  });
  if (!startIsTorn) return { entries: read, problems };
  const torn = { line: lines.length + 1, reason: 'The file ends where an entry begins.', torn: true };
  return { entries: read, problems: [...problems, torn] };
}

/** Reads the valid pairs in order and ignores fields of the raw archive. */
export function parseTopic(text: string): {
  readonly pairs: readonly QaPair[];
  readonly problems: readonly BlockProblem[];
} {
  const { read, problems } = readEach(linesOf(text), (block) => pairProblem(block) ?? pairOf(block));
  return { pairs: read, problems: problems.map((problem) => ({ ...problem, torn: false })) };
}

/** A topic's text for answering: the newest pair first, because it takes precedence. */
export const formatNewestFirst = (pairs: readonly QaPair[]): string =>
  pairs
    .toSorted((a, b) => byTime(b, a))
    .map((pair) => formatTopic([pair]))
    .join(rawSeparator);

/** Removes Steward's own turns, which other programs and an earlier version wrote. Other topics stay the same to the byte. */
export function topicTextWithoutOwnTurns(text: string): string {
  if (!/^You:/mu.test(text)) return text;
  const pairs = parseTopic(text).pairs.map(withoutOwnTurns);
  return formatTopic(pairs.filter(({ turns }) => turns.length > 0));
}

function formatBlock({ qaId, timestamp, turns }: QaPair, fields: readonly string[]): string {
  const lines = [blockStart, `id: ${qaId}`, `timestamp: ${timestamp}`, ...fields, ...turns.map(formatTurn)];
  return lines.map((line) => `${line}\n`).join('');
}

const formatTurn = ({ label, text }: Turn): string =>
  `${label}: ${text.replaceAll('\n', `\n${continuationIndent}`)}`;

const linesOf = (text: string): string[] => text.replace(/^\u{FEFF}/u, '').split('\n');

/** Reads each block; `read` returns its value, or a sentence that says why it has none. */
function readEach<Value extends object>(
  lines: readonly string[],
  read: (block: QaBlock, isLast: boolean) => Value | string,
) {
  const { blocks, strayLine } = readQaBlocks(lines);
  const values: Value[] = [];
  const problems: BlockProblem[] = [];
  if (strayLine !== null) {
    const reason = `The text before the first "${blockStart}" belongs to no entry.`;
    problems.push({ line: strayLine, reason, torn: false });
  }
  for (const [index, block] of blocks.entries()) {
    const isLast = index === blocks.length - 1;
    const value = read(block, isLast);
    if (typeof value === 'string') problems.push({ line: block.line, reason: value, torn: isLast });
    else values.push(value);
  }
  return { read: values, problems };
}

function pairProblem({ fields, turns, malformed }: QaBlock): string | null {
  const [id = '', timestamp = ''] = [fields.get('id'), fields.get('timestamp')];
  if (malformed) return 'A line before the first turn is not a field, or a field occurs twice.';
  if (!isQaId(id)) return 'Its "id:" is missing or not a qa_id such as qa_20260201_031056.228000.';
  if (!isTimestamp(timestamp)) return 'Its "timestamp:" is missing or not like 2026-02-01T03:10:56.228000Z.';
  if (qaIdFromTimestamp(timestamp) !== id) return 'Its "id:" does not match its "timestamp:".';
  return turns.length === 0 ? 'It has no turn with text.' : null;
}

function entryProblem(block: QaBlock): string | null {
  const { conversationId, messageIds } = conversationOf(block);
  const has = (label: TurnLabel): boolean => block.turns.some((turn) => turn.label === label);
  const problem = pairProblem(block);
  if (problem !== null) return problem;
  if (!/^(?:thread|reply)_\S+$/.test(conversationId)) {
    return 'Its "conversation_id:" is missing or not like thread_123 or reply_123.';
  }
  if (!messageIds.every((id) => /^[^\s,]+$/.test(id))) {
    return 'Its "message_ids:" are missing or not like 123, 124.';
  }
  return has('User') && has('Team') ? null : 'It needs a "User:" and a "Team:" turn with text.';
}

/** Turns that are not blank always survive; ids and times with a line break would not. */
function requireReadBack(
  written: readonly QaPair[],
  read: readonly QaPair[],
  [problem]: readonly BlockProblem[],
): void {
  const isSame = (pair: QaPair, index: number): boolean =>
    pair.timestamp === read[index]?.timestamp && pair.turns.length === read[index].turns.length;
  if (problem || written.length !== read.length || !written.every(isSame)) {
    throw new RangeError(
      `The pair cannot be written. ${problem?.reason ?? 'A turn is blank or a field malformed.'}`,
    );
  }
}

/** Only valid for blocks without a problem. */
const pairOf = ({ fields, turns }: QaBlock): QaPair => {
  const timestamp = fields.get('timestamp') ?? '';
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
};

const conversationOf = ({ fields }: QaBlock): Pick<RawEntry, 'conversationId' | 'messageIds'> => ({
  conversationId: fields.get('conversation_id') ?? '',
  messageIds: (fields.get('message_ids') ?? '').split(',').map((id) => id.trim().replace(/^msg_/, '')),
});
