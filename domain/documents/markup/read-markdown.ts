import { outsideInlineCode } from '../../values/text.ts';
import { openFence, structureOf, withSingleBlanks } from '../headings.ts';
import { withoutComments } from './comments.ts';
import { componentsOf, variable, type Components, withoutComponents } from './components.ts';
import { readFrontMatter, type ReadableDocument } from './front-matter.ts';
import { linesOfTable, withMarkdownTables } from './html-tables.ts';
import { whyNoPage } from './moved.ts';
import { plainText } from './plain-text.ts';
import { raised } from './raised.ts';
import { directiveRows } from './restructured-tables.ts';
import { directiveOf, ofRole } from './restructured-text.ts';

/**
 * Reads Markdown in the flavours of sites and notes (MDX, MyST, Liquid, Hugo, MkDocs, Obsidian) as plain Markdown: with the
 * words of their marks, and without imports, comments and settings. Code stays unchanged.
 */
export function readMarkdown(written: string): ReadableDocument {
  const { text, leftOut, ...named } = readFrontMatter(
    written.replaceAll(/\r\n?/gu, '\n').replaceAll(commentedId, '$<heading>{#$<id>}'),
  );
  const plain = plainText(plainMarkdown(withoutComments(withoutInvisible(text))));
  return { ...named, leftOut: leftOut ?? whyNoPage(text, plain), text: plain };
}

/** The id of a heading as Docusaurus writes it for MDX. */
const commentedId = /^(?<heading> {0,3}#{1,6} .{1,300})\{\/\*\s{0,9}#(?<id>[\w-]{1,200})\s{0,9}\*\/\}$/gmu;

/** Soft hyphens and places where a line may break, which no reader sees and no search finds. */
export const withoutInvisible = (text: string): string =>
  text.replaceAll(/[\u{AD}\u{200B}\u{2060}\u{FEFF}]/gu, '');

function plainMarkdown(text: string): string {
  const lines = withoutMachinery(text.split('\n'));
  const { isCode } = structureOf(lines);
  const components = componentsOf(text);
  const starts = lines.flatMap((_, at) => (at === 0 || isCode[at] !== isCode[at - 1] ? [at] : []));
  const parts = starts.map((start, at) => {
    const part = lines.slice(start, starts[at + 1]).join('\n');
    return isCode[start] ? part : plainProse(part, components);
  });
  return withSingleBlanks(parts.join('\n')).replace(/^\n+/u, '');
}

const plainProse = (prose: string, components: Components): string =>
  outsideInlineCode(
    withoutComponents(withMarkdownTables(prose), components)
      .replaceAll(/\{([\w.:-]{1,40})\}`([^`\n]{1,500})`/gu, (_, role: string, content: string) =>
        ofRole(role.split(':').at(-1) ?? '', content),
      )
      // The language of code within a line.
      .replaceAll(/(?<=(?<!`)`{1,2})(?:#!|:::)[a-z][\w+-]{0,20}[ \t]+(?=[^\s`])/giu, '')
      .replaceAll(/^[ \t]*\|.*<(?:li|br)\b.*$/gimu, (row) => outsideInlineCode(row, oneLineCells)),
    plainWords,
  );

const oneLineCells = (row: string): string =>
  row
    .replaceAll(/[ \t]{0,9}<li\b[^<>]{0,200}>[ \t]{0,9}/giu, ' • ')
    .replaceAll(/[ \t]{0,9}<(?:br|\/?[uo]l|\/li)\b[^<>]{0,200}>[ \t]{0,9}/giu, ' ')
    .replaceAll(/(?<=\S) {2,20}/gu, ' ');

/** A declaration of a style that hides its element, as a part of a pattern. */
export const hidingDeclaration = String.raw`(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:[;!"']|$))`;
/** An element that no reader sees: a script, a template that fills no slot of a component, or one that is hidden. It ends before another of its name begins. */
const unseenElement = new RegExp(
  String.raw`<(script|style|template(?![^<>]{0,300}\s(?:v-slot|#))|(?:[a-z][a-z\d]{0,15})(?=\s[^<>]{0,300}?(?:\bhidden(?=[\s=>])|style\s*=\s*["'][^"'<>]{0,300}?${hidingDeclaration})))` +
    String.raw`(?![\w-])[^<>]{0,500}>(?:[^<]|<(?!\/?\1(?![\w-]))){0,5000}<\/\1\s*>`,
  'giu',
);

const plainWords = (words: string): string =>
  words
    .replaceAll(unseenElement, '')
    .replaceAll(/<\/?template(?![\w-])[^<>]{0,500}>/giu, '')
    .replaceAll(/<sup>([^<>\n]{0,60})<\/sup>/gu, (_, text: string, at: number, all: string) =>
      raised(all.slice(Math.max(0, at - 10), at), text),
    )
    .replaceAll(/<sub>([^<>\n]{0,60})<\/sub>/gu, '$1')
    .replaceAll(variable, '…')
    .replaceAll(
      /\{>>[^{}]{0,1000}<<\}|\{--[^{}]{0,1000}--\}|:(?:material|octicons|fontawesome|simple)-[\w-]{1,60}:/gu,
      '',
    )
    .replaceAll(
      /(?<=[\])])\{:[^{}\n]{1,200}\}|(?<!!)\[\](?:\[[^[\]\n]{1,100}\]|\([^()\n]{1,200}\))(?:\{:[^{}\n]{1,200}\})?/gu,
      '',
    )
    .replaceAll(
      /\{(==|\+\+)([^{}]{1,1000})\1\}|(?<!=)==(?! )([^=\n]{1,200})(?<! )==(?!=)|\+\+(\w[\w+-]{0,40})\+\+/gu,
      (_, _sign, marked, lit, keys) => String(marked ?? lit ?? keys),
    )
    .replaceAll(/\{\s*(["'])([^"'{}\n]{0,200})\1\s*\}/gu, '$2')
    .replaceAll(/!\[\[[^[\]\n]{1,200}\]\]|\[\[_?toc_?\]\]|^\[TOC\]$/gimu, '')
    .replaceAll(
      /(?<!\[)\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{1,200}))?\]\]/gu,
      (_, target: string, alias?: string) =>
        (alias !== undefined && (/\s/u.test(alias) || !/\s/u.test(target))
          ? alias
          : target.replace(/^.*\//u, '').replaceAll(/#\^?/gu, ' › ')
        ).replace(/^ › /u, ''),
    )
    .replaceAll(/^\*(\[[^[\]\n]{1,100}\]: )/gmu, (_, term: string) => `${term.slice(1, -3)}: `)
    .replaceAll(
      /[ \t]\^[\w-]{1,50}$|^\([\w -]{1,60}\)=$|^\[\/\/\]: # .*$|^ {0,9}\{[:.#][^{}\n]{0,200}\}[ \t]{0,9}$/gmu,
      '',
    );

/** The lines without the settings of generators: imports, snippets that were not found, options, and marks of blocks. */
function withoutMachinery(lines: readonly string[], depth = 0): readonly string[] {
  const output: string[] = [];
  let open: string | null = null;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const directive = open === null && depth < maxDepth ? directiveAt(lines, at) : null;
    if (directive) {
      const { indent, name, argument, end } = directive;
      const directiveText = directiveLines(name, argument, lines.slice(at + 1, end), depth);
      output.push(...directiveText.map((one) => one && indent + one));
      at = end + 1;
      continue;
    }
    const before: string | null = open;
    open = openFence(line, open);
    const isProse = open === null && before === null;
    const { says, end } = isProse
      ? (indentedBlock(lines, at, depth) ?? blockMark(lines, at))
      : { says: [line], end: at + 1 };
    output.push(...says);
    at = end;
  }
  return output;
}

/** Directives within directives, and the lines of one. */
const maxDepth = 6;
const maxLines = 2_000;

/** A directive of MyST that begins here, and the line that closes it. */
function directiveAt(lines: readonly string[], at: number) {
  const begins = /^(\s*)(`{3,}|~{3,}|:{3,})\{([\w:-]{1,40})\}[ \t]*(.*)$/u.exec(lines[at] ?? '');
  if (!begins) return null;
  const [, indent = '', fence = '', name = '', argument = ''] = begins;
  for (let end = at + 1; end < Math.min(lines.length, at + maxLines); end += 1) {
    const line = (lines[end] ?? '').trim();
    if (line.startsWith(fence) && /^(?:`+|~+|:+)$/u.test(line)) return { indent, name, argument, end };
  }
  return null;
}

/** A directive of MyST: settings stand in lines with colons, or between lines of dashes. */
function directiveLines(
  name: string,
  argument: string,
  body: readonly string[],
  depth: number,
): readonly string[] {
  const said = directiveOf(name.replace(/^.*:/u, ''), argument);
  if (said === null) return [];
  const dashes =
    body[0]?.trim() === '---' ? body.findIndex((line, at) => at > 0 && line.trim() === '---') : -1;
  const from = dashes > 0 ? dashes + 1 : body.findIndex((line) => !/^\s*:[\w-]{1,50}:/u.test(line));
  const content = from < 0 ? [] : body.slice(from);
  const rows = directiveRows(name, from < 0 ? body : body.slice(0, from), content);
  if (rows && said !== 'code') return [...said, ...linesOfTable(rows, (cell) => cell.join('\n'))];
  if (said !== 'code') return [...said, ...withoutMachinery(content, depth + 1), ''];
  const fence = content.some((line) => line.includes('```')) ? '``````' : '```';
  return [`${fence}${/^[\w+#-]{1,30}$/u.test(argument.trim()) ? argument.trim() : ''}`, ...content, fence];
}

/** What a note is called above its text. That it warns stands beside a title of its own. */
function noteLabel(kind: string, title: string | undefined): string {
  const label = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (title === undefined || title === '') return title ?? label;
  return /^(?:warning|danger|caution|attention)$/u.test(kind) && title !== label
    ? `${label}: ${title}`
    : title;
}

/** What MkDocs shows as a note or as a tab: `!!! note "Title"`, `??? tip`, `=== "Linux"`, with lines below that are indented. */
function indentedBlock(lines: readonly string[], at: number, depth: number) {
  const [, indent, kind = '', written] =
    /^(\s*)(?:!!!|\?{3}\+?|===[!+]?)(?=[ \t])(?:[ \t]+([a-z][\w-]*)(?:[ \t]+[\w-]+)*)?(?:[ \t]+"(.*)")?[ \t]*$/u.exec(
      lines[at] ?? '',
    ) ?? [];
  const isInside = (line = '') => line.startsWith(`${indent}    `) || line.startsWith(`${indent}\t`);
  const first = lines[at + 1]?.trim() === '' ? lines[at + 2] : lines[at + 1];
  if (indent === undefined || depth >= maxDepth || !isInside(first)) return null;
  let end = at + 1;
  while (end < lines.length && (isInside(lines[end]) || lines[end]?.trim() === '')) end += 1;
  const content = lines
    .slice(at + 1, end)
    .map((line) => line.slice(indent.length).replace(/^(?: {4}|\t)/u, ''));
  const title = noteLabel(kind, written);
  const note = [...(title === '' ? [] : [`**${title}**`, '']), ...withoutMachinery(content, depth + 1), ''];
  return { says: note.map((line) => line && indent + line), end };
}

/** An import or export of a module, at the beginning of a line. No sentence has these forms. */
const module =
  /^(?:import\s+(?:[\w$*{][^'"]{0,500}\sfrom\s+)?["'][^"']+["'];?\s*$|import\s+(?:[\w$]+\s*,\s*)?\{[^}]*$|export\s+(?:(?:const|let|var|class|type|interface|(?:async\s+)?function\*?)\s+[\w$]|default\s+(?:[({[<]|function|class|async|[\w$]+(?:\(.*)?;?\s*$)|\{|\*\s))/u;

/** The line behind a module's statement, whose brackets are balanced there. */
function moduleEnd(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(lines.length, from + 500); at += 1) {
    for (const [sign] of (lines[at] ?? '').matchAll(/[{}[\]()]/gu)) depth += '{[('.includes(sign) ? 1 : -1;
    if (depth <= 0 && !/(?:[=,+?:&|]|=>)\s*$/u.test(lines[at] ?? '')) return at + 1;
  }
  return from + 1;
}

/** Containers of VitePress and Docusaurus that say what they are, and those that only lay out. */
const noteKinds = /^(?:note|tip|info|warning|danger|caution|important|details|success|error|hint|question)$/u;
const layouts = /^(?:code-group|v-pre|raw|tabs?|steps|cards?|columns?|center|left|right|spoiler)$/u;

/** Marks of pymdownx, mkdocstrings and VitePress: `/// note | Title`, `::: module`, `::: tip`, `--8<-- "file"`, `<<< file`. */
function blockMark(
  lines: readonly string[],
  at: number,
): { readonly says: readonly string[]; readonly end: number } {
  const line = lines[at] ?? '';
  if (module.test(line)) return { says: [], end: moduleEnd(lines, at) };
  const [, indent = '', kind = '', title] =
    /^(\s*)\/{3,}[ \t]*(?:([\w-]{1,40})[ \t]*(?:\|[ \t]*(.*))?)?$/u.exec(line) ?? [];
  const [, object] = /^\s*:{3}[ \t]+([\w$]+(?:[.:][\w$]+)+)\s*$/u.exec(line) ?? [];
  const container =
    /^(\s*):{3,}[ \t]*(?:([a-z][a-z-]{0,30})(?:\[(.*)\]|[ \t]+(\S[^{}]{0,200}))?(?:\{.{0,200}\})?)?[ \t]*$/u.exec(
      line,
    );
  if (container) {
    const [, before = '', name = '', inBrackets, behind] = container;
    const title = inBrackets ?? behind?.trim();
    const note = title || noteKinds.test(name) ? noteLabel(name, title) : '';
    if (note !== '' || name === '' || layouts.test(name))
      return { says: note === '' ? [] : [`${before}**${note}**`], end: at + 1 };
  }
  if (object !== undefined || /^\s*\/{3,}[ \t]*(?:$|[\w-])/u.test(line)) {
    let end = at + 1;
    const option = object === undefined ? /^\s+[\w-]+:/u : /^\s+\S/u;
    while (option.test(lines[end] ?? '')) end += 1;
    const isUnnamed = /^(?:html|caption|define)?$|-caption$/u.test(kind);
    // `/// html | div.result` names an element.
    const said = kind === 'html' ? '' : title?.trim();
    const label = noteLabel(kind, said || (isUnnamed ? '' : undefined));
    const says = object === undefined ? label && `${indent}**${label}**\n` : `\`${object}\``;
    return { says: says === '' ? [] : [says], end };
  }
  const isSnippet = /^\s*(?:-+8<-+(?:\s.*)?|<<<\s*\S.*)$/u.test(line);
  const says = /^ {0,3}#{1,6} /u.test(line) ? headingLine(lines, at) : line;
  return { says: isSnippet ? [] : [says], end: at + 1 };
}

const idMark =
  /\{:?[ \t]?(?:[.\w="-]{1,60}[ \t])*#(?<braces>[^\s{}]{1,200})[^{}]{0,200}\}[ \t]*$|<(?<tag>a|span)\s(?:id|name)=["'](?<element>[^"'<>\s]{1,200})["'][^<>]{0,100}>\s{0,9}<\/\k<tag>>|^\((?<label>[\w.-]{1,100})\)=$/u;

/** A heading with the id that it is given, in one form: in braces, by an empty element, or in the line above or below it. */
function headingLine(lines: readonly string[], at: number): string {
  const line = lines[at] ?? '';
  const above = (lines[at - 1]?.trim() || lines[at - 2]?.trim()) ?? '';
  const below = lines[at + 1]?.trim() ?? '';
  // In braces it belongs to what stands above.
  const alone = [below.startsWith('{') ? below : '', /^[<(]/u.test(above) ? above : ''];
  const marks = [line, ...alone.filter((one) => one.replace(idMark, '') === '')];
  const { braces, element, label } = marks.map((one) => idMark.exec(one)?.groups).find(Boolean) ?? {};
  const id = braces ?? element ?? label?.toLowerCase().replaceAll(/[^a-z\d]+/gu, '-');
  const words = line.replace(idMark, '').replace(/\{[.:][^{}]{0,200}\}[ \t]{0,9}$/u, '');
  return id === undefined ? words.trimEnd() : `${words.trimEnd()} {#${id}}`;
}
