import type { Turn, TurnLabel } from './qa-pair.ts';

/** What stands between one block start and the next. Lines are counted from 1. */
export interface QaBlock {
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
  readonly turns: readonly Turn[];
  /** A line before the first turn that is no field, or a field that comes twice. */
  readonly malformed: boolean;
}

export const blockStart = '--- QA ---';
export const continuationIndent = '  ';

const blockStartLine = /^--- QA ---[ \t]*(\r?)$/;
const turnStart = /^(User|Team|You):(?: (.*))?$/s;
const field = /^([a-z_]+):(.*)$/s;

/** The Python original indented nothing. Its raw blocks say so by themselves: their ids begin with `msg_`. */
export const isOriginal = (fields: ReadonlyMap<string, string>): boolean =>
  fields.get('message_ids')?.startsWith('msg_') ?? false;

/**
 * Takes blocks apart without judging them. `strayLine` is the first line with text that belongs to no block.
 * A block whose first line ends in CRLF was saved so by an editor: it loses the CR of every line. `byOriginal`: the Python
 * original wrote them all.
 */
export function readQaBlocks(
  lines: readonly string[],
  { byOriginal = false }: { readonly byOriginal?: boolean } = {},
): {
  readonly blocks: readonly QaBlock[];
  readonly strayLine: number | null;
} {
  const starts = lines.flatMap((line, index) => (blockStartLine.test(line) ? [index] : []));
  const blocks = starts.map((start, at) => {
    const endsInCr = blockStartLine.exec(lines[start] ?? '')?.[1] === '\r';
    const own = lines.slice(start + 1, starts[at + 1]);
    const ended = endsInCr ? own.map((line) => line.replace(/\r$/, '')) : own;
    return readBlock(start + 1, ended, byOriginal);
  });
  const stray = lines.slice(0, starts[0]).findIndex((line) => line.trim() !== '');
  return { blocks, strayLine: stray < 0 ? null : stray + 1 };
}

function readBlock(line: number, lines: readonly string[], byOriginal: boolean): QaBlock {
  const fields = new Map<string, string>();
  const turns: { label: TurnLabel; lines: string[] }[] = [];
  let malformed = false;
  for (const content of lines) {
    const [, label, firstLine = ''] = turnStart.exec(content) ?? [];
    const turn = turns.at(-1);
    if (label === 'User' || label === 'Team' || label === 'You') turns.push({ label, lines: [firstLine] });
    else if (turn) turn.lines.push(content);
    else if (content.trim() !== '') {
      const [, name, value = ''] = field.exec(content) ?? [];
      if (name === undefined || fields.has(name)) malformed = true;
      else fields.set(name, value.trim());
    }
  }
  const isVerbatim = byOriginal || isOriginal(fields);
  const read = turns.map(({ label, lines: own }) => ({ label, text: turnText(own, isVerbatim) }));
  return { line, fields, turns: read.filter(({ text }) => text.trim() !== ''), malformed };
}

/**
 * Lines that are blank and not indented separate blocks at the end of a turn; inside it they are empty lines.
 * One line of text without the indent tells a turn of the Python original, too: its lines stay as they are.
 */
function turnText([first = '', ...rest]: readonly string[], isVerbatim: boolean): string {
  const isIndented = (line: string): boolean => line.startsWith(continuationIndent);
  const end = rest.findLastIndex((line) => isIndented(line) || line.trim() !== '') + 1;
  const lines = rest.slice(0, end);
  const verbatim = isVerbatim || lines.some((line) => !isIndented(line) && line.trim() !== '');
  const unindent = (line: string): string => (isIndented(line) ? line.slice(continuationIndent.length) : '');
  return [first, ...(verbatim ? lines : lines.map(unindent))].join('\n');
}

/**
 * A text of blocks in pieces: what stands before the first block, then each block with all that follows it up to the next.
 * One after the other they are the text again, to the byte.
 */
export function piecesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const starts = readQaBlocks(lines).blocks.map(({ line }) => line - 1);
  const cuts = [0, ...starts, lines.length];
  return cuts
    .slice(0, -1)
    .map((start, at) => {
      const end = cuts[at + 1] ?? lines.length;
      const piece = lines.slice(start, end).join('\n');
      return end < lines.length && end > start ? `${piece}\n` : piece;
    })
    .filter((piece) => piece !== '');
}
