import { dirname, extname, join } from 'node:path/posix';
import { PortError } from '../../../domain/ports/errors.ts';
import { readDocument } from './read-document.ts';

/** For each document. */
const maxFiles = 200;
const maxChars = 1_000_000;
const maxDepth = 5;

interface Part {
  readonly from?: number;
  readonly to?: number;
  /** Of a region that the file marks. */
  readonly name?: string;
}

interface Inclusion {
  readonly path: string;
  readonly part?: Part;
  /** Null: the file's text belongs to the document. Otherwise it is shown as code. */
  readonly code?: { readonly language: string; readonly isDirective?: boolean } | null;
  /** The index of the line behind it. */
  readonly end: number;
}

const hint = /8<-|include|(?:from|file=)\s*["'{]/u;

/**
 * The text with the files that it includes, as pymdownx, Sphinx, MyST, AsciiDoc and MDX name them. Only files inside
 * the folder are read, no hidden ones, and each path is checked like a document's. What cannot be read stays as written.
 */
export async function withIncludes(root: string, relPath: string, text: string): Promise<string> {
  if (!hint.test(text)) return text;
  const left = { files: maxFiles, chars: maxChars };

  const load = async (
    from: string,
    path: string,
  ): Promise<{ readonly at: string; readonly text: string } | null> => {
    const written = path.replace(/^@site\//u, '/');
    const folders = written.startsWith('/') ? ['.', ...ancestors(dirname(from))] : ancestors(dirname(from));
    for (const folder of folders) {
      for (const inside of ['.', 'snippets', '_includes']) {
        const at = join(folder, inside, written);
        if (left.files <= 0 || at.startsWith('..') || /(?:^|\/)\.[^./]/u.test(at)) continue;
        left.files -= 0.2;
        const included = await readDocument(root, at).catch((error: unknown) => {
          if (error instanceof PortError) return null;
          throw error;
        });
        if (included === null) continue;
        left.files -= 1;
        left.chars -= included.length;
        return left.chars < 0
          ? null
          : { at, text: included.replace(/^\u{FEFF}/u, '').replaceAll('\r\n', '\n') };
      }
    }
    return null;
  };

  const expand = async (from: string, document: string, around: readonly string[]): Promise<string> => {
    const lines = document.split('\n');
    const imports = importsOf(lines);
    const shown: string[] = [];
    for (let at = 0; at < lines.length;) {
      const line = lines[at] ?? '';
      const inclusion = around.length < maxDepth ? inclusionAt(lines, at, imports) : null;
      const file = inclusion && (await load(from, inclusion.path));
      if (inclusion && file && around.includes(file.at)) {
        at = inclusion.end;
        continue;
      }
      if (!inclusion || !file) {
        shown.push(line);
        at += 1;
        continue;
      }
      const part = partOf(file.text, inclusion.part ?? {});
      const indent = /^\s*/u.exec(line)?.[0] ?? '';
      shown.push(
        ...(inclusion.code
          ? codeLines(part, inclusion.code)
          : (await expand(file.at, withoutFront(part), [...around, file.at])).split('\n')
        ).map((one) => one && indent + one),
      );
      at = inclusion.end;
    }
    return shown.join('\n');
  };
  return expand(relPath, text, [relPath]);
}

/** A folder and those around it, the nearest first. */
const ancestors = (folder: string): readonly string[] =>
  folder === '.' || folder === '/' ? ['.'] : [folder, ...ancestors(dirname(folder))];

const withoutFront = (text: string): string =>
  text.replace(/^---\n(?:(?!---\n)[^\n]{0,1000}\n){0,100}---\n/u, '');

/** The partials that a document imports, by the names of their components. */
function importsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const pattern = /^import\s+(\w{1,60})\s+from\s+["']([^"'\n]{1,300}\.mdx?)["']/u;
  return new Map(
    lines.flatMap((line) => {
      const [, name, path] = pattern.exec(line) ?? [];
      return name !== undefined && path !== undefined ? [[name, path] as const] : [];
    }),
  );
}

function inclusionAt(
  lines: readonly string[],
  at: number,
  imports: ReadonlyMap<string, string>,
): Inclusion | null {
  const line = lines[at] ?? '';
  const end = at + 1;
  const [, snippet, lone] = /^\s*-+8<-+(?:[ \t]+["']([^"'\n]+)["'])?([ \t]*)$/u.exec(line) ?? [];
  if (snippet !== undefined) return { ...snippetPath(snippet), end };
  // A block of names ends with such a line.
  if (lone !== undefined && /^\s*[\w./-]+\.\w+\s*$/u.test(lines[end] ?? ''))
    return { ...snippetPath((lines[end] ?? '').trim()), end: at + 3 };
  const [, adoc, attributes = ''] = /^include::([^[\s]+)\[([^\]]*)\]\s*$/u.exec(line) ?? [];
  if (adoc !== undefined) {
    const [, from, to] = /lines=["']?(\d+)(?:\.\.(-?\d+))?/u.exec(attributes) ?? [];
    const name = /tags?=["']?([\w-]+)/u.exec(attributes)?.[1];
    return { path: adoc, part: { ...numbers(from, to ?? from), ...(name && { name }) }, end };
  }
  const [, fence, rst, how = '', file] =
    /^\s*(?:((?:`{3,}|:{3,}))\{|(\.\. ))(literalinclude|include)(?:\}|::)[ \t]+(\S+)\s*$/u.exec(line) ?? [];
  if (file !== undefined) {
    let next = end;
    while (/^\s+:[\w-]+:|^:[\w-]+:/u.test(lines[next] ?? '')) next += 1;
    const options = new Map(
      lines
        .slice(end, next)
        .map(
          (one) => [/:([\w-]+):/u.exec(one)?.[1] ?? '', one.replace(/^\s*:[\w-]+:\s*/u, '').trim()] as const,
        ),
    );
    const [, from, to] = /^(\d+)(?:-(\d*))?/u.exec(options.get('lines') ?? '') ?? [];
    const language = options.get('language') ?? languageOf(file);
    const isClosed = fence !== undefined && (lines[next] ?? '').trim() === fence;
    return {
      path: file,
      part: numbers(from, to ?? from),
      code: how === 'include' ? null : { language, isDirective: rst !== undefined },
      end: isClosed ? next + 1 : next,
    };
  }
  const [, component = '', named] =
    /^\s*<([A-Z]\w*)\b(?:[^>]*?\bfile=["']([^"'\n]+)["'])?[^>]*>/u.exec(line) ?? [];
  const used = named ?? imports.get(component);
  return used !== undefined && /\/>\s*$/u.test(line) ? { path: used, end } : null;
}

const languageOf = (path: string): string =>
  ({ '.py': 'python', '.yml': 'yaml', '.sh': 'bash', '.js': 'js' })[extname(path)] ?? extname(path).slice(1);

const numbers = (from: string | undefined, to: string | undefined): Part => ({
  ...(from && { from: Number(from) }),
  ...(to && Number(to) > 0 && { to: Number(to) }),
});

/** `file`, `file:section`, `file:2:5`, and `;file`, which switches a snippet off. */
function snippetPath(written: string): { readonly path: string; readonly part: Part } {
  const [path = '', first = '', last] = written.replace(/^;/u, '').split(/:(?!\/)/u);
  if (/^\d*$/u.test(first)) return { path, part: numbers(first, last) };
  return { path, part: { name: first } };
}

/** Lines that mark a region of a file, which belong to none. */
const marker = /(?:--8<-- *\[|\b(?:tag|end)::[\w-]+\[|#(?:end)?region\b)/u;

function partOf(text: string, { from = 1, to, name }: Part): string {
  const lines = text.split('\n');
  const markedAs = (...signs: readonly string[]) =>
    lines.findIndex((line) => signs.some((sign) => line.includes(sign)));
  const start = name === undefined ? -1 : markedAs(`[start:${name}]`, `tag::${name}[`);
  const stop = start < 0 ? to : markedAs(`[end:${name}]`, `end::${name}[`);
  const taken = lines
    .slice(start < 0 ? from - 1 : start + 1, stop === -1 ? undefined : stop)
    .filter((line) => !marker.test(line));
  return dedented(taken).join('\n').replace(/\n+$/u, '');
}

function dedented(lines: readonly string[]): readonly string[] {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const least = indents.reduce((a, b) => Math.min(a, b), Infinity);
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0));
}

function codeLines(
  text: string,
  { language, isDirective = false }: NonNullable<Inclusion['code']>,
): readonly string[] {
  if (isDirective)
    return [`.. code-block:: ${language}`, '', ...text.split('\n').map((line) => line && `   ${line}`), ''];
  const fence = text.includes('```') ? '``````' : '```';
  return [`${fence}${language}`, ...text.split('\n'), fence];
}
