import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { raised } from '../../../domain/documents/markup/raised.ts';
import { collapseWhitespace } from '../../../domain/values/text.ts';
import { plainCode } from './code-blocks.ts';
import { plainTables } from './plain-tables.ts';

const headings = 'h1, h2, h3, h4, h5, h6';

/**
 * Simplifies the HTML of documentation generators to what Markdown can express: code blocks with a language, absolute links
 * if the page has an address, table cells of one line, and no attributes for styles.
 */
export function plainMarkup($: CheerioAPI, baseUrl: string | null): void {
  $('math')
    .has('annotation')
    .each((_, math) => {
      const formula = $(math).find('annotation').first().text().trim();
      const whole = $(math).closest('.katex, mjx-container');
      (whole.length > 0 ? whole : $(math)).replaceWith($('<span>').text(`$${formula}$`));
    });
  $('sup').each((_, sup) => {
    const isMark = $(sup).find('a[href*="#"]').length > 0;
    const before = sup.prev && 'data' in sup.prev ? sup.prev.data : sup.prev ? $(sup.prev).text() : '';
    $(sup).replaceWith($('<span>').text(isMark ? '' : raised(before.slice(-20), $(sup).text())));
  });
  plainCode($);
  $('dt.sig').each((_, term) => {
    const signature = $('<code>').text(collapseWhitespace($(term).text()));
    $(term).replaceWith($('<p>').append(signature));
  });
  for (const button of $('button').toArray()) {
    const isNamed =
      $(button).find(headings).length + $(button).closest(`${headings}, summary, dt, caption`).length > 0;
    if (isNamed) $(button).replaceWith($(button).contents());
  }
  $('dt, summary, button, .admonition-title').each((_, title) => {
    const inner = $(title).contents();
    const isHeading = $(title).find(headings).length > 0;
    $(title).replaceWith(isHeading ? inner : $('<p>').append($('<strong>').append(inner)));
  });
  $('img').each((_, image) => void $(image).replaceWith($('<span>').text(image.attribs['alt'] ?? '')));
  // A list whose items are sections of a page is none.
  for (const item of $('li').has('> h1, > h2, > h3, > h4, > h5, > h6, > section').toArray().toReversed()) {
    const list = $(item).parent('ul, ol');
    $(item).replaceWith($('<div>').append($(item).contents()));
    if (list.children('li').length === 0) list.replaceWith(list.contents());
  }
  $('a[href]').each((_, link) => plainLink($(link), baseUrl));
  gridTables($);
  plainTables($);
  $('*').removeAttr('style').removeAttr('width').removeAttr('height').removeAttr('bgcolor');
}

/** Javadoc draws its summaries as grids: cells one after the other, of which a class marks the last of each row. */
function gridTables($: CheerioAPI): void {
  for (const grid of $('div.summary-table').toArray()) {
    const cells = $(grid).children('div').toArray();
    const width = cells.findIndex((cell) => $(cell).is('.col-last')) + 1;
    if (width < 2 || cells.length % width !== 0) continue;
    const table = $('<table>');
    for (let at = 0; at < cells.length; at += width) {
      const row = $('<tr>').appendTo(table);
      for (const cell of cells.slice(at, at + width))
        row.append($(at === 0 ? '<th>' : '<td>').append($(cell).contents()));
    }
    $(grid).replaceWith(table);
  }
}

/** Keeps links to the web, to mail and to neighbouring files. Others, such as anchors of the same page, become text. */
function plainLink(link: Cheerio<Element>, baseUrl: string | null): void {
  const target = targetOf(link.attr('href') ?? '', baseUrl);
  if (target === null || link.text().trim() === '') link.replaceWith(link.contents());
  else link.attr('href', target).removeAttr('title');
}

/** Null for a link to drop. A page without an address is a file in a folder, whose relative links stay unchanged. */
function targetOf(written: string, baseUrl: string | null): string | null {
  const href = written.trim();
  if (href === '' || href.startsWith('#')) return null;
  const url = URL.parse(href, baseUrl ?? 'file:');
  if (url === null) return null;
  if (['http:', 'https:', 'mailto:'].includes(url.protocol)) return url.href;
  const isNeighbour = url.protocol === 'file:' && !/^(?:file:|[\\/]{2})/iu.test(href);
  return baseUrl === null && isNeighbour ? href : null;
}
