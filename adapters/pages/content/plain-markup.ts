import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';

/**
 * Brings what generators of documentation write into the few forms that Markdown has: code blocks with their language,
 * absolute links where the page has an address, tables whose cells are one line, no attributes that only styles need.
 */
export function plainMarkup($: CheerioAPI, baseUrl: string | null): void {
  $('table.highlighttable, table.rouge-table, figure.highlight table').each((_, table) => {
    $(table).replaceWith($(table).find('pre').last());
  });
  $('pre').each((_, pre) => void $(pre).replaceWith(codeBlock($, $(pre))));
  $('dt.sig').each((_, term) => {
    const signature = $('<code>').text($(term).text().replaceAll(/\s+/gu, ' ').trim());
    $(term).replaceWith($('<p>').append(signature));
  });
  $('dt').each((_, term) => void $(term).replaceWith($('<p>').append($('<strong>').text($(term).text()))));
  $('img').each((_, image) => void $(image).replaceWith($('<span>').text(image.attribs['alt'] ?? '')));
  $('a[href]').each((_, link) => plainLink($(link), baseUrl));
  $('td, th').each((_, cell) => flattenCell($, $(cell)));
  $('*').removeAttr('style').removeAttr('width').removeAttr('height').removeAttr('bgcolor');
}

function codeBlock($: CheerioAPI, pre: Cheerio<Element>): Cheerio<Element> {
  const language = languageOf(pre);
  pre.find('br').replaceWith('\n');
  // Where every line is an element of its own, the line breaks may be styles.
  const lines = pre.find('.line, .token-line, .code-line').toArray();
  const text = pre.text();
  const code =
    lines.length > 1 && !text.includes('\n') ? lines.map((line) => $(line).text()).join('\n') : text;
  const block = $('<code>').text(code.replace(/\n+$/u, ''));
  if (language) block.addClass(`language-${language}`);
  return $('<pre>').append(block) as unknown as Cheerio<Element>;
}

/** Class names of highlighters: `language-js`, `highlight-python`, `brush: js`, `hljs bash`, `sourceCode haskell`. */
const namedLanguage = /(?:^|[\s])(?:lang(?:uage)?-|highlight-source-|highlight-|brush:\s*)([a-z][\w+#-]*)/iu;
const loneLanguage = /(?:^|\s)(?:hljs|sourceCode|prettyprint|shiki)\s+([a-z][\w+#-]*)/iu;
const noLanguage: ReadonlySet<string> = new Set([
  'default',
  'none',
  'plaintext',
  'text',
  'lang',
  'line-numbers',
]);

function languageOf(pre: Cheerio<Element>): string | null {
  const near = [pre.find('code').first(), pre, pre.parent(), pre.parent().parent()];
  const declared = near.map((one) => one.attr('data-lang') ?? one.attr('data-language') ?? null);
  const classes = near.map((one) => one.attr('class') ?? '');
  const named = [
    ...classes.map((name) => namedLanguage.exec(name)?.[1]),
    loneLanguage.exec(classes[0] ?? '')?.[1],
  ];
  const language = [...declared, ...named]
    .find((one) => one && /^[a-z][\w+#-]{0,20}$/iu.test(one))
    ?.toLowerCase();
  return language === undefined || noLanguage.has(language) ? null : language;
}

/** Only the web and mail are links; what leads to another place of the same page is text. */
function plainLink(link: Cheerio<Element>, baseUrl: string | null): void {
  const target = targetOf(link.attr('href') ?? '', baseUrl);
  if (target === null || link.text().trim() === '') link.replaceWith(link.contents());
  else link.attr('href', target).removeAttr('title');
}

/** A page without an address, a file of a folder, has links to its neighbours: they stay as they are. */
function targetOf(written: string, baseUrl: string | null): string | null {
  const href = written.trim();
  if (href === '' || href.startsWith('#')) return null;
  const url = URL.parse(href, baseUrl ?? 'file:');
  if (url === null) return null;
  if (['http:', 'https:', 'mailto:'].includes(url.protocol)) return url.href;
  const isNeighbour = url.protocol === 'file:' && !/^(?:file:|[\\/]{2})/iu.test(href);
  return baseUrl === null && isNeighbour ? href : null;
}

/** A cell of a Markdown table is one line. */
function flattenCell($: CheerioAPI, cell: Cheerio<Element>): void {
  if (cell.find('table').length > 0) return;
  cell.find('pre').each((_, pre) => {
    const code = $('<code>').text($(pre).text().replaceAll(/\s+/gu, ' ').trim());
    $(pre).replaceWith(code);
  });
  cell.find('li').prepend('• ');
  cell.find(headings).wrapInner('<strong>');
  cell.find('hr').remove();
  for (const block of cell.find(`ul, ol, li, blockquote, p, div, ${headings}`).toArray().toReversed()) {
    $(block).append(' ').replaceWith($(block).contents());
  }
}

const headings = 'h1, h2, h3, h4, h5, h6';
