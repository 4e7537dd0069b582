import { collapseWhitespace, charsPerToken, cutAtSentence } from '../values/text.ts';
import { sectionsOf, type DocumentSection } from './sections.ts';

/**
 * What a model reads to describe a document: the text if it fits into `maxTokens`, otherwise its headings with the first sentences
 * below each. All sections share the budget, so that the last one is represented like the first.
 */
export function describableText(
  text: string,
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: (text: string) => number },
): string {
  // A token has at least one character, so a text this short needs no counting.
  if (text.length <= maxTokens || countTokens(text) <= maxTokens) return text;
  const sections = sectionsOf(text, Infinity);
  for (let chars = (maxTokens * charsPerToken) / sections.length; chars >= 1; chars /= 2) {
    const outline = sections.map((section) => beginningOf(section, chars)).join('\n\n');
    if (countTokens(outline) <= maxTokens) return outline;
  }
  return text.slice(0, maxTokens);
}

function beginningOf({ headings, text }: DocumentSection, chars: number): string {
  const [heading = '', ...body] = headings.length === 0 ? ['', text] : text.split('\n');
  const words = collapseWhitespace(body.join(' ').replace(/^([=~^-])\1+/u, ''));
  return [heading, cutAtSentence(words, chars)].filter((part) => part !== '').join('\n');
}
