import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';

/** Makes code of what highlighters draw: blocks with a language, without the numbers, labels and buttons around them. */
export function plainCode($: CheerioAPI): void {
  $('table').each((_, table) => numberedCode($, $(table)));
  $('pre').each((_, pre) => {
    const isNumbers = isCounting($(pre).text());
    if (isNumbers && besides($(pre), 'pre').length > 0) $(pre).remove();
  });
  $('code')
    .has('br')
    .filter((_, code) => $(code).closest('pre').length === 0)
    .each((_, code) => {
      $(code).replaceWith($('<pre>').append($(code).clone()));
    });
  $('pre').each((_, pre) => {
    const language = languageOf($(pre)) ?? labelBeside($, $(pre));
    $(pre).replaceWith(codeBlock($, $(pre), language));
  });
  $('code a').each((_, link) => void $(link).replaceWith($(link).contents()));
}

/** A table of line numbers and code, in one row or in one for each line, is that code. */
function numberedCode($: CheerioAPI, table: Cheerio<Element>): void {
  const rows = table
    .find('tr')
    .toArray()
    .map((row) => $(row).children('td, th').toArray());
  if (rows.length === 0 || rows.some((row) => row.length !== 2)) return;
  const [numbers, code] = [0, 1].map((at) => rows.map((row) => row[at]));
  const numbered = (numbers ?? []).map(
    (cell) => $(cell).text().trim() || (cell?.attribs['data-line-number'] ?? ''),
  );
  const lines = (code ?? []).map((cell) => $(cell));
  const isCode =
    lines.some((cell) => cell.is('[class*="code"]') || cell.find('pre, code').length > 0) ||
    table.closest('pre, code').length > 0;
  if (!isCode || !isCounting(numbered.join('\n'))) return;
  const [whole] = lines;
  const inner = whole?.find('pre').last();
  if (rows.length === 1 && inner && inner.length > 0) {
    const around = table.closest('pre');
    (around.length > 0 ? around : table).replaceWith(inner);
    return;
  }
  const block = $('<pre>').append(
    $('<code>').text(lines.map((cell) => cell.text().replace(/\n$/u, '')).join('\n')),
  );
  const outer = table.closest('pre') as Cheerio<Element>;
  const language =
    languageOf(table.find('td[class*="lang"], code[class*="lang"]').first()) ??
    languageOf(outer.length > 0 ? outer : table);
  if (language) block.find('code').addClass(`language-${language}`);
  (outer.length > 0 ? outer : table).replaceWith(block);
}

/** Whether a text is nothing but consecutive numbers. */
function isCounting(text: string): boolean {
  const numbers = text.trim().split(/\s+/u);
  return numbers.every((one, at) => /^\d{1,6}$/u.test(one) && Number(one) === Number(numbers[0]) + at);
}

function codeBlock($: CheerioAPI, pre: Cheerio<Element>, language: string | null): Cheerio<Element> {
  pre.find('br').replaceWith('\n');
  for (const line of pre.find('li, p, div').toArray().toReversed()) {
    const endsLine = $(line).text().endsWith('\n') || (line.next && $(line.next).text().startsWith('\n'));
    if (!endsLine) $(line).append('\n');
  }
  dropLineNumbers($, pre);
  const text = pre.text();
  const inner = pre.children('code').length === 1 ? pre.children('code') : pre;
  const parts = inner.children().toArray();
  const lines = parts.map((part) => $(part).text());
  // If each line is an element, and nothing stands beside them, the line breaks may come from styles.
  const areLines =
    !text.trim().includes('\n') &&
    parts.every(
      ({ name, attribs }) => name === 'code' || /\b(?:[\w-]+-)?line\b/u.test(attribs['class'] ?? ''),
    ) &&
    lines.join('').trim() === text.trim();
  const code = areLines ? lines.join('\n') : text;
  const block = $('<code>').text(code.replace(/\n+$/u, ''));
  if (language) block.addClass(`language-${language}`);
  return $('<pre>').append(block) as unknown as Cheerio<Element>;
}

/** What stands with a block in one frame, which holds little else. */
const besides = (pre: Cheerio<Element>, selector: string): Cheerio<Element> =>
  pre.siblings((pre[0]?.parent?.children.length ?? 0) > 16 ? 'none' : selector);

/** Removes numbers that stand in elements of their own, one for each line. In front of them is no word of their line. */
function dropLineNumbers($: CheerioAPI, pre: Cheerio<Element>): void {
  const numbers = pre
    .find('*')
    .toArray()
    .filter((one) => $(one).children().length === 0 && /^\s*\d{1,6}\s*$/u.test($(one).text()))
    .filter(({ prev }) => !prev || !('data' in prev) || /(?:^|\n)\s*$/u.test(prev.data));
  const lines = pre.text().trim().split('\n').length;
  const isNumbering =
    numbers.length > 1 &&
    numbers.length >= lines - 1 &&
    isCounting(numbers.map((one) => $(one).text()).join(' '));
  if (isNumbering) for (const one of numbers) $(one).remove();
}

/** Names that stand beside code where nothing else says its language. */
const languages =
  'bash|c|cpp|csharp|css|go|html|http|ini|java|javascript|js|json|kotlin|php|powershell|python|ruby|rust|sh|shell|sql|swift|toml|ts|typescript|xml|yaml|yml|zsh';
const label = new RegExp(`^(?:${languages})$`, 'iu');
const button = /^(?:copy|copied!?|copy (?:code|to clipboard)|run)$/iu;

/** Removes what is written around a block on the same frame: its language and its buttons. Returns the language. */
function labelBeside($: CheerioAPI, pre: Cheerio<Element>): string | null {
  let language: string | null = null;
  for (const one of besides(pre, 'div, span, p, small, a').toArray()) {
    const text = $(one).text().trim();
    if (label.test(text)) language ??= text.toLowerCase();
    if (label.test(text) || button.test(text)) $(one).remove();
  }
  return language;
}

/** Class names of highlighters: `language-js`, `highlight-python`, `brush: js`, `hljs bash`, `sourceCode haskell`. */
const namedLanguage = /(?:^|[\s])(?:lang(?:uage)?-|highlight-source-|highlight-|brush:\s*)([a-z][\w+#-]*)/iu;
const loneLanguage = /(?:^|\s)(?:hljs|sourceCode|prettyprint|shiki|CodeRay)\s+([a-z][\w+#-]*)/iu;
const noLanguage: ReadonlySet<string> = new Set(
  'default none plaintext text lang line-numbers highlight label'.split(' '),
);

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
