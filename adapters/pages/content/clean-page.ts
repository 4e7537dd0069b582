import type { CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';

/** Elements without text for readers. */
const names = words(
  'script style noscript template iframe object embed svg canvas audio video map nav button select textarea datalist link meta base',
);

const roles = words('navigation search banner contentinfo menu menubar tablist');

/** Classes and ids of navigation, of content beside the text, and of content for screen readers only. */
const marks = words(`
  breadcrumb breadcrumbs toc table-of-contents theme-doc-toc-mobile sphinxsidebar sidebar
  navheader navfooter pagination pagination-nav prev-next related edit-this-page theme-edit-this-page navbar menu
  skip-link skip-to-content cookie-banner advertisement mw-editsection copybtn
  headerlink hash-link anchor anchorjs-link linenos lineno gutter line-numbers-rows
  sr-only visually-hidden screen-reader-text screenreader-only`);

const hidingStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:[;!]|$))/iu;

/**
 * Removes everything that is not text for readers: code, navigation, controls and hidden elements. Hidden text could contain
 * instructions to models that no reader of the page sees.
 */
export function cleanPage($: CheerioAPI): void {
  const dropped: AnyNode[] = [];
  const visit = (element: Element, depth: number): void => {
    for (const child of element.children) {
      if (child.nodeType === commentNode || (isElement(child) && isDropped(child, depth)))
        dropped.push(child);
      else if (isElement(child)) visit(child, depth + 1);
    }
  };
  for (const body of $('body').toArray()) visit(body, 0);
  for (const node of dropped) $(node).remove();
}

/** `depth` counts from the body. */
function isDropped({ name, attribs }: Element, depth: number): boolean {
  if (names.has(name) || roles.has(attribs['role'] ?? '')) return true;
  // Deeper ones belong to an article.
  if (depth <= 1 && ['header', 'footer', 'aside'].includes(name)) return true;
  if (name === 'input') return attribs['type'] !== 'checkbox';
  if (isHidden(name, attribs)) return true;
  return `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.split(/\s+/u).some((mark) => marks.has(mark));
}

/** Tab panels are kept, because a page shows them one at a time. */
function isHidden(name: string, attribs: Readonly<Record<string, string>>): boolean {
  if (name === 'dialog' && attribs['open'] === undefined) return true;
  if (attribs['role'] === 'tabpanel') return false;
  if (attribs['hidden'] !== undefined || attribs['aria-hidden'] === 'true') return true;
  return hidingStyle.test(attribs['style'] ?? '');
}

/** `Node.COMMENT_NODE` of the DOM standard. */
const commentNode = 8;

const isElement = (node: AnyNode): node is Element => 'attribs' in node;

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/u));
}
