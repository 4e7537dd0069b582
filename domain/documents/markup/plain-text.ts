import { structureOf } from '../headings.ts';

/** Removes images and navigation lines ("Prev", "Next", "Up", "Home") from Markdown. Code stays unchanged. */
export function plainText(markdown: string): string {
  if (!/!\[|\b(?:prev|next|up|home|top)\b/iu.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  const { isCode } = structureOf(lines);
  return lines
    .flatMap((line, at) => {
      if (isCode[at]) return [line];
      const text = withoutImages(line);
      if (/^\|[\s|:-]+$/u.test(line) && isNavigation(lines[at - 1] ?? '')) return [];
      return (text.trim() === '' && line.trim() !== '') || isNavigation(text) ? [] : [text];
    })
    .join('\n');
}

/** An image, with the link around it. Inline code is matched first, so that it can be skipped. */
const image =
  /(`+)[^`]*\1|\[!\[[^\]]{0,500}\]\([^()]{0,2000}\)\]\([^()]{0,2000}\)|!\[[^\]]{0,500}\](?:\([^()]{0,2000}(?:\([^()]{0,500}\)[^()]{0,500})?\)|\[[^\]]{0,200}\])/gu;

const withoutImages = (line: string): string =>
  line.includes('![') ? line.replaceAll(image, (found) => (found.startsWith('`') ? found : '')) : line;

/** A word that leads to another page. Between such words, linked or not, stand only signs. */
const way =
  /^(?:previous|prev|next|up|home|top|back to top|contents|table of contents)(?: (?:page|chapter|section|topic))?$/iu;

/** Whether a line consists of such words, at least one of them linked, or of several such words. */
function isNavigation(line: string): boolean {
  if (line.length > 400 || !/prev|next|up|home|top/iu.test(line)) return false;
  const words = line
    .replaceAll(/\[([^\]]*)\]\([^()]*\)/gu, '|$1|')
    .split(/[|*_·•«»‹›←→<>—–]+|\s-\s|^\s*[-+]\s/u)
    .map((word) => word.trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const isLinked = /\]\(/u.test(line);
  const ways = words.filter((word) => way.test(word)).length;
  // The name of the book may stand among three of them.
  return ways > (isLinked ? 0 : 1) && words.length - ways <= (ways > 2 ? 1 : 0);
}
