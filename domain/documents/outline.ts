import { collapseWhitespace, charsPerToken, firstSentences } from '../values/text.ts';
import { structureOf } from './headings.ts';

/** Shortens long documents for the model that describes them. */

interface Section {
  readonly heading: string;
  readonly body: string;
}

/**
 * Returns the text if it fits into `maxTokens`, otherwise its headings with the first sentences below each. All sections
 * share the budget, so that the last one is represented like the first.
 */
export function describableText(
  text: string,
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: (text: string) => number },
): string {
  // A token has at least one character, so a text this short needs no counting.
  if (text.length <= maxTokens || countTokens(text) <= maxTokens) return text;
  const sections = sectionsOf(text);
  for (let chars = (maxTokens * charsPerToken) / sections.length; chars >= 1; chars /= 2) {
    const outline = outlineOf(sections, chars);
    if (countTokens(outline) <= maxTokens) return outline;
  }
  return withinBudget(outlineOf(sections, 0), maxTokens, countTokens);
}

const outlineOf = (sections: readonly Section[], bodyChars: number): string =>
  sections
    .map((section) =>
      [section.heading, firstSentences(section.body, bodyChars)].filter((part) => part !== '').join('\n'),
    )
    .filter((part) => part !== '')
    .join('\n\n');

/** Keeps the first headings if not all of them fit. */
function withinBudget(outline: string, maxTokens: number, countTokens: (text: string) => number): string {
  let cut = outline;
  while (cut !== '' && countTokens(cut) > maxTokens) cut = cut.slice(0, Math.floor(cut.length / 2));
  return cut.slice(0, Math.max(cut.lastIndexOf('\n'), 0)) || cut;
}

function sectionsOf(text: string): readonly Section[] {
  const lines = text.split(/\r\n|\r|\n/u);
  const { headings, isCode } = structureOf(lines);
  const starts = [{ line: 0, end: 0 }, ...headings];
  return starts
    .map(({ line, end }, at) => {
      const body = lines.slice(end, starts[at + 1]?.line).filter((_, offset) => !isCode[end + offset]);
      return {
        heading: at === 0 ? '' : headingLine(lines.slice(line, end)),
        body: collapseWhitespace(body.join(' ')),
      };
    })
    .filter((section) => section.heading !== '' || section.body !== '');
}

/** The heading as written, without the lines above and below it. */
const headingLine = (lines: readonly string[]): string =>
  (lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '').trim();
