import { textBlocksOf, type TextBlock } from './blocks.ts';
import { bagOf, type Bag } from './matching.ts';
import { sentencesIn } from './sentences.ts';

/** A part of a document that may answer a question: neighbouring blocks with their headings. */
export interface Passage {
  readonly sourceId: string;
  readonly document: string;
  readonly headings: readonly string[];
  readonly blocks: readonly TextBlock[];
  readonly bag: Bag;
  readonly headingBag: Bag;
}

/** About the length of an answer. A longer passage contains all words of too many questions by chance. */
const passageChars = 1_000;
const shortSectionChars = 400;

/**
 * Splits longer sections into several passages, each of which begins with the last block of the one before. Short neighbouring
 * sections under one heading, like the properties of a class, also form a passage together.
 */
export function passagesOf(sourceId: string, document: string): readonly Passage[] {
  const sections = [...Map.groupBy(textBlocksOf(document), ({ section }) => section).values()];
  const passage = (blocks: readonly TextBlock[]): Passage => {
    const headings = [...new Set(blocks.flatMap((block) => block.headings))];
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
  };
  return [...sections.flatMap(windows), ...neighbours(sections)].map(passage);
}

function neighbours(sections: readonly (readonly TextBlock[])[]): readonly (readonly TextBlock[])[] {
  const parent = (blocks: readonly TextBlock[]): string =>
    (blocks[0]?.headings ?? []).slice(0, -1).join('\n');
  const found: TextBlock[][] = [];
  let group: TextBlock[] = [];
  let members = 0;
  const flush = (): void => {
    if (members > 1) found.push(group);
    [group, members] = [[], 0];
  };
  for (const section of sections) {
    const start = group[0]?.start ?? section[0]?.start ?? 0;
    const fits = (section.at(-1)?.end ?? 0) - start <= passageChars;
    if (group.length > 0 && (!fits || parent(section) !== parent(group))) flush();
    if ((section.at(-1)?.end ?? 0) - (section[0]?.start ?? 0) > shortSectionChars) {
      flush();
      continue;
    }
    group.push(...section);
    members += 1;
  }
  flush();
  return found;
}

/** The sentences of a passage, in order; code stays whole. */
export const linesOf = ({ document, blocks }: Passage): readonly string[] =>
  blocks
    .flatMap((block) => (block.kind === 'code' ? [block] : sentencesIn(document, block)))
    .map(({ start, end }) => document.slice(start, end));

/** A source's id without its scheme and file ending: path and file name say what it is about. */
export const plainId = (sourceId: string): string => sourceId.replace(/^\w+:/u, '').replace(/\.\w+$/u, '');

function windows(blocks: readonly TextBlock[]): readonly (readonly TextBlock[])[] {
  const found: TextBlock[][] = [];
  let window: TextBlock[] = [];
  for (const block of blocks) {
    const length = block.end - (window[0]?.start ?? block.start);
    if (window.length > 0 && length > passageChars) {
      found.push(window);
      const last = window.at(-1) as TextBlock;
      window = window.length > 1 && block.end - last.start <= passageChars ? [last] : [];
    }
    window.push(block);
  }
  return window.length > 0 ? [...found, window] : found;
}
