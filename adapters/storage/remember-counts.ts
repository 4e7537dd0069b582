/** Of both generations together; longer texts are counted each time. */
const maxCharsKept = 8_000_000;
const maxTextChars = 200_000;

/**
 * The same count, which keeps its results for the texts that it was asked last. Two generations of them: when the younger
 * one is full, the older one is let go.
 */
export function rememberCounts(
  count: (text: string) => number,
  maxChars: number = maxCharsKept,
): (text: string) => number {
  let young = new Map<string, number>();
  let old = young;
  let chars = 0;
  return (text) => {
    const known = young.get(text) ?? old.get(text);
    if (text.length > maxTextChars || young.has(text)) return known ?? count(text);
    const counted = known ?? count(text);
    if (chars + text.length > maxChars / 2) {
      old = young;
      young = new Map();
      chars = 0;
    }
    young.set(text, counted);
    chars += text.length;
    return counted;
  };
}
