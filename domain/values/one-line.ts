/** A text of others' on one line of a list, cut to a length and without marks that would format what follows. */
export function oneLineOf(text: string, maxChars: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).toWellFormed()}…`;
}
