import { finalError, documentLeftOut } from '../../../domain/ports/errors.ts';
import { load, type Cheerio, type CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { withoutInvisible } from '../../../domain/documents/markup/read-markdown.ts';
import { withoutAnchors, type Anchors } from '../../../domain/documents/markup/anchors.ts';
import { leadsTo, movedTo } from '../../../domain/documents/markup/moved.ts';
import { divider, folded } from '../../../domain/documents/markup/page-name.ts';
import { plainText } from '../../../domain/documents/markup/plain-text.ts';
import { leadingDay } from '../../../domain/values/time.ts';
import { cleanPage } from './clean-page.ts';
import { baseOf, refreshTarget } from './page-links.ts';
import { plainMarkup } from './plain-markup.ts';
import { maxLoginChars, needsScripts } from './identify.ts';
import { toMarkdown } from './to-markdown.ts';

export interface ExtractedText {
  readonly title: string | null;
  /** Markdown; may be blank. */
  readonly text: string;
  readonly anchors?: Anchors;
}

/** Extracts the title of a page, and its main content as Markdown. Throws a `PortError` for a page that is none. */
export function extractHtml(html: string, baseUrl: string | null) {
  const $ = load(html);
  const wantsPassword = $('input[type="password" i]:not([hidden])').length > 0;
  const base = baseOf($, baseUrl);
  const canonical =
    URL.parse($('link[rel="canonical" i]').attr('href') ?? '', base ?? undefined)?.href ?? null;
  const headTitle = oneLine($('head > title').first().text());
  const isUnlisted = asksNotToBeFound($);
  const date = changedOn($);
  const next = refreshTarget($);
  cleanPage($);
  const root = mainContent($);
  root.find('h1 br, h2 br, h3 br').replaceWith(' ');
  const { title, isHeading } = titleOf($, root, headTitle);
  // Searches are slow below an element with thousands of children, so the content becomes the document's only child.
  $.root().empty().append(root);
  nameAnchors($);
  plainMarkup($, base);
  const marked = plainText(toMarkdown(root.html() ?? ''));
  const { text, anchors } = withoutAnchors(marked, { rule: null });
  if (wantsPassword && text.length < maxLoginChars) {
    throw finalError('page_needs_login', 'The page asks for a login.');
  }
  const target = text.length < maxNoticeChars ? (next ?? movedTo(text)) : null;
  if (target !== null) throw documentLeftOut(leadsTo(URL.parse(target, base ?? undefined)?.href ?? target));
  if (text.length < maxNoticeChars) refuseNotice(`${title ?? ''}\n${headTitle ?? ''}`, text);
  const isNamed = isHeading || title === null || text === '';
  if (isNamed) return { title, text, anchors, canonical, isUnlisted, date };
  // The title becomes the outermost heading.
  const below = anchors.map(([path, anchor]) => [`${title}\n${path}`, anchor] as const);
  return { title, text: `# ${title}\n\n${text}`, anchors: below, canonical, isUnlisted, date };
}

/** A longer page is no notice. */
const maxNoticeChars = 600;
const notice =
  /^(?:#+ )?(?:error |fehler |erreur )?404\b|\b(?:page|file|document|resource) (?:(?:was|could|cannot|can) ?(?:not|n.t)?(?: be)?|not) found\b|\b(?:page|the document)[^.\n]{0,40} (?:does not|doesn.t|no longer) exists?\b|seite (?:wurde )?nicht gefunden|page (?:non trouvée|introuvable)|página no (?:encontrada|existe)|页面(?:不存在|未找到)|ページが見つかりません/imu;
const shell =
  /^(?:#+ .*\n+)?(?:loading\W*|(?:you need to|please) enable javascript.*|this (?:app|site|page)[^.]{0,40} (?:requires|needs) javascript.*)$/iu;

function refuseNotice(names: string, text: string): void {
  if (notice.test(`${names}\n${text}`)) throw documentLeftOut('it says that there is no such page');
  if (shell.test(text.trim())) throw finalError('document_empty', `There is no text in it. ${needsScripts}`);
}

/** Whether a page asks search engines not to list it. */
const asksNotToBeFound = ($: CheerioAPI): boolean =>
  $('meta[name="robots" i], meta[name="googlebot" i]')
    .toArray()
    .some(({ attribs }) => /\b(?:noindex|none)\b/iu.test(attribs['content'] ?? ''));

const dateMarks = `meta[property="article:modified_time" i], meta[property="og:updated_time" i], meta[itemprop="dateModified" i], time[itemprop="dateModified" i]`;

function changedOn($: CheerioAPI): string | null {
  const { content, datetime } = $(dateMarks).get(0)?.attribs ?? {};
  return leadingDay(content ?? datetime);
}

/**
 * The page's name: the only first heading of its content, unless that links to the site's first page or is called behind another
 * of its headings in the head, as the site is; else that of the head.
 */
function titleOf(
  $: CheerioAPI,
  root: Cheerio<Element>,
  headTitle: string | null,
): { readonly title: string | null; readonly isHeading: boolean } {
  const all = root
    .find('h1, h2, h3')
    .toArray()
    .map((heading) => ({ heading, text: oneLine($(heading).text()) ?? '' }));
  const parts = (headTitle ?? '').split(divider).map(folded);
  const names = [...parts, folded(headTitle ?? '')];
  const isCalled = ({ text }: { readonly text: string }) => text !== '' && names.includes(folded(text));
  const [first, second] = all.filter(({ heading }) => heading.name === 'h1');
  const others = all.filter(({ heading }) => heading !== first?.heading);
  if (first && second) {
    const named = all.find(isCalled);
    return { title: named?.text ?? beginningOf(headTitle), isHeading: named?.heading.name === 'h1' };
  }
  const leadsToRoot = $(first?.heading).find('a[href="/"], a[href="./"], a[href="../"]').length > 0;
  const placeOf = ({ text }: { readonly text: string }) => parts.indexOf(folded(text));
  const isBehind = (other: (typeof all)[number]) =>
    first && isCalled(other) && placeOf(other) < placeOf(first);
  const isOfSite = leadsToRoot || others.some(isBehind);
  if (first && !isOfSite) return { title: first.text || null, isHeading: first.text !== '' };
  $(first?.heading).remove();
  const ownTitle = first && parts.length === 1 && isCalled(first) ? null : beginningOf(headTitle);
  const heading = others.find(isCalled) ?? (ownTitle === null ? others[0] : undefined);
  if (heading) heading.heading.tagName = 'h1';
  return { title: heading?.text ?? ownTitle, isHeading: heading !== undefined };
}

/** `Ports | Example docs` becomes `Ports`. */
const beginningOf = (title: string | null): string | null =>
  title === null ? null : (/^(.{3,}?)\s+[|—·]\s/u.exec(title)?.[1] ?? title);

/**
 * Puts the id of a heading, or of the section that it opens, behind its words, as in Markdown. That of the page's own
 * heading leads to the page's beginning.
 */
function nameAnchors($: CheerioAPI): void {
  const opened = new Set<unknown>();
  for (const heading of $('h1, h2, h3, h4, h5, h6').toArray()) {
    const section = $(heading).closest('section[id], div.section[id]');
    const opens = section.length > 0 && !opened.has(section[0]);
    opened.add(section[0]);
    if (heading.name === 'h1') continue;
    const inside = $(heading).find('[id], a[name]').first();
    const before = opening($, heading).prev('a[name], a[id], span[id]');
    const id = [
      heading.attribs['id'],
      inside.attr('id') ?? inside.attr('name'),
      opens ? section.attr('id') : undefined,
      before.attr('id') ?? before.attr('name'),
    ].find((one) => /^[^\s{}"'`]{1,200}$/u.test(one ?? ''));
    if (id !== undefined && $(heading).text().trim() !== '') $(heading).append($('<span>').text(` {#${id}}`));
  }
}

/** The outermost item or list that begins with an element, or it itself. Javadoc puts the mark of a method in front of these. */
function opening($: CheerioAPI, element: Element): Cheerio<Element> {
  const [list] = $(element).prev().length === 0 ? $(element).parent('li, ul, ol').toArray() : [];
  const isFirst = list && $(list).text().trimStart().startsWith($(element).text().trim());
  return isFirst ? opening($, list) : $(element);
}

const maxTitleChars = 200;

/** One line without the marks of a heading's link, or null if it is empty. */
export function oneLine(text: string): string | null {
  const line = withoutInvisible(text)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/^[¶§🔗]\s?|(?:\s*(?:[¶§🔗]|(?<=\s)#))+$/gu, '')
    .trim();
  return line === '' ? null : line.slice(0, maxTitleChars).replace(/[\uD800-\uDBFF]$/u, '');
}

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
function mainContent($: CheerioAPI): Cheerio<Element> {
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
