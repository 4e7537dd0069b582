import { inlineCode, outsideInlineCode } from '../values/text.ts';
import { findCodeFences } from './code-fences.ts';

/**
 * Converts an answer to Discord's Markdown and keeps all its words. Documents and models also use what Discord would show
 * literally: alerts, tables, HTML, rules, headings below the third level, and relative links. Code stays unchanged.
 */
export function discordMarkdown(text: string): string {
  const fences = findCodeFences(text);
  const starts = [0, ...fences.map(({ end }) => end)];
  return starts
    .map((start, at) => {
      const fence = fences[at];
      const prose = text.slice(start, fence?.start);
      if (!fence) return plainProse(prose);
      const code = text.slice(fence.start, fence.end);
      const [indent] = /(?<=^|\n)[ \t]*$/u.exec(prose) ?? [];
      if (indent === undefined) return plainProse(prose) + code;
      return plainProse(prose.slice(0, prose.length - indent.length)) + plainBlock(code, indent.length);
    })
    .join('')
    .trim();
}

/** Discord treats text behind the language as code, and shows a block's indentation. */
function plainBlock(code: string, indent: number): string {
  const [first = '', ...lines] = code.split('\n');
  if (lines.length === 0) return code;
  const opening = first.replace(/^(`{3,8})[ \t]*\{?\.?([\w+\-.#]{0,32})[^`]*$/u, '$1$2');
  const indentation = new RegExp(`^[ \\t]{0,${indent}}`, 'u');
  return [opening, ...lines.map((line) => line.replace(indentation, ''))].join('\n');
}

function plainProse(prose: string): string {
  if (!marks.test(prose)) return prose;
  const lines = plainLinks(withoutTags(prose)).split('\n');
  const shownLines = lines.flatMap((line, at) => plainLine(line, lines[at + 1]) ?? []);
  return shownLines.join('\n').replaceAll(/\n{3,}/gu, '\n\n');
}

/** A quick check: most answers contain none of these. */
const marks = /[<>[\]|&]|\\$|\{#|####|^[ \t]*(?:[-*_=][ \t]?){3,}$/mu;

/** The first line of a quote that is an alert, whose kind is shown in bold. */
const alert = /^(\s*>\s*)\[!(\w)(\w{0,20})\][-+]?/u;

const rule = /^\s*([-*_=])(?:[ \t]*\1){2,}[ \t]*$/u;
const separator = /^(?=[^\n]*\|)(?=[^\n]*-)[\s:|-]+$/u;
const row = /^\s*\|(?!\|)(.*)$/u;
const definition = /^\s*\[[^\]\n]{1,200}\]:\s+\S*[/.#]\S*(?:\s+"[^"]{0,200}")?\s*$/u;

/** Returns null for a line that shows nothing by itself. */
function plainLine(line: string, next = ''): string | null {
  if (rule.test(line) || separator.test(line) || definition.test(line)) return null;
  const [, rest] = row.exec(line) ?? [];
  if (rest !== undefined) return plainRow(rest, separator.test(next));
  const [, small, title] = /^ {0,3}(#{1,6}) (.*)$/u.exec(line) ?? [];
  if (title === undefined)
    return line
      .replace(
        alert,
        (_, quote: string, first: string, rest: string) =>
          `${quote}**${first.toUpperCase()}${rest.toLowerCase()}**`,
      )
      .replace(lineEnd, '')
      .replace(quoteMark, '> ');
  const plain = title.replace(/\s*\{#[\w-]{1,100}\}\s*$|\s+#{1,6}\s*$/u, '');
  return (small ?? '').length > 3 ? `**${plain.replaceAll('**', '').trim()}**` : `${small} ${plain}`;
}

/** A line break, or the end of the last cell of a cut row. */
const lineEnd = / \|\s*$|(?<!\\)\\$/u;
/** Discord requires a space behind `>`. */
const quoteMark = /^>(?=[^\s>])/u;

function plainRow(rest: string, isHeading: boolean): string | null {
  const cells = rest
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('\n', ' '))
    .filter((cell) => cell !== '');
  if (cells.length === 0) return null;
  return isHeading ? `**${cells.join(' | ').replaceAll('**', '')}**` : `- ${cells.join(' | ')}`;
}

/** Words and code on successive lines. */
const label = String.raw`(?:[^[\]\n\x60]|\n(?!\s*\n)|\x60[^\x60\n]{0,100}\x60)`;
const relative = String.raw`(?!\s*<?[a-z][a-z\d+.-]{0,30}:)(?:<[^<>\n]{0,500}>|[^()\s]{0,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,2})`;
const linkTitle = String.raw`(?:\s+(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\s*`;
const notBehind = String.raw`(?<![\w\])])`;

/** Pictures, relative links, links to definitions, and marks of footnotes. Inline code is matched first, so that it stays. */
const unlinked = [
  String.raw`!\[(${label}{0,300})\]\([^()\n]{0,1000}\)`,
  String.raw`${notBehind}\[(${label}{1,300})\]\(${relative}${linkTitle}\)`,
  String.raw`${notBehind}\[(?=[^[\]]{0,300}\p{L})(${label}{1,300})\]\[[^[\]\n]{0,200}\]`,
  String.raw`()\[\^[\w-]{1,50}\](?!:)`,
].map((link) => new RegExp(`${inlineCode.source}|${link}`, 'giu'));

/** Relative links lead nowhere from Discord, and pictures are not shown: only their words stay. */
const plainLinks = (prose: string): string =>
  prose.includes(']')
    ? unlinked.reduce(
        (text, link) =>
          text.replaceAll(link, (whole, code: string | undefined, _run: string, words: string) =>
            code === undefined ? words : whole,
          ),
        prose,
      )
    : prose;

/** Discord's marks for pairs of HTML tags. Other tags are removed. */
const marksOf: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  code: '`',
  kbd: '`',
  samp: '`',
  tt: '`',
};
const otherTags = new Set(
  'a abbr article big blockquote br center dd del details div dl dt figcaption figure font h1 h2 h3 h4 h5 h6 hr img ins li mark ol p picture pre s section small span sub summary sup table tbody td th thead tr u ul var video wbr'.split(
    ' ',
  ),
);
const alone = new Set(['br', 'hr', 'img', 'wbr']);
const tag = /<(\/?)([a-z][a-z\d]{0,15})((?:\s[^<>]{0,500})?)\/?>/giu;
const anchor = /<a\s[^<>]{0,300}?href="(https?:[^"<>\s]{1,500})"[^<>]{0,300}>([^<>\n]{1,300})<\/a>/giu;
/** An empty pair of tags is meant literally, except where it marks a position. */
const emptyPair = /<(?!(?:a|span)\b)([a-z][a-z\d]{0,15})(?:\s[^<>`]{0,500})?><\/\1>/giu;
const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  mdash: '—',
  ndash: '–',
  hellip: '…',
  amp: '&',
};

/** Removes HTML tags. Text such as the `<name>` of a command only looks like a tag and stays, because nothing closes it. */
function withoutTags(prose: string): string {
  if (!/[<&]/u.test(prose)) return prose;
  const paired = new Set(
    [...prose.matchAll(/<\/([a-z][a-z\d]{0,15})\s*>/giu)].map(([, name = '']) => name.toLowerCase()),
  );
  const callout =
    (line: string) =>
    (whole: string, slash: string, written: string, attributes: string): string => {
      const name = written.toLowerCase();
      const isTag = slash !== '' || attributes.trim() !== '' || paired.has(name) || alone.has(name);
      if (!isTag || !(name in marksOf || otherTags.has(name))) return whole;
      if (name === 'br') return line.trimStart().startsWith('|') ? ' ' : '\n';
      if (name === 'li' && slash === '') return '\n- ';
      return paired.has(name) ? (marksOf[name] ?? '') : '';
    };
  const written = prose.replaceAll(anchor, '[$2]($1)');
  return outsideInlineCode(
    outsideInlineCode(written, (text) => text.replaceAll(emptyPair, '`$&`')),
    (text) =>
      text
        .split('\n')
        .map((line) => line.replaceAll(tag, callout(line)))
        .join('\n')
        .replaceAll(/&(#?\w{2,6});/gu, (whole, name: string) => entities[name] ?? whole),
  );
}
