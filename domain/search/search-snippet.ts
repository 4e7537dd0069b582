import { shortenedTo } from '../values/text.ts';

const maxSnippetChars = 240;

/** The line with the most terms and the lines after it, joined to one line. */
export function searchSnippet(text: string, terms: ReadonlySet<string>): string {
  const lines = text
    .split('\n')
    .map((line) => line.replaceAll(/!?\[([^[\]]{0,300})\]\([^()\s]{0,500}\)/gu, '$1').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  // A stem is nearly always the beginning of the written word.
  const held = lines.map((line) => {
    const lower = line.toLowerCase();
    return [...terms].filter((term) => lower.includes(term)).length;
  });
  const best = held.indexOf(Math.max(0, ...held));
  return shortenedTo(lines.slice(Math.max(best, 0)).join(' ').replaceAll(/\s+/gu, ' '), maxSnippetChars);
}
