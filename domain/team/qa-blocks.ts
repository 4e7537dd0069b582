import { type QaBlock, blockStart, continuationIndent, isOriginal, readQaBlocks } from './qa-block-reader.ts';
import { byTime, isQaId, isTimestamp, qaIdFromTimestamp } from '../values/qa-id.ts';
import { withoutOwnTurns, type QaPair, type RawEntry, type Turn, type TurnLabel } from './qa-pair.ts';

/**
 * The blocks of raw archive and topic files, written and read here alone.
 *
 * A turn is `Label: ` and its first line; each further line, an empty one too, is indented by two spaces, and
 * lines end in LF alone. So nothing that a text holds stands at the start of a line, and every text that is
 * not blank is read back as it was. The reader also takes what the Python original wrote: lines without the
 * indent go on with their turn, unless they start a turn or a block.
 */

export interface BlockProblem {
  /** Of the block's first line, from 1. */
  readonly line: number;
  /** A sentence without any of the block's text. */
  readonly reason: string;
  /**
   * The last block of a raw file, so an append that died may have left it. Whoever repairs the file keeps the
   * text.
   */
  readonly torn: boolean;
}

/** Goes between two blocks: each ends with a line end, so this makes one blank line. */
export const rawSeparator = '\n';

/** The block, ending in a line end. Throws a RangeError for an entry that could not be read back. */
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
 * A topic file: oldest first, one blank line between, empty without pairs. Throws as `formatRawEntry` does.
 */
export function formatTopic(pairs: readonly QaPair[]): string {
  const sorted = pairs.toSorted(byTime);
  const text = sorted.map((pair) => formatBlock(pair, [])).join(rawSeparator);
  const read = parseTopic(text);
  requireReadBack(sorted, read.pairs, read.problems);
  return text;
}

/**
 * Every whole entry in the order of the file. A file whose last line has no line end is torn there, and its
 * last entry is a problem (the Python original's, told by `msg_` in its ids, is not). What cannot be told is
 * a cut right after a line end when a `User:` and a `Team:` line stand before it: the entry is read without
 * the lines that are missing.
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
        ? 'The file ends inside this entry. If it is whole, add a line end behind it.'
        : entryProblem(block);
    return reason ?? { ...pairOf(block), ...conversationOf(block) };
  });
  if (!startIsTorn) return { entries: read, problems };
  const torn = { line: lines.length + 1, reason: 'The file ends where an entry begins.', torn: true };
  return { entries: read, problems: [...problems, torn] };
}

/**
 * Every well-formed pair in the order of the file. Fields of the raw archive are passed over. `byOriginal`: the Python
 * original wrote the file.
 */
export function parseTopic(
  text: string,
  options: { readonly byOriginal?: boolean } = {},
): {
  readonly pairs: readonly QaPair[];
  readonly problems: readonly BlockProblem[];
} {
  const { read, problems } = readEach(linesOf(text), (block) => pairProblem(block) ?? pairOf(block), options);
  return { pairs: read, problems: problems.map((problem) => ({ ...problem, torn: false })) };
}

/** A topic as a model answers from it: what the team said last comes first, since it counts. */
export const formatNewestFirst = (pairs: readonly QaPair[]): string =>
  pairs
    .toSorted((a, b) => byTime(b, a))
    .map((pair) => formatTopic([pair]))
    .join(rawSeparator);

/** A topic's blocks without Steward's own turns, as other programs and an earlier version wrote them. Others stay, to the byte. */
export function topicTextWithoutOwnTurns(text: string): string {
  if (!/^You:/mu.test(text)) return text;
  const kept = parseTopic(text).pairs.map(withoutOwnTurns);
  return formatTopic(kept.filter(({ turns }) => turns.length > 0));
}

/**
 * A block of the Python original's topic as Steward reads it. Nothing but its indents tells who wrote it, so one whose
 * further lines are all indented is written anew; any other stays as it is.
 */
export function adoptTopicBlock(block: string): string {
  const [read] = parseTopic(block).pairs;
  const [meant] = parseTopic(block, { byOriginal: true }).pairs;
  const isSame = meant?.turns.every(({ text }, at) => text === read?.turns[at]?.text) ?? true;
  return meant && !isSame ? formatTopic([meant]) : block;
}

function formatBlock({ qaId, timestamp, turns }: QaPair, fields: readonly string[]): string {
  const lines = [blockStart, `id: ${qaId}`, `timestamp: ${timestamp}`, ...fields, ...turns.map(formatTurn)];
  return lines.map((line) => `${line}\n`).join('');
}

const formatTurn = ({ label, text }: Turn): string =>
  `${label}: ${text.replaceAll('\n', `\n${continuationIndent}`)}`;

const linesOf = (text: string): string[] => text.replace(/^\u{FEFF}/u, '').split('\n');

/** `read` gives a block's value, or the sentence that says why it has none. */
function readEach<Value extends object>(
  lines: readonly string[],
  read: (block: QaBlock, isLast: boolean) => Value | string,
  options: { readonly byOriginal?: boolean } = {},
) {
  const { blocks, strayLine } = readQaBlocks(lines, options);
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
  if (malformed) return 'A line before the first turn is no field, or a field comes twice.';
  if (!isQaId(id)) return 'Its "id:" is missing or no qa_id such as qa_20260201_031056.228000.';
  if (!isTimestamp(timestamp)) return 'Its "timestamp:" is missing or not like 2026-02-01T03:10:56.228000Z.';
  if (qaIdFromTimestamp(timestamp) !== id) return 'Its "id:" is not the one that its "timestamp:" gives.';
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

/** Turns survive by construction unless they are blank; ids and times that hold a line break would not. */
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

/** Only for blocks without a problem. */
const pairOf = ({ fields, turns }: QaBlock): QaPair => {
  const timestamp = fields.get('timestamp') ?? '';
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
};

const conversationOf = ({ fields }: QaBlock): Pick<RawEntry, 'conversationId' | 'messageIds'> => ({
  conversationId: fields.get('conversation_id') ?? '',
  messageIds: (fields.get('message_ids') ?? '').split(',').map((id) => id.trim().replace(/^msg_/, '')),
});
