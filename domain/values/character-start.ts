const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Longer than any character in use; only this much around the offset is looked at. */
const nearUnits = 64;

/**
 * The last offset after `from` and up to `offset` where a character as a reader sees it begins. In a
 * character that is longer than that, an offset that divides no surrogate pair; when the pair begins at
 * `from`, `offset` itself.
 */
export function characterStart({
  text,
  from,
  offset,
}: {
  readonly text: string;
  readonly from: number;
  readonly offset: number;
}): number {
  const base = Math.max(from, offset - nearUnits);
  const starts = [...graphemes.segment(text.slice(base, offset + nearUnits))].map(
    ({ index }) => base + index,
  );
  const best = starts.findLast((start) => start > base && start <= offset);
  if (best !== undefined) return best;
  const dividesPair = isSurrogate(text, offset - 1, 0xd800) && isSurrogate(text, offset, 0xdc00);
  return dividesPair && offset - 1 > from ? offset - 1 : offset;
}

const isSurrogate = (text: string, at: number, first: number): boolean =>
  text.charCodeAt(at) >= first && text.charCodeAt(at) < first + 0x400;
