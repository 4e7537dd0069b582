/**
 * The first and the last lines of a text that is too long, with a line between that says how many are missing: logs
 * begin with what was started and end with what went wrong. A single line that is too long keeps its two ends.
 */
export function cutLines(text: string, maxChars: number): string {
  const whole = text.replaceAll(/\r\n?/gu, '\n').trim();
  if (whole.length <= maxChars) return whole;
  const lines = whole.split('\n');
  const half = Math.floor(maxChars / 2);
  const first = withinChars(lines, half);
  const last = withinChars(lines.slice(first.length).toReversed(), half).toReversed();
  if (first.length === 0 || last.length === 0) return cutChars(whole, half);
  const missing = lines.length - first.length - last.length;
  return [...first, `[… ${missing} lines left out …]`, ...last].join('\n');
}

/** As many lines from the start as fit. */
function withinChars(lines: readonly string[], maxChars: number): readonly string[] {
  let left = maxChars;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

const cutChars = (text: string, half: number): string =>
  `${text.slice(0, half).toWellFormed()}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half).toWellFormed()}`;
