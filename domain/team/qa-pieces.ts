import { readQaBlocks } from './qa-block-reader.ts';

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
