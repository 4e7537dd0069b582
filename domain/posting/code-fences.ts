/** A code block between runs of backticks, which Discord recognises anywhere in a line. Numbers are offsets. */
export interface CodeFence {
  readonly start: number;
  readonly contentStart: number;
  /** The start of the closing run, or the end of the text if there is none. */
  readonly contentEnd: number;
  readonly end: number;
  /** Stands before a later part of the block: the backticks, the language and a line end. */
  readonly opening: string;
  /** Stands behind an earlier part of the block. */
  readonly closing: string;
}

/** Longer runs are drawings, not fences. The bound also limits what a fence adds to a part. */
const backticks = /(?<!`)`{3,8}(?!`)/g;
const language = /([\w+\-.#]{0,32})[ \t]{0,4}\r?\n/y;

/** Finds code blocks in order, without nesting. An unclosed run at the start of a line opens a block to the end of the text. */
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

/** Changes a text apart from its blocks of code, and these by themselves. */
export function outsideFences(
  text: string,
  change: (prose: string) => string,
  changeBlock = (code: string): string => code,
): string {
  const fences = findCodeFences(text);
  return [0, ...fences.map(({ end }) => end)]
    .map((from, at) => {
      const { start, end } = fences[at] ?? { start: text.length, end: text.length };
      return change(text.slice(from, start)) + changeBlock(text.slice(start, end));
    })
    .join('');
}

/** The block that a cut divides and that has to be closed there. The end of the text divides an unclosed block. */
export const fenceAround = (fences: readonly CodeFence[], cut: number): CodeFence | undefined =>
  fences.find(
    ({ start, contentEnd, end }) => start < cut && (cut < end || (cut === end && contentEnd === end)),
  );

/** Whether a cut leaves one side of the block without content. */
export function leavesEmptyBlock(
  text: string,
  cut: number,
  { start, contentStart, contentEnd, end }: CodeFence,
): boolean {
  if (cut <= start || cut >= end) return false;
  return text.slice(contentStart, cut).trim() === '' || text.slice(cut, contentEnd).trim() === '';
}
