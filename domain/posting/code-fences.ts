/** A code block between runs of backticks, as Discord reads them: anywhere in a line. Numbers are offsets. */
export interface CodeFence {
  readonly start: number;
  readonly contentStart: number;
  /** Where the closing run begins; the text's end when there is none. */
  readonly contentEnd: number;
  readonly end: number;
  /** Goes in front of a later part of the block: the backticks, the language and a line end. */
  readonly opening: string;
  /** Goes behind an earlier part of the block. */
  readonly closing: string;
}

/** Longer runs are drawings, not fences; the bound also bounds what a fence adds to a part. */
const backticks = /(?<!`)`{3,8}(?!`)/g;
const language = /([\w+\-.#]{0,32})[ \t]{0,4}\r?\n/y;

/**
 * In order, none inside another. A run at the start of a line that nothing closes opens a block to the text's
 * end.
 */
export function findCodeFences(text: string): readonly CodeFence[] {
  const runs = [...text.matchAll(backticks)].map(({ index, 0: marker }) => ({ at: index, marker }));
  const fences: CodeFence[] = [];
  let index = 0;
  for (let run = runs[index]; run; run = runs[index]) {
    const { at, marker } = run;
    let closesAt = index + 1;
    while ((runs[closesAt]?.marker.length ?? 8) < marker.length) closesAt += 1;
    const closing = runs[closesAt];
    index += 1;
    if (!closing && text.slice(text.lastIndexOf('\n', at) + 1, at).trim() !== '') continue;
    language.lastIndex = at + marker.length;
    const [named = '', name = ''] = language.exec(text) ?? [];
    fences.push({
      start: at,
      contentStart: at + marker.length + named.length,
      contentEnd: closing?.at ?? text.length,
      end: closing ? closing.at + closing.marker.length : text.length,
      opening: `${marker}${name}\n`,
      closing: `\n${marker}`,
    });
    index = closesAt + 1;
  }
  return fences;
}

/**
 * The block that a cut divides, so that it has to be closed there. One that nothing closes is divided by the
 * text's end.
 */
export const fenceAround = (fences: readonly CodeFence[], cut: number): CodeFence | undefined =>
  fences.find(
    ({ start, contentEnd, end }) => start < cut && (cut < end || (cut === end && contentEnd === end)),
  );

/** Whether a cut leaves the block's opening, its closing or both without content. */
export function leavesEmptyBlock(
  text: string,
  cut: number,
  { start, contentStart, contentEnd, end }: CodeFence,
): boolean {
  if (cut <= start || cut >= end) return false;
  return text.slice(contentStart, cut).trim() === '' || text.slice(cut, contentEnd).trim() === '';
}
