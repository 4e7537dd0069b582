import { finalError } from '../../../domain/ports/errors.ts';
import { load, type Cheerio, type CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { plainText } from '../../../domain/documents/plain-text.ts';
import { cleanPage } from './clean-page.ts';
import { mainContent } from './main-content.ts';
import { baseOf } from './page-links.ts';
import { plainMarkup } from './plain-markup.ts';
import { maxLoginChars } from './identify.ts';
import { toMarkdown } from './to-markdown.ts';

export interface ExtractedText {
  readonly title: string | null;
  /** Markdown; may be blank. */
  readonly text: string;
}

/** Extracts the title of a page, and its main content as Markdown. Throws a `PortError` for a login page. */
export function extractHtml(html: string, baseUrl: string | null): ExtractedText {
  const $ = load(html);
  const wantsPassword = $('input[type="password" i]:not([hidden])').length > 0;
  const base = baseOf($, baseUrl);
  const headTitle = $('head > title').first().text();
  cleanPage($);
  const root = mainContent($);
  const heading = onlyHeading(root.find('h1'));
  const title = heading ?? onlyHeading($('h1')) ?? pageTitle(headTitle);
  // Searches are slow below an element with thousands of children, so the content becomes the document's only child.
  $.root().empty().append(root);
  dropLinkLists($);
  plainMarkup($, base);
  const text = plainText(toMarkdown(root.html() ?? ''));
  if (wantsPassword && text.length < maxLoginChars) {
    throw finalError('page_needs_login', 'The page asks for a login.');
  }
  const isNamed = heading !== null || title === null || text === '';
  return { title, text: isNamed ? text : `# ${title}\n\n${text}` };
}

/** The page's only top-level heading. If there are several, none is the title. */
const onlyHeading = (headings: Cheerio<Element>): string | null =>
  headings.length === 1 ? oneLine(headings.text()) : null;

/** `Ports | Example docs` becomes `Ports`. */
const pageTitle = (title: string): string | null => oneLine(/^(.{3,}?)\s+[|—·]\s/u.exec(title)?.[1] ?? title);

/** Removes lists of links above the first heading, which are navigation. */
function dropLinkLists($: CheerioAPI): void {
  const first = $('h1, h2').first();
  if (first.length === 0) return;
  for (const element of $('ul, ol, h1, h2').toArray()) {
    if (element === first[0]) return;
    const list = $(element);
    const linked = list.find('a').text().trim().length;
    if (linked >= list.text().trim().length * 0.7) list.remove();
  }
}

const maxTitleChars = 200;

/** One line without the mark of a heading's link, or null if it is empty. */
export function oneLine(text: string): string | null {
  const line = text
    .replaceAll(/\s+/gu, ' ')
    .replace(/\s*[¶#]$/u, '')
    .trim();
  return line === '' ? null : line.slice(0, maxTitleChars).replace(/[\uD800-\uDBFF]$/u, '');
}
