import { structureOf } from '../headings.ts';

/** Removes images from Markdown, with the lines that they leave empty. Code stays unchanged. */
export function plainText(markdown: string): string {
  if (!markdown.includes('![')) return markdown;
  const lines = markdown.split('\n');
  const { isCode } = structureOf(lines);
  return lines
    .flatMap((line, at) => {
      if (isCode[at]) return [line];
      const text = line.replaceAll(image, (match) => (match.startsWith('`') ? match : ''));
      return text.trim() === '' && line.trim() !== '' ? [] : [text];
    })
    .join('\n');
}

/** An image, with the link around it. Inline code is matched first, so that it can be skipped. */
const image =
  /(`+)[^`]*\1|\[!\[[^\]]{0,500}\]\([^()]{0,2000}\)\]\([^()]{0,2000}\)|!\[[^\]]{0,500}\](?:\([^()]{0,2000}(?:\([^()]{0,500}\)[^()]{0,500})?\)|\[[^\]]{0,200}\])/gu;
