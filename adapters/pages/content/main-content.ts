import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';

/** Selectors of the main content, the most reliable first. */
const places = [
  'main article',
  'article[role="main"], article.markdown-body, .markdown-body, .theme-doc-markdown',
  'main, [role="main"]',
  'article',
  '#main-content, #content, #main, .main-content, .document .body, .post-content, .entry-content, .content',
];

/** An element with less of the page's text is not the main content, but a card, a teaser or an empty frame. */
const leastShare = 1 / 3;

/** The element with the main content of a cleaned page, or else its body. */
export function mainContent($: CheerioAPI): Cheerio<Element> {
  const body = $('body');
  const whole = textLength(body.text());
  for (const place of places) {
    const candidates = $(place)
      .toArray()
      .map((element) => ({ element, length: textLength($(element).text()) }))
      .toSorted((a, b) => b.length - a.length)[0];
    if (candidates && candidates.length > 0 && candidates.length >= whole * leastShare)
      return $(candidates.element) as Cheerio<Element>;
  }
  return body;
}

const textLength = (text: string): number => text.replaceAll(/\s+/gu, '').length;
