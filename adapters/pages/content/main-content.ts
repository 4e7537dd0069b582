import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';

/** Where sites put what a page is about, the surest first. */
const places = [
  'main article',
  'article[role="main"], article.markdown-body, .markdown-body, .theme-doc-markdown',
  'main, [role="main"]',
  'article',
  '#main-content, #content, #main, .main-content, .document .body, .post-content, .entry-content, .content',
];

/** A place with less than this share of the page's text is an ornament: a card, a teaser, an empty frame. */
const leastShare = 1 / 3;

/** The element that holds what the page is about; the body where no place is sure. Expects a cleaned page. */
export function mainContent($: CheerioAPI): Cheerio<Element> {
  const body = $('body');
  const whole = textLength(body.text());
  for (const place of places) {
    const found = $(place)
      .toArray()
      .map((element) => ({ element, length: textLength($(element).text()) }))
      .toSorted((a, b) => b.length - a.length)[0];
    if (found && found.length > 0 && found.length >= whole * leastShare)
      return $(found.element) as Cheerio<Element>;
  }
  return body;
}

const textLength = (text: string): number => text.replaceAll(/\s+/gu, '').length;
