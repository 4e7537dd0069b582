import { aloneText, sectionsOf } from '../../domain/documents/sections.ts';
import { bagOf, type Bag } from './matching.ts';

/** A part of a document that may answer a question: a section, or a piece of a longer one. */
export interface Passage {
  readonly sourceId: string;
  /** Verbatim. */
  readonly text: string;
  readonly headings: readonly string[];
  readonly bag: Bag;
  readonly headingBag: Bag;
}

/** About the length of an answer. A longer passage contains all words of too many questions by chance. */
const passageChars = 850;

export const passagesOf = (sourceId: string, document: string): readonly Passage[] =>
  sectionsOf(document, passageChars).flatMap((section) => {
    const text = aloneText(section).trim();
    if (!isWhole(text)) return [];
    const above = [plainId(sourceId), ...section.headings].join('\n');
    const { headings } = section;
    return [{ sourceId, text, headings, bag: bagOf(`${above}\n${text}`), headingBag: bagOf(above) }];
  });

/** Not cut off inside a block of code. */
const isWhole = (text: string): boolean => (text.match(/^\s*(?:```|~~~)/gmu) ?? []).length % 2 === 0;

/** A source's id without its scheme and file ending: path and file name say what it is about. */
export const plainId = (sourceId: string): string => sourceId.replace(/^\w+:/u, '').replace(/\.\w+$/u, '');
