import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { filledRows } from '../../../domain/documents/markup/html-tables.ts';
import { collapseWhitespace } from '../../../domain/values/text.ts';
import { isFullOfLinks } from './clean-page.ts';

const headings = 'h1, h2, h3, h4, h5, h6';

/**
 * Makes each table one that Markdown can express: tables that only lay out the page become its parts, a table in a cell becomes
 * lines of that cell, and every cell is one line in its own column.
 */
export function plainTables($: CheerioAPI): void {
  for (const table of $('table').toArray().toReversed()) {
    if (isLayout($, $(table))) unwrap($, $(table));
    else if ($(table).parents('td, th').length > 0 && !isLayout($, $(table).parents('table').first()))
      inOneCell($, $(table));
  }
  $('td, th').each((_, cell) => flattenCell($, $(cell)));
  $('table').each((_, table) => fillSpans($, $(table)));
}

const ownRows = ($: CheerioAPI, table: Cheerio<Element>): readonly Element[] =>
  table
    .children('tr')
    .add(table.children('thead, tbody, tfoot').children('tr'))
    .toArray()
    .filter((row) => $(row).children('td, th').length > 0);

const cellsOf = ($: CheerioAPI, row: Element): readonly Element[] => $(row).children('td, th').toArray();

/** A table without heads that holds parts of a page, and not values. */
function isLayout($: CheerioAPI, table: Cheerio<Element>): boolean {
  const rows = ownRows($, table);
  const cells = rows.flatMap((row) => cellsOf($, row));
  if (
    /^(?:presentation|none)$/u.test(table.attr('role') ?? '') ||
    rows.every((row) => cellsOf($, row).length === 1 && rows.length === 1)
  )
    return true;
  if (cells.some(({ name }) => name === 'th') || table.children('thead, caption').length > 0) return false;
  if (rows.length === 1) return true;
  const isLong = (cell: Element) => $(cell).text().length > 200;
  return cells.some(
    (cell) =>
      $(cell).find('h1, h2').length > 0 ||
      ($(cell).find(`${headings}, table, pre`).length > 0 && isLong(cell)),
  );
}

function unwrap($: CheerioAPI, table: Cheerio<Element>): void {
  const parts = ownRows($, table).flatMap((row) => {
    const cells = cellsOf($, row);
    return cells.flatMap((cell) => {
      const text = $(cell).text().trim();
      if (text === '' || (cells.length > 1 && $(cell).find('a').length > 1 && isFullOfLinks($(cell))))
        return [];
      // A note stands beside its name.
      const isName =
        cells.length === 2 && cell === cells[0] && text.length <= 20 && $(cell).find('a').length === 0;
      return [isName ? $('<p>').append($('<strong>').text(text)) : $('<div>').append($(cell).contents())];
    });
  });
  table.replaceWith(parts.map((part) => $.html(part)).join(''));
}

/** Rows as lines of the cell, each value behind its column's name. */
function inOneCell($: CheerioAPI, table: Cheerio<Element>): void {
  const [first, ...others] = ownRows($, table);
  if (!first) return void table.remove();
  const textOf = (cell: Element) => collapseWhitespace($(cell).text());
  const hasHead = cellsOf($, first).every(({ name }) => name === 'th');
  const names = hasHead ? cellsOf($, first).map(textOf) : [];
  const lines = (hasHead ? others : [first, ...others]).map((row) => {
    const values = cellsOf($, row).map((cell, at) => {
      const text = textOf(cell);
      return text === '' ? '' : names[at] ? `${names[at]}: ${text}` : text;
    });
    return `• ${values.filter(Boolean).join(', ')}`;
  });
  table.replaceWith($('<div>').text(lines.join(' ')));
}

/** Repeats cells that span rows, and writes empty ones behind those that span columns. */
function fillSpans($: CheerioAPI, table: Cheerio<Element>): void {
  const rows = ownRows($, table);
  const spans = rows.map((row) =>
    cellsOf($, row).map((cell) => ({
      value: $(cell).html() ?? '',
      rowSpan: Number($(cell).attr('rowspan') ?? 1) || 0,
      columnSpan: Number($(cell).attr('colspan') ?? 1) || 1,
    })),
  );
  const caption = table.children('caption').text().trim();
  const [head, ...body] = filledRows(spans).map((cells, at) => {
    // Markdown has no tables without a head.
    const name = at === 0 ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${name}>${cell ?? ''}</${name}>`).join('')}</tr>`;
  });
  if (head === undefined) return;
  const name = caption === '' ? '' : $.html($('<p>').append($('<strong>').text(caption)));
  table.replaceWith(`${name}<table><thead>${head}</thead><tbody>${body.join('')}</tbody></table>`);
}

/** A Markdown table cell is one line. */
function flattenCell($: CheerioAPI, cell: Cheerio<Element>): void {
  cell.find('pre').each((_, pre) => {
    const code = $('<code>').text(collapseWhitespace($(pre).text()));
    $(pre).replaceWith(code);
  });
  cell.find('li').prepend('• ');
  cell.find(headings).wrapInner('<strong>');
  cell.find('hr').remove();
  for (const block of cell
    .find(`ul, ol, li, blockquote, p, div, dl, dt, dd, ${headings}`)
    .toArray()
    .toReversed()) {
    $(block).prepend(' ').append(' ').replaceWith($(block).contents());
  }
}
