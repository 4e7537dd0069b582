/** A text as a quotation. */
export const quotationOf = (text: string): string => text.replaceAll(/^/gmu, '> ');

/**
 * What a message says itself, and what it quotes: lines behind `>`, and everything behind `>>>`. In a block of code `>` is a sign like
 * any other.
 */
export function quotesIn(text: string): { readonly own: string; readonly quoted: string } {
  const [own, quoted]: [string[], string[]] = [[], []];
  let [isCode, isRest] = [false, false];
  for (const line of text.split('\n')) {
    isRest ||= !isCode && line.startsWith('>>> ');
    const isQuote = isRest || (!isCode && /^>(?: |$)/u.test(line));
    (isQuote ? quoted : own).push(line);
    if (!isQuote && line.split('```').length % 2 === 0) isCode = !isCode;
  }
  return { own: own.join('\n').trim(), quoted: quoted.join('\n') };
}
