import { collapseWhitespace, inCode } from '../../values/text.ts';
import { withSingleBlanks } from '../headings.ts';
import { raised } from './raised.ts';
import { linesOfTable, type Rows } from './html-tables.ts';
import { directiveRows, drawnTable } from './restructured-tables.ts';

/** Definitions that apply to a whole page. */
interface Page {
  readonly addresses: ReadonlyMap<string, string>;
  readonly replacements: ReadonlyMap<string, string>;
  /** The characters that underline headings, outermost first. */
  readonly marks: string[];
}

/** A line of the Markdown. Code stays unchanged. */
interface Line {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Converts reStructuredText to Markdown for search, quotes and posts: headings, code, notes, links and roles. Drops labels,
 * comments and tables of contents; every other word stays.
 */
export function restructuredText(text: string): string {
  const lines = text.split(/\r\n|\r|\n/u);
  const page: Page = {
    addresses: namesIn(lines, /^\s*\.\. _`?([^`:]{1,200})`?:\s+(\S{1,500})\s*$/u),
    replacements: namesIn(lines, /^\s*\.\. \|([^|]{1,60})\| replace::\s*(.{1,500})$/u),
    marks: [],
  };
  return withSingleBlanks(written(blocks(lines, page), page).join('\n'));
}

/** Runs of prose and of code. Links and roles may span lines, but not code. */
function written(read: readonly Line[], page: Page, codeOf = (lines: readonly string[]) => lines.join('\n')) {
  const starts = read.flatMap(({ isCode }, at) => (at === 0 || isCode !== read[at - 1]?.isCode ? [at] : []));
  return starts.map((start, at) => {
    const part = read.slice(start, starts[at + 1]);
    const lines = part.map(({ text }) => text);
    return part[0]?.isCode ? codeOf(lines) : inline(lines.join('\n'), page);
  });
}

const namesIn = (lines: readonly string[], pattern: RegExp): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [, name, value] = line.includes('.. ') ? (pattern.exec(line) ?? []) : [];
      return name === undefined || value === undefined ? [] : [[nameOf(name), value] as const];
    }),
  );

/** Names ignore case and may span lines. */
const nameOf = (text: string): string => collapseWhitespace(text).toLowerCase();

const prose = (text: string): Line => ({ text, isCode: false });

function blocks(lines: readonly string[], page: Page): readonly Line[] {
  const read: (readonly Line[])[] = [];
  for (let at = 0; at < lines.length;) {
    const { shown, end } =
      heading(lines, at, page) ??
      explicit(lines, at, page) ??
      table(lines, at, page) ??
      paragraphLine(lines, at);
    read.push(shown);
    at = end;
  }
  return read.flat();
}

interface Block {
  readonly shown: readonly Line[];
  /** The index of the line after it. */
  readonly end: number;
}

const border = /^([!-/:-@[-`{-~])\1+\s*$/u;
const isBlank = (line = ''): boolean => line.trim() === '';

/** A title with a line of one character below it, perhaps also above it; or such a line alone, which only divides. */
function heading(lines: readonly string[], at: number, { marks }: Page): Block | null {
  const line = lines[at] ?? '';
  if (!isBlank(lines[at - 1]) || isBlank(line)) return null;
  const over = border.exec(line)?.[1];
  if (over !== undefined && line.trimEnd().length > 3 && isBlank(lines[at + 1]))
    return { shown: [], end: at + 1 };
  const [title = '', below = ''] = over === undefined ? [line, lines[at + 1]] : lines.slice(at + 1, at + 3);
  const under = border.exec(below)?.[1];
  const isLongEnough = below.trimEnd().length + 2 >= title.trim().length && below.trimEnd().length > 1;
  if (under === undefined || !isLongEnough || (over !== undefined && over !== under)) return null;
  if (isBlank(title) || (over === undefined && /^\s/u.test(title))) return null;
  const mark = `${under}${over ?? ''}`;
  if (!marks.includes(mark)) marks.push(mark);
  const signs = '#'.repeat(Math.min(6, marks.indexOf(mark) + 1));
  return { shown: [prose(`${signs} ${title.trim()}`)], end: at + (over === undefined ? 2 : 3) };
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The lines from `at` on that are indented by more than `indent`, without the blank lines at the end. */
function bodyOf(lines: readonly string[], at: number, indent: number) {
  let [next, end] = [at, at];
  while (next < lines.length && (isBlank(lines[next]) || indentOf(lines[next] ?? '') > indent)) {
    next += 1;
    if (!isBlank(lines[next - 1])) end = next;
  }
  const body = lines.slice(at, end);
  const ownIndent = body.reduce(
    (least, line) => (isBlank(line) ? least : Math.min(least, indentOf(line))),
    Infinity,
  );
  return { body: body.map((line) => line.slice(ownIndent)), end };
}

const codeDirectives =
  /^(?:code|code-block|code-cell|sourcecode|parsed-literal|prompt|console|doctest|testcode|testoutput)$/u;
const unseenDirectives =
  /^(?:image|toctree|contents|index|raw|highlight|meta|include|literalinclude|graphviz|default-role|currentmodule|module|tabularcolumns)$/u;
const wrappers = /^(?:only|ifconfig|container|class|rst-class|tabs|tab-set|grid|epigraph|glossary|hlist)$/u;
const titled =
  /^(?:rubric|topic|sidebar|admonition|table|list-table|flat-table|csv-table|figure|tab|tab-item|group-tab|dropdown)$/u;
const notes = /^(?:note|warning|tip|important|caution|danger|attention|hint|error)$/u;
const labels: Readonly<Record<string, string>> = {
  seealso: 'See also',
  versionadded: 'New in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
};

/** A block that begins with two dots: a directive, a footnote, or a label or comment, which are not shown. */
function explicit(lines: readonly string[], at: number, page: Page): Block | null {
  const [, indent, rest = ''] = /^(\s*)\.\.(?:\s+(.*))?$/u.exec(lines[at] ?? '') ?? [];
  if (indent === undefined) return null;
  const { body, end } = bodyOf(lines, at + 1, indent.length);
  const directive = shownOf(rest, body, page);
  return { shown: directive.map(({ text, isCode }) => ({ text: text && indent + text, isCode })), end };
}

function shownOf(rest: string, body: readonly string[], page: Page): readonly Line[] {
  if (/^\[[^\]]{1,50}\]/u.test(rest)) return [prose(rest), ...blocks(body, page)];
  const [, name = '', argument = ''] = /^(?:\w+:)?([\w-]+)::(?:\s+(.*))?$/u.exec(rest) ?? [];
  if (name === '' || unseenDirectives.test(name)) return [];
  const options = body.findIndex((line) => !/^:[\w-]{1,50}:(?:\s|$)/u.test(line));
  const content = options < 0 ? [] : body.slice(options);
  if (codeDirectives.test(name)) return fenced(content, argument);
  const rows = directiveRows(name, options < 0 ? body : body.slice(0, options), content);
  if (rows) return [...opening(name, argument.trim()), ...markdownOf(rows, page)];
  return [...opening(name, argument.trim()), ...blocks(content, page), prose('')];
}

/** What a directive shows above its content. Null if it shows nothing at all. */
export function directiveOf(name: string, argument: string): readonly string[] | 'code' | null {
  if (codeDirectives.test(name)) return 'code';
  return unseenDirectives.test(name) ? null : opening(name, argument.trim()).map((line) => line.text);
}

function opening(name: string, argument: string): readonly Line[] {
  const label = notes.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : labels[name];
  if (label?.endsWith('version'))
    return [prose(argument.replace(/^\S*/u, (version) => `**${label} ${version}:**`))];
  if (label !== undefined) return [prose(`**${label}:** ${argument}`.trim())];
  if (argument === '' || wrappers.test(name)) return [];
  return [prose(titled.test(name) ? `**${argument}**` : `\`${argument}\``), prose('')];
}

/** A code block, without surrounding blank lines. */
function fenced(lines: readonly string[], language = ''): readonly Line[] {
  const from = lines.findIndex((line) => !isBlank(line));
  if (from < 0) return [];
  const code = lines.slice(from, lines.findLastIndex((line) => !isBlank(line)) + 1);
  // The code may contain a fence itself.
  const fence = code.some((line) => line.trimStart().startsWith('```')) ? '``````' : '```';
  const name = /^[\w+#-]{1,30}$/u.test(language.trim()) ? language.trim() : '';
  return [`${fence}${name}`, ...code, fence].map((text) => ({ text, isCode: true }));
}

/** A table, or a Python session as a code block. */
function table(lines: readonly string[], at: number, page: Page): Block | null {
  const drawn = drawnTable(lines, at);
  if (drawn) return { shown: markdownOf(drawn.rows, page), end: drawn.end };
  let end = at + 1;
  if (!lines[at]?.trimStart().startsWith('>>>')) return null;
  while (/\S/u.test(lines[end] ?? '')) end += 1;
  return { shown: fenced(lines.slice(at, end), 'python'), end };
}

/** Cells are read like a page. Code in them is without its fence. */
const markdownOf = (rows: Rows, page: Page): readonly Line[] =>
  linesOfTable(rows, (cell) => {
    const { body } = bodyOf(cell, 0, -1);
    return written(blocks(body, page), page, (code) =>
      inCode(collapseWhitespace(code.slice(1, -1).join(' '))),
    ).join('\n');
  }).map((text) => ({ text, isCode: true }));

/** A line of prose. Two colons at its end announce indented code. */
function paragraphLine(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? '';
  const markdown = line.replace(/^(\s*)#\.(?=\s)/u, '$11.').replace(/^(\s*)\|(?: |$)(?!.*\|\s*$)/u, '$1');
  if (!line.trimEnd().endsWith('::') || !isBlank(lines[at + 1]))
    return { shown: [prose(markdown)], end: at + 1 };
  const { body, end } = bodyOf(lines, at + 1, indentOf(line));
  const words = markdown.trimEnd().slice(0, -2);
  const introduction = isBlank(words) ? [] : [prose(words.endsWith(' ') ? words.trimEnd() : `${words}:`)];
  if (isBlank(body.join(''))) return { shown: introduction, end: at + 1 };
  const indent = ' '.repeat(indentOf(line));
  const code = fenced(body).map(({ text }) => ({ text: text && indent + text, isCode: true }));
  return { shown: [...introduction, prose(''), ...code, prose('')], end };
}

const span = '(?:[^`\\n]|\\n(?!\\s*\\n))';
const markup = new RegExp(
  [
    `\`\`(${span}{1,500}?)\`\``,
    `:([\\w+.:-]{1,40}):\`(${span}{1,500}?)\``,
    `\`(${span}{1,500}?)\`__?(?![\\w\`])`,
    `\\|([\\w][^|\\n]{0,58}[\\w])\\|_{0,2}`,
    `(?<![\\w\`/])([A-Za-z][\\w.-]{0,60})__?(?![\\w\`])`,
    '(?:\\s\\[[#*]|(?<=\\s)(\\[[\\w.#-]{1,50}))\\]_(?!\\w)',
    '\\\\(.)',
  ].join('|'),
  'gu',
);

function inline(text: string, { addresses, replacements }: Page): string {
  const inlineText = (whole: string, ...groups: readonly (string | undefined)[]): string => {
    const [code, role, content, reference, replaced, word, note, escaped] = groups;
    if (whole.endsWith(']_')) return note === undefined ? '' : `${note}]`;
    if (escaped !== undefined) return escaped === ' ' ? '' : whole;
    if (code !== undefined) return code.includes('`') ? whole : `\`${collapseWhitespace(code)}\``;
    if (role !== undefined && content !== undefined)
      return ofRole(role.split(':').at(-1) ?? '', collapseWhitespace(content));
    if (replaced !== undefined) return replacements.get(nameOf(replaced)) ?? whole;
    const [, label = '', target] = /^(.*?)\s*<([^<>]+)>$/su.exec(reference ?? '') ?? [];
    const name = collapseWhitespace(label || (target ?? reference ?? word ?? ''));
    const address =
      target === undefined
        ? addresses.get(nameOf(name))
        : (addresses.get(nameOf(target.replace(/_$/u, ''))) ?? target);
    if (address !== undefined && /^(?:https?|mailto):/u.test(address))
      return name === address ? `<${address}>` : `[${name}](${address})`;
    return reference === undefined ? whole : name;
  };
  return text.replaceAll(markup, inlineText);
}

/** Roles whose content is prose. The content of others is shown as code. */
const wordRoles = /^(?:ref|doc|term|any|numref|abbr|title|menuselection|guilabel|download|dfn|sub|sup)$/u;

/** A dot in front of these says where to look. */
const objectRoles = /^(?:attr|meth|class|func|mod|exc|data|obj|const)$/u;

export function ofRole(role: string, content: string): string {
  const [, label] = /^(.*?)\s*<[^<>]+>$/u.exec(content) ?? [];
  const named = (label || content).replace(/^[!~](?:[\w.]*\.)?/u, (mark) =>
    mark.startsWith('~') ? '' : mark.slice(1),
  );
  if (objectRoles.test(role) && named.startsWith('.')) return `\`${named.slice(1)}\``;
  if (role === 'ref' && !label) return named.replaceAll(/[-_]/gu, ' ');
  if (role === 'sup') return raised('0', named);
  if (wordRoles.test(role)) return named;
  if (role === 'pep' || role === 'rfc') return `${role.toUpperCase()} ${named}`;
  if (/^\d+$/u.test(named)) return `#${named}`;
  return role === 'strong' ? `**${named}**` : role === 'emphasis' ? `*${named}*` : `\`${named}\``;
}
