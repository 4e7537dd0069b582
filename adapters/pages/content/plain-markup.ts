import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { collapseWhitespace } from '../../../domain/values/text.ts';

/**
 * Simplifies the HTML of documentation generators to what Markdown can express: code blocks with a language, absolute links
 * if the page has an address, table cells of one line, and no attributes for styles.
 */
export function plainMarkup($: CheerioAPI, baseUrl: string | null): void {
  $('table.highlighttable, table.rouge-table, figure.highlight table').each((_, table) => {
    $(table).replaceWith($(table).find('pre').last());
  });
  $('pre').each((_, pre) => void $(pre).replaceWith(codeBlock($, $(pre))));
  $('dt.sig').each((_, term) => {
    const signature = $('<code>').text(collapseWhitespace($(term).text()));
    $(term).replaceWith($('<p>').append(signature));
  });
  $('dt').each((_, term) => void $(term).replaceWith($('<p>').append($('<strong>').text($(term).text()))));
  $('.admonition-title').each(
    (_, title) => void $(title).replaceWith($('<p>').append($('<strong>').text($(title).text()))),
  );
  $('img').each((_, image) => void $(image).replaceWith($('<span>').text(image.attribs['alt'] ?? '')));
  $('a[href]').each((_, link) => plainLink($(link), baseUrl));
  $('td, th').each((_, cell) => flattenCell($, $(cell)));
  $('*').removeAttr('style').removeAttr('width').removeAttr('height').removeAttr('bgcolor');
}

function codeBlock($: CheerioAPI, pre: Cheerio<Element>): Cheerio<Element> {
  const language = languageOf(pre);
  pre.find('br').replaceWith('\n');
  // If each line is an element, the line breaks may come from styles.
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

/** A Markdown table cell is one line. */
function flattenCell($: CheerioAPI, cell: Cheerio<Element>): void {
  if (cell.find('table').length > 0) return;
  cell.find('pre').each((_, pre) => {
    const code = $('<code>').text(collapseWhitespace($(pre).text()));
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
