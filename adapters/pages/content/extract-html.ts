import { finalError } from '../../../domain/ports/errors.ts';
import { load, type Cheerio, type CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { plainText } from '../../../domain/documents/plain-text.ts';
import { cleanPage } from './clean-page.ts';
import { mainContent } from './main-content.ts';
import { plainMarkup } from './plain-markup.ts';
import { toMarkdown } from './to-markdown.ts';

/** A page with a field for a password and less text than this is there for logging in. */
const maxLoginChars = 1500;

export interface ExtractedText {
  readonly title: string | null;
  /** Markdown; may be blank. */
  readonly text: string;
}

/** What a page says, as Markdown, and what it is called. Throws a `PortError` for a login page. */
export function extractHtml(html: string, baseUrl: string | null): ExtractedText {
  const $ = load(html);
  const wantsPassword = $('input[type="password" i]:not([hidden])').length > 0;
  const base = baseOf($, baseUrl);
  const headTitle = $('head > title').first().text();
  cleanPage($);
  const root = mainContent($);
  const heading = onlyHeading(root.find('h1'));
  const title = heading ?? onlyHeading($('h1')) ?? pageTitle(headTitle);
  // Searching below one node is quick; below an element with thousands of children it is not.
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

/** The page's one heading of the top level; where sections have such headings too, none of them names the page. */
const onlyHeading = (headings: Cheerio<Element>): string | null =>
  headings.length === 1 ? oneLine(headings.text()) : null;

/** Of `Ports | Example docs` the page's part. */
const pageTitle = (title: string): string | null => oneLine(/^(.{3,}?)\s+[|—·]\s/u.exec(title)?.[1] ?? title);

/** Lists of nothing but links above the first heading lead around the site. */
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

function baseOf($: CheerioAPI, baseUrl: string | null): string | null {
  const href = $('base[href]').attr('href');
  return (href === undefined ? null : URL.parse(href, baseUrl ?? undefined)?.href) ?? baseUrl;
}

const maxTitleChars = 200;

/** Signs that mark a link to a heading are no part of it. */
export function oneLine(text: string): string | null {
  const line = text
    .replaceAll(/\s+/gu, ' ')
    .replace(/\s*[¶#]$/u, '')
    .trim();
  return line === '' ? null : line.slice(0, maxTitleChars).replace(/[\uD800-\uDBFF]$/u, '');
}
