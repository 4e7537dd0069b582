import type { Turn, TurnLabel } from './qa-pair.ts';

/** The content between two block starts. Lines are counted from 1. */
export interface QaBlock {
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
  readonly turns: readonly Turn[];
  /** True if a line before the first turn is not a field, or a field occurs twice. */
  readonly malformed: boolean;
}

export const blockStart = '--- QA ---';
export const continuationIndent = '  ';

const blockStartLine = /^--- QA ---[ \t]*(\r?)$/;
const turnStart = /^(User|Team|You):(?: (.*))?$/s;
const field = /^([a-z_]+):(.*)$/s;

/** The Python original indented nothing. Its raw blocks are recognisable: their message ids begin with `msg_`. */
export const isOriginal = (fields: ReadonlyMap<string, string>): boolean =>
  fields.get('message_ids')?.startsWith('msg_') ?? false;

/**
 * Parses blocks without validating them. `strayLine` is the first non-blank line before the first block. If a block's
 * first line ends in CRLF, an editor converted it, and every line of it loses its CR.
 */
export function readQaBlocks(lines: readonly string[]): {
  readonly blocks: readonly QaBlock[];
  readonly strayLine: number | null;
} {
  const starts = lines.flatMap((line, index) => (blockStartLine.test(line) ? [index] : []));
  const blocks = starts.map((start, at) => {
    const endsInCr = blockStartLine.exec(lines[start] ?? '')?.[1] === '\r';
    const ownLines = lines.slice(start + 1, starts[at + 1]);
    const ended = endsInCr ? ownLines.map((line) => line.replace(/\r$/, '')) : ownLines;
    return readBlock(start + 1, ended);
  });
  const stray = lines.slice(0, starts[0]).findIndex((line) => line.trim() !== '');
  return { blocks, strayLine: stray < 0 ? null : stray + 1 };
}

function readBlock(line: number, lines: readonly string[]): QaBlock {
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
  const isVerbatim = isOriginal(fields);
  const read = turns.map(({ label, lines: turnLines }) => ({ label, text: turnText(turnLines, isVerbatim) }));
  return { line, fields, turns: read.filter(({ text }) => text.trim() !== ''), malformed };
}

/**
 * Parses a turn's text. Blank lines without indent are empty lines inside a turn and separators at its end. Any other
 * line without indent shows that the Python original wrote the turn: its lines then stay unchanged.
 */
function turnText([first = '', ...rest]: readonly string[], isVerbatim: boolean): string {
  const isIndented = (line: string): boolean => line.startsWith(continuationIndent);
  const end = rest.findLastIndex((line) => isIndented(line) || line.trim() !== '') + 1;
  const lines = rest.slice(0, end);
  const verbatim = isVerbatim || lines.some((line) => !isIndented(line) && line.trim() !== '');
  const unindent = (line: string): string => (isIndented(line) ? line.slice(continuationIndent.length) : '');
  return [first, ...(verbatim ? lines : lines.map(unindent))].join('\n');
}

/** Splits a text into the part before the first block and one piece per block. Joined, the pieces equal the text. */
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
