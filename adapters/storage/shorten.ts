/** At most `maxChars` code points, none cut in two, with an ellipsis where something was left out. */
export function shorten(text: string, maxChars: number): string {
  const chars = Array.from(text);
  return chars.length <= maxChars
    ? text
    : `${chars
        .slice(0, maxChars - 1)
        .join('')
        .trimEnd()}…`;
}
