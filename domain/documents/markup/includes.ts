import { dirname, extname, join } from 'node:path/posix';

/** For each document. */
const maxFiles = 200;
const maxChars = 1_000_000;
const maxDepth = 5;

interface Inclusion {
  readonly path: string;
  /** Of the file's lines, counted from 1; all by default. */
  readonly from?: number;
  readonly to?: number;
  /** A region that the file marks. */
  readonly name?: string | undefined;
  /** The file is shown as code of this language. Undefined: its text belongs to the document. */
  readonly language?: string | undefined;
  /** Lines that stand in front of the file's. */
  readonly before?: readonly string[];
  /** The index of the line behind it. */
  readonly end: number;
}

const hint = /8<-|include|<<<|:file:|\{!|#playground|readfile|(?:from|file=)\s*["'{]/u;

/**
 * The text with the files that it includes, as pymdownx, Jinja, Liquid, Hugo, mdBook, Sphinx, MyST, AsciiDoc, VitePress and MDX name them. Only files inside
 * the folder are read, no hidden ones. What cannot be read, of which `read` says null, stays as written.
 */
export async function withIncludes(
  relPath: string,
  text: string,
  read: (relPath: string) => Promise<string | null>,
): Promise<string> {
  if (!hint.test(text)) return text;
  const budget = { files: maxFiles, chars: maxChars };

  const load = async (
    from: string,
    path: string,
  ): Promise<{ readonly at: string; readonly text: string } | null> => {
    const written = path.replace(/^@\//u, '/').replace(/^@site\//u, '/');
    const folders = written.startsWith('/') ? ['.', ...ancestors(dirname(from))] : ancestors(dirname(from));
    for (const folder of folders) {
      for (const inside of ['.', 'snippets', '_includes']) {
        const at = join(folder, inside, written);
        if (budget.files <= 0 || at.startsWith('..') || /(?:^|\/)\.[^./]/u.test(at)) continue;
        budget.files -= 0.2;
        const included = await read(at);
        if (included === null) continue;
        budget.files -= 1;
        budget.chars -= included.length;
        return budget.chars < 0
          ? null
          : { at, text: included.replace(/^\u{FEFF}/u, '').replaceAll('\r\n', '\n') };
      }
    }
    return null;
  };

  const expand = async (from: string, document: string, around: readonly string[]): Promise<string> => {
    const lines = document.split('\n');
    const imports = importsOf(lines);
    const output: string[] = [];
    for (let at = 0; at < lines.length;) {
      const line = lines[at] ?? '';
      const inclusion = around.length < maxDepth ? inclusionAt(lines, at, imports) : null;
      const file = inclusion && (await load(from, inclusion.path));
      if (inclusion && file && around.includes(file.at)) {
        at = inclusion.end;
        continue;
      }
      if (!inclusion || !file) {
        output.push(line);
        at += 1;
        continue;
      }
      const part = partOf(file.text, inclusion);
      const indent = /^\s*/u.exec(line)?.[0] ?? '';
      const included =
        inclusion.language === undefined
          ? await expand(file.at, withoutFront(part), [...around, file.at])
          : codeOf(part, inclusion.language, /\.rst(?:\.txt)?$/iu.test(from));
      output.push(...(inclusion.before ?? []), ...included.split('\n').map((one) => one && indent + one));
      at = inclusion.end;
    }
    return output.join('\n');
  };
  return expand(relPath, text, [relPath]);
}

/** A folder and those around it, the nearest first. */
const ancestors = (folder: string): readonly string[] =>
  folder === '.' || folder === '/' ? ['.'] : [folder, ...ancestors(dirname(folder))];

const withoutFront = (text: string): string =>
  text.replace(/^---\n(?:(?!---\n)[^\n]{0,1000}\n){0,100}---\n/u, '');

/** The partials of MDX that a document imports, by the names of their components. */
const importsOf = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [, name, path] = /^import\s+(\w{1,60})\s+from\s+["']([^"'\n]{1,300}\.mdx?)["']/u.exec(line) ?? [];
      return name !== undefined && path !== undefined ? [[name, path] as const] : [];
    }),
  );

/** `--8<-- "file:2:5"`, `--8<-- "file:region"`, `include::file[lines=2..5]`, `include::file[tag=region]` and `<Snippet file="file" />`. */
const texts: readonly RegExp[] = [
  /^\s*-+8<-+[ \t]+["'](?<path>[^"'\n:]+)(?::(?<from>\d*)(?::(?<to>\d*))?|:(?<name>[\w-]+))?["'][ \t]*$/u,
  /^include::(?<path>[^[\s]+)\[(?:[^\]]*?\blines=["']?(?<from>\d+)(?:\.\.(?<to>-?\d+))?|[^\]]*?\btags?=["']?(?<name>[\w-]+))?[^\]]*\]\s*$/u,
  // Jinja, Liquid, Hugo, and MkDocs with its plugins: a template is no text.
  /^\s*(?:\{[{%][<%]?-?\s*(?:include[\w-]{0,20}|readfile)\s+(?:file=)?|\{!\s*)["']?(?<path>[^"'\s%!]+\.(?:mdx?|markdown|txt|rst))["']?[^\n]*[%}!-]\}\s*$/u,
  // mdBook.
  /^\s*\{\{\s*#(?:rustdoc_)?(?:include|playground)\s+(?<path>[^\s:}]+)(?::(?<name>[a-z_][\w-]*)|:(?<from>\d*)(?::(?<to>\d*))?)?[^}]*\}\}\s*$/iu,
  /^\s*<[A-Z]\w*\b[^>]*?\bfile=["'](?<path>[^"'\n]+)["'][^>]*\/>\s*$/u,
];
/** `<<< file#region{2 ts}`. */
const code = /^\s*<<<\s*(?<path>[^\s#{]+)(?:#(?<name>[\w-]+))?(?:\s*\{[^}]*?(?<language>[a-z]*)\})?/iu;
/** The rows of a `csv-table`, whose other options may stand below. */
const rows = /^\s+:file:[ \t]+(?<path>\S+\.[ct]sv)\s*$/iu;
const directive =
  /^\s*(?:(?<fence>`{3,}|:{3,})\{|\.\. )(?<how>(?:literal)?include)(?:\}|::)[ \t]+(?<path>\S+)\s*$/u;

function inclusionAt(
  lines: readonly string[],
  at: number,
  imports: ReadonlyMap<string, string>,
): Inclusion | null {
  const line = lines[at] ?? '';
  const end = at + 1;
  const fields = texts.map((form) => form.exec(line)?.groups).find((groups) => groups !== undefined);
  if (fields) return { path: fields['path'] ?? '', name: fields['name'], ...linesOf(fields), end };
  const { path, name, language } = code.exec(line)?.groups ?? {};
  if (path !== undefined) return { path, name, language: language || extname(path).slice(1), end };
  const { path: values } = rows.exec(line)?.groups ?? {};
  if (values !== undefined) {
    const next = optionsEnd(lines, end);
    return { path: values, before: [...lines.slice(end, next), ''], end: next };
  }
  const { path: file, how, fence } = directive.exec(line)?.groups ?? {};
  if (file !== undefined) {
    const next = optionsEnd(lines, end);
    const options = lines.slice(end, next).join('\n');
    const taken = /:lines: *(?<from>\d+)(?:-(?<to>\d*))?/u.exec(options)?.groups ?? {};
    const named = /:language: *(\S+)/u.exec(options)?.[1] ?? extname(file).slice(1);
    const isClosed = fence !== undefined && (lines[next] ?? '').trim() === fence;
    return {
      path: file,
      ...linesOf(taken),
      language: how === 'include' ? undefined : named,
      end: isClosed ? next + 1 : next,
    };
  }
  const imported = imports.get(/^\s*<([A-Z]\w*)\b[^>]*\/>\s*$/u.exec(line)?.[1] ?? '');
  return imported === undefined ? null : { path: imported, end };
}

function optionsEnd(lines: readonly string[], from: number): number {
  let end = from;
  while (/^\s*:[\w-]+:/u.test(lines[end] ?? '')) end += 1;
  return end;
}

/** One number means that line alone, and none behind the second sign the end. */
const linesOf = ({ from, to = from }: Readonly<Record<string, string | undefined>>) => ({
  ...(from && { from: Number(from) }),
  ...(Number(to) > 0 && { to: Number(to) }),
});

/** Lines that mark a region of a file, which belong to none. */
const marker = /(?:--8<-- *\[|\bANCHOR(?:_END)?: |\b(?:tag|end)::[\w-]+\[|#(?:end)?region\b)/u;

function partOf(text: string, { from = 1, to, name }: Inclusion): string {
  const lines = text.split('\n');
  const has = (line: string, signs: readonly string[]) =>
    name !== undefined && signs.some((sign) => line.includes(sign));
  const start = lines.findIndex((line) =>
    has(line, [`[start:${name}]`, `tag::${name}[`, `#region ${name}`, `ANCHOR: ${name}`]),
  );
  const end = lines.findIndex(
    (line, at) =>
      at > start && has(line, [`[end:${name}]`, `end::${name}[`, '#endregion', `ANCHOR_END: ${name}`]),
  );
  const taken = start < 0 ? lines.slice(from - 1, to) : lines.slice(start, end < 0 ? undefined : end);
  const included = taken.filter((line) => !marker.test(line));
  const indents = included
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*/u.exec(line)?.[0].length ?? 0);
  const least = indents.reduce((a, b) => Math.min(a, b), Infinity);
  return included
    .map((line) => line.slice(least))
    .join('\n')
    .replace(/\n+$/u, '');
}

function codeOf(text: string, language: string, isRst: boolean): string {
  if (isRst) return `.. code-block:: ${language}\n\n${text.replaceAll(/^(?=.)/gmu, '   ')}\n`;
  const fence = text.includes('```') ? '``````' : '```';
  return `${fence}${language}\n${text}\n${fence}`;
}
