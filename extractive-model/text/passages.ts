import { textBlocksOf, type TextBlock } from './blocks.ts';
import { bagOf, type Bag } from './matching.ts';
import { sentencesIn } from './sentences.ts';

/** A part of a document that may answer a question: neighbouring blocks of a section. */
export interface Passage {
  readonly sourceId: string;
  readonly document: string;
  readonly headings: readonly string[];
  readonly blocks: readonly TextBlock[];
  readonly bag: Bag;
  readonly headingBag: Bag;
}

/** About the length of an answer. A longer passage contains all words of too many questions by chance. */
const passageChars = 850;

/** Splits longer sections into several passages, each of which begins with the last block of the one before. */
export function passagesOf(sourceId: string, document: string): readonly Passage[] {
  const sections = [...Map.groupBy(textBlocksOf(document), ({ section }) => section).values()];
  return sections.flatMap(windows).map((blocks) => {
    const headings = blocks[0]?.headings ?? [];
    const above = [plainId(sourceId), ...headings].join('\n');
    const text = blocks.map(({ start, end }) => document.slice(start, end)).join('\n');
    return {
      sourceId,
      document,
      headings,
      blocks,
      bag: bagOf(`${above}\n${text}`),
      headingBag: bagOf(above),
    };
  });
}

/** The sentences of a passage, in order; code stays whole. */
export const linesOf = ({ document, blocks }: Passage): readonly string[] =>
  blocks
    .flatMap((block) => (block.kind === 'code' ? [block] : sentencesIn(document, block)))
    .map(({ start, end }) => document.slice(start, end));

/** A passage below its heading, verbatim. */
export function passageText({ document, blocks }: Passage): string {
  const [first] = blocks;
  const parts = blocks.map(({ start, end }) => document.slice(start, end));
  const joined = parts.reduce((text, part, at) => {
    const between = document.slice(blocks[at - 1]?.end, blocks[at]?.start);
    // Images, comments and the like are no blocks and are not quoted.
    return at === 0 ? part : `${text}${drawn.test(between) ? between : '\n\n'}${part}`;
  }, '');
  const heading = first && headingAbove(document, first);
  return heading ? `${heading}\n\n${joined.trim()}` : joined.trim();
}

/** Nothing, or the line below the head of a table. */
const drawn = /^[\s|:-]*$/u;

/** The line of a Markdown heading, if the block is the first below it. */
const headingAbove = (document: string, { start }: TextBlock): string | null =>
  /(?:^|\n)(#{1,6} [^\n]+)\n\s*$/u.exec(document.slice(Math.max(0, start - 300), start))?.[1]?.trim() ?? null;

/** A source's id without its scheme and file ending: path and file name say what it is about. */
export const plainId = (sourceId: string): string => sourceId.replace(/^\w+:/u, '').replace(/\.\w+$/u, '');

function windows(blocks: readonly TextBlock[]): readonly (readonly TextBlock[])[] {
  const passages: TextBlock[][] = [];
  let window: TextBlock[] = [];
  for (const block of blocks) {
    const length = block.end - (window[0]?.start ?? block.start);
    if (window.length > 0 && length > passageChars) {
      passages.push(window);
      const last = window.at(-1) as TextBlock;
      window = window.length > 1 && block.end - last.start <= passageChars ? [last] : [];
    }
    window.push(block);
  }
  return window.length > 0 ? [...passages, window] : passages;
}
