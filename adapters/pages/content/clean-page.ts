import type { Cheerio, CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import { hidingDeclaration } from '../../../domain/documents/markup/read-markdown.ts';

/** Elements without text for readers. */
const names = words(
  'script style noscript template iframe object embed svg canvas audio video map nav button select textarea datalist link meta base',
);

const roles = words('navigation search banner contentinfo menu menubar tablist');

/** Classes and ids of what is beside the text. They count for containers outside the content, and for those full of links. */
const marks = words(`
  breadcrumb breadcrumbs toc table-of-contents theme-doc-toc-mobile sphinxsidebar sidebar
  pagination pagination-nav prev-next related edit-this-page theme-edit-this-page navbar menu
  skip-link skip-to-content cookie-banner advertisement`);
const containers = words('div ul ol aside section p header footer table');

/** Classes of rows of links around a page of DocBook, of signs within the text, and of text that only screen readers read. */
const smallMarks = words(`
  navheader navfooter mw-editsection copybtn linenos lineno gutter line-numbers-rows boring
  sr-only visually-hidden screen-reader-text screenreader-only`);

const hidingStyle = new RegExp(String.raw`(?:^|;)\s*${hidingDeclaration}`, 'iu');

const headings = 'h1, h2, h3, h4, h5, h6';
const content = 'main, article, [role="main"]';

/**
 * Removes everything that is not text for readers: code, navigation, controls and hidden elements. Hidden text could contain
 * instructions to models that no reader of the page sees; what a visible control shows when it is pressed is seen.
 */
export function cleanPage($: CheerioAPI): void {
  const ids = idsOf($);
  const shownIds = shownByControls($, ids);
  nameTabs($, ids);
  fillCells($);
  const hasContent = $(content).length > 0;
  const pageHeader = ownHeader($);
  const dropped: AnyNode[] = [];
  const visit = (element: Element, depth: number, isInside: boolean): void => {
    for (const child of element.children) {
      if (child.nodeType === commentNode) dropped.push(child);
      else if (isElement(child)) {
        const place = { depth, isInside, isOutside: hasContent && !isInside, shownIds };
        if (child !== pageHeader && isDropped($, child, place)) dropped.push(child);
        else visit(child, depth + 1, isInside || $(child).is(content));
      }
    }
  };
  for (const body of $('body').toArray()) visit(body, 0, false);
  for (const node of dropped) $(node).remove();
  dropSelfLinks($);
}

interface Place {
  /** Counted from the body. */
  readonly depth: number;
  /** In the content that the page marks as such. */
  readonly isInside: boolean;
  /** Outside the content that the page marks as such. */
  readonly isOutside: boolean;
  readonly shownIds: ReadonlySet<string>;
}

function isDropped(
  $: CheerioAPI,
  element: Element,
  { depth, isInside, isOutside, shownIds }: Place,
): boolean {
  const { name, attribs } = element;
  if (name === 'button' && isControl($(element), shownIds)) return false;
  if (names.has(name) || roles.has(attribs['role'] ?? '')) return true;
  // Deeper ones belong to an article.
  if (!isInside && depth <= 1 && ['header', 'footer', 'aside'].includes(name)) return true;
  if (name === 'input') return attribs['type'] !== 'checkbox';
  if (isHidden(name, attribs, shownIds)) return true;
  const given = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.split(/\s+/u);
  if (given.some((mark) => smallMarks.has(mark))) return true;
  return (
    containers.has(name) && given.some((mark) => marks.has(mark)) && (isOutside || isFullOfLinks($(element)))
  );
}

/** Whether most of an element's text is links. */
export function isFullOfLinks(element: Cheerio<Element>): boolean {
  const lengthOf = (text: string) => text.replaceAll(/\s+/gu, '').length;
  return lengthOf(element.find('a').text()) >= lengthOf(element.text()) * 0.7;
}

function isHidden(
  name: string,
  attribs: Readonly<Record<string, string>>,
  shownIds: ReadonlySet<string>,
): boolean {
  if (name === 'dialog' && attribs['open'] === undefined) return true;
  if (attribs['role'] === 'tabpanel' || shownIds.has(attribs['id'] ?? '')) return false;
  if (attribs['hidden'] !== undefined) return attribs['hidden'] !== 'until-found';
  return attribs['aria-hidden'] === 'true' || hidingStyle.test(attribs['style'] ?? '');
}

const targetNames = ['aria-controls', 'data-bs-target', 'data-target', 'href'];

/** The ids that a control names. */
const targetsOf = ({ attribs }: Element): readonly string[] =>
  targetNames.flatMap((name) => {
    const value = attribs[name] ?? '';
    if (name === 'aria-controls') return value.split(/\s+/u).filter(Boolean);
    return value.startsWith('#') && value.length > 1 ? [value.slice(1)] : [];
  });

type Ids = ReadonlyMap<string, Element>;

const idsOf = ($: CheerioAPI): Ids =>
  new Map(
    $('[id]')
      .toArray()
      .map((element) => [element.attribs['id'] ?? '', element]),
  );

/** Whether readers see an element, and words in it. */
const isSeen = ($: CheerioAPI, element: Element): boolean =>
  [element, ...$(element).parents().toArray()].every(
    ({ name, attribs }) => !isHidden(name, attribs, new Set()),
  ) && /[\p{L}\p{N}]/u.test($(element).text());

const controls =
  '[aria-controls], [data-bs-target], [data-target], [role="tab"][href], [data-toggle][href], [data-bs-toggle][href], [role="tablist"] a[href]';

/** The ids of panels that a press of a control shows, where readers see the control and its words. */
function shownByControls($: CheerioAPI, ids: Ids): ReadonlySet<string> {
  const seenControls = $(controls)
    .toArray()
    .filter((control) => isSeen($, control));
  const openPanels = new Set(seenControls.flatMap(targetsOf).filter((id) => ids.has(id)));
  for (const panel of $('[aria-labelledby]').toArray()) {
    const { 'aria-labelledby': by = '' } = panel.attribs;
    const label = ids.get(by);
    if (!label || !isSeen($, label)) continue;
    panel.attribs['id'] ??= `labelled-by-${by}`;
    openPanels.add(panel.attribs['id']);
  }
  return openPanels;
}

/** A button whose words name what it shows: in a heading, or of a panel of this page. */
const isControl = (button: Cheerio<Element>, shownIds: ReadonlySet<string>): boolean =>
  (/[\p{L}\p{N}]/u.test(button.text()) && button.closest(`${headings}, summary, dt, caption`).length > 0) ||
  button.toArray().some((element) => targetsOf(element).some((id) => shownIds.has(id)));

/** Puts the names of tabs in front of their panels. */
function nameTabs($: CheerioAPI, ids: Ids): void {
  const lists = $('[role="tablist"]').toArray();
  const labels = $('label[for]')
    .toArray()
    .map(({ parent }) => parent)
    .filter((one) => one !== null && isElement(one));
  for (const list of new Set([...lists, ...labels])) {
    const tabs = $(list).find('[role="tab"], [role="tablist"] a[href^="#"], label[for]').toArray();
    const isList = list.attribs['role'] === 'tablist' || $(list).children().length === tabs.length;
    if (tabs.length === 0 || !isList || !isSeen($, list)) continue;
    const named = tabs.flatMap((tab) => targetsOf(tab).slice(0, 1)).flatMap((id) => ids.get(id) ?? []);
    const panels = named.length > 0 ? named : panelsBeside($, list, tabs.length);
    // The tabs of a filter have one panel.
    if (new Set(panels).size !== tabs.length) continue;
    for (const [at, panel] of panels.entries()) {
      $(panel).prepend($('<p>').append($('<strong>').text($(tabs[at]).text().trim())));
      panel.attribs['role'] = 'tabpanel';
    }
    $(list).remove();
  }
}

/** As many panels, in the order of their tabs, behind the list or around it. */
function panelsBeside($: CheerioAPI, list: Element, count: number): readonly Element[] {
  const next = $(list).next();
  const around = $(list).parent().find('[role="tabpanel"]');
  return (
    [next.find('> [role="tabpanel"]'), around, next.children()]
      .map((panels) => panels.toArray())
      .find((panels) => panels.length === count) ?? []
  );
}

/** A cell that would be empty says what its icon is called. */
function fillCells($: CheerioAPI): void {
  for (const cell of $('td, th').has('svg, i, img, span, use').toArray()) {
    const visible = $(cell).clone();
    visible.find('svg, [aria-hidden="true"], .sr-only, .visually-hidden').remove();
    if (/[\p{L}\p{N}]/u.test(visible.text())) continue;
    const spoken = $(cell).find('.sr-only, .visually-hidden').text().trim();
    const named = $(cell).find('[aria-label], [alt], [title], svg > title').first();
    const label =
      spoken || (named.attr('aria-label') ?? named.attr('alt') ?? named.attr('title') ?? named.text());
    if (label.trim() !== '') $(cell).text(label.trim());
  }
}

/** A header of the body that belongs to the page: its first heading is no link, and is what the page is called. */
function ownHeader($: CheerioAPI): Element | null {
  const [header] = $('body > header:has(h1), body > div > header:has(h1)').toArray();
  if (!header) return null;
  const heading = $(header).find('h1').first();
  const title = $('head > title').text();
  const isSite = heading.find('a').length > 0 || heading.closest('a').length > 0;
  const others = $('h1').not(heading).length;
  const below = $('h2')
    .toArray()
    .some((one) => title.includes($(one).text().trim()) && $(one).text().trim() !== '');
  return !isSite && others === 0 && !below && title.startsWith(heading.text().trim()) ? header : null;
}

/** Removes links of headings to themselves, whatever sign or word they show, and other links of one sign. */
function dropSelfLinks($: CheerioAPI): void {
  for (const link of $('a[href^="#"]').toArray()) {
    const text = $(link).text().trim();
    if (!/[\p{L}\p{N}]/u.test(text)) {
      $(link).remove();
      continue;
    }
    const heading = $(link).closest(headings);
    const isMark = ['class', 'aria-label', 'title'].some((name) => link.attribs[name] !== undefined);
    const rest = heading.text().trim();
    const isAtEdge = rest !== text && (rest.startsWith(text) || rest.endsWith(text));
    // In a path such as `std::vec::Drain`, the last part leads to the page itself.
    if (heading.length > 0 && isMark && isAtEdge && link.attribs['href'] !== '#') $(link).remove();
  }
}

/** `Node.COMMENT_NODE` of the DOM standard. */
const commentNode = 8;

const isElement = (node: AnyNode): node is Element => 'attribs' in node;

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/u));
}
