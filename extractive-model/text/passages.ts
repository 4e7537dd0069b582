import { headingsOf, openFence } from '../../domain/documents/headings.ts';
import { leftOutLine } from '../../domain/documents/excerpts.ts';
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

/** A heading without words of its own has those of the next section below it; without any it answers nothing. */
export function passagesOf(sourceId: string, document: string): readonly Passage[] {
  const sections = sectionsOf(document.replaceAll(leftOutLine, ''), passageChars);
  let open: string | null = null;
  const texts = sections.map((section) => {
    const before = open;
    open = openFence(section.text, open);
    // Nothing that is cut off inside a block of code.
    return before === null && open === null ? aloneText(section).trim() : '';
  });
  const passages: Passage[] = [];
  for (const [at, { headings }] of [...sections.entries()].toReversed()) {
    const [own = '', next] = [texts[at], passages.at(-1)];
    const isAbove = headings.every((title, n) => next?.headings[n] === title);
    const text = saysMore(own) ? own : own && next && isAbove ? `${own}\n\n${next.text}` : '';
    const above = [plainId(sourceId), ...headings].join('\n');
    if (text !== '')
      passages.push({ sourceId, text, headings, bag: bagOf(`${above}\n${own}`), headingBag: bagOf(above) });
  }
  return passages.toReversed();
}

/** A list of tags, or elements without words. */
const machinery = /^(?:Tags: .*|(?:\s*<[^<>]{1,300}>)*\s*)$/u;

/** Whether a text is more than headings. */
function saysMore(text: string): boolean {
  const lines = text.split('\n');
  const headings = headingsOf(lines);
  return lines.some(
    (line, at) => !machinery.test(line) && !headings.some((one) => one.line <= at && at < one.end),
  );
}

/** A source's id without its scheme and file ending: path and file name say what it is about. */
export const plainId = (sourceId: string): string => sourceId.replace(/^\w+:/u, '').replace(/\.\w+$/u, '');
