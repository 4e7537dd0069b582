import { documentLeftOut } from '../../../../domain/ports/errors.ts';
import { linesOfTable, cellsAlone, type Rows } from '../../../../domain/documents/markup/html-tables.ts';
import type { ExtractedText } from '../extract-html.ts';
import { tidyMarkdown } from '../to-markdown.ts';

/** Macros of `man` that set their words in bold or italics, by turns without a space between them, and those of `mdoc`. */
const inlineMacros = /^(?:SM|SB|[BIR]{1,2}|(?!Dd|Os|Bl|El|Sm)[A-Z][a-z])$/u;

/** Reads a manual page in the macros `man` or `mdoc` as Markdown. */
export function extractManual(roff: string): ExtractedText {
  if (!/^[.'](?:TH|Dt|SH|Sh)\b/mu.test(roff))
    throw documentLeftOut('it is no manual page, although its name looks like one');
  const page: Page = { title: null, name: '' };
  const lines = linesOf(roff.replaceAll(/\\\n/gu, '').split('\n'), page);
  const { title } = page;
  if (title !== null) lines.unshift(`# ${title}`);
  return { title, text: tidyMarkdown(lines.join('\n').replaceAll(/- \n+/gu, '- ')) };
}

interface Page {
  title: string | null;
  name: string;
}

function linesOf(lines: readonly string[], page: Page): string[] {
  const output: string[] = [];
  let [isCode, wantsTerm] = [false, false];
  const block = (line: string) => output.push('', line, '');
  const say = (text: string) => {
    if (text === '' && !isCode) return;
    if (wantsTerm) block(`**${text.replaceAll('**', '')}**`);
    else output.push(text);
    wantsTerm = false;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^[.'](?:\s*\\|$)/u.test(line)) continue;
    const [, macro = '', rest = ''] = /^[.']\s*([A-Za-z]\w?|nf|fi)\b[ \t]*(.*)$/u.exec(line) ?? [];
    const args = argumentsOf(rest);
    const [first = ''] = args;
    if (macro === 'TS') {
      const start = at + 1;
      while (at < lines.length && !/^[.']\s*TE\b/u.test(lines[at] ?? '')) at += 1;
      const rows = manualRows(lines.slice(start, at));
      output.push(linesOfTable(rows, (cell) => linesOf(cell, page).join('\n')).join('\n'));
    } else if (macro === '') say(/^[.']\w/u.test(line) ? '' : plain(line));
    else if (macro === 'TH' || macro === 'Dt') page.title = `${first.toLowerCase()}(${args[1] ?? ''})`;
    else if (macro === 'SH' || macro === 'Sh') block(`## ${sentenceCase(args.join(' '))}`);
    else if (macro === 'SS' || macro === 'Ss') block(`### ${args.join(' ')}`);
    else if (/^(?:PP|P|LP|Pp|HP|br|sp|RS|RE)$/u.test(macro)) output.push('');
    else if (macro === 'TP' || macro === 'TQ') wantsTerm = true;
    else if (macro === 'IP')
      output.push('', ...(first === '' ? [] : /^[^\w<-]$/u.test(first) ? ['- '] : [`**${first}**`, '']));
    else if (macro === 'It') {
      wantsTerm = true;
      say(words(args, page.name));
    } else if (/^(?:nf|EX|Bd)$/u.test(macro) !== isCode && /^(?:nf|EX|Bd|fi|EE|Ed)$/u.test(macro)) {
      output.push('```');
      isCode = !isCode;
    } else if (macro === 'Nd') say(`– ${plain(rest)}`);
    else if (inlineMacros.test(macro)) {
      if (macro === 'Nm') page.name ||= first;
      const isMdoc = /[a-z]/u.test(macro);
      say(isMdoc ? words([macro, ...args], page.name) : args.join(macro.length === 2 ? '' : ' '));
    }
  }
  return isCode ? [...output, '```'] : output;
}

const argumentsOf = (rest: string): readonly string[] =>
  [...rest.matchAll(/"((?:[^"]|"")*)"|(\S+)/gu)].map(([, quoted, bare]) => plain(quoted ?? bare ?? ''));

/** The words of a line of `mdoc`, whose arguments may be macros. */
const words = (args: readonly string[], name: string): string =>
  args
    .map((arg, at) => (arg === 'Fl' ? '-' : arg === 'Nm' && args[at + 1] === undefined ? name : arg))
    .filter((arg) => !/^[A-Z][a-z]$/u.test(arg))
    .join(' ')
    .replaceAll(/(?<=(?:^|\s)-) | (?=[.,;:)](?:\s|$))/gu, '');

const sentenceCase = (text: string): string =>
  /\p{Ll}/u.test(text) ? text : text.charAt(0) + text.slice(1).toLowerCase();

const signs: Readonly<Record<string, string>> = {
  '(bu': '•',
  '(em': '—',
  '(en': '–',
  '(aq': "'",
  '(dq': '"',
  '(lq': '“',
  '(rq': '”',
  '(co': '©',
  '(ti': '~',
  '(ha': '^',
  '(rs': '\\',
  '(cq': '’',
  '(oq': '‘',
};

/** Without escapes: fonts, sizes, and signs by name. */
const plain = (text: string): string =>
  text
    .replace(/\s*\\".*$/u, '')
    .replaceAll(/\\f(?:\[[^\]]{0,10}\]|\(..|.)|\\s[+-]?\d|\\[&|^%:]|\\[mF]\[[^\]]{0,20}\]/gu, '')
    .replaceAll(
      /\\(\(..)|\\\[(\w{2})\]/gu,
      (_, short?: string, long?: string) => signs[short ?? `(${long ?? ''}`] ?? '',
    )
    .replaceAll(/\\\*\(..|\\\*\[[^\]]{0,20}\]/gu, '')
    .replaceAll(/\\([-'`~^. 0e\\])/gu, (_, sign: string) => ({ '~': ' ', '0': ' ', e: '\\' })[sign] ?? sign);

/** The rows of a table of `tbl`, from the lines between `.TS` and `.TE`. */
function manualRows([first = '', ...others]: readonly string[]): Rows {
  const isOptions = first.trimEnd().endsWith(';');
  const sign = (isOptions && /tab\s*\((.)\)/u.exec(first)?.[1]) || '\t';
  const lines = isOptions ? others : [first, ...others];
  const rows: (readonly string[])[][] = [];
  let formats: string[][] = [];
  let isFormat = true;
  let row = 0;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    at += 1;
    if (isFormat) {
      formats.push(...line.split(',').map(keysOf));
      isFormat = !line.trimEnd().endsWith('.');
    } else if (line.startsWith('.T&')) [formats, row, isFormat] = [[], 0, true];
    else if (!/^(?:[_=]\s*$|[.'](?:\\|[a-z]{2}\b|\s*$))/u.test(line)) {
      const { cells, end } = cellsAt(lines, at - 1, sign);
      const keys = formats[Math.min(row, formats.length - 1)] ?? [];
      const above = rows.at(-1) ?? [];
      const isRepeated = (text: string, key = '') => text === '\\^' || (key === '^' && text === '');
      rows.push(
        cells.map((cell, n) => (isRepeated(cell.join('').trim(), keys[n]) ? (above[n] ?? []) : cell)),
      );
      [at, row] = [end, row + 1];
    }
  }
  return rows.map(cellsAlone);
}

/** A letter for each column, without fonts and widths. */
const keysOf = (format: string): string[] =>
  format.replaceAll(/\([^()]*\)|f\s*[A-Z\d]/giu, '').match(/[lrcnas^]/giu) ?? [];

/** The cells of the row that begins here. Text between `T{` and `T}` has lines of its own. */
function cellsAt(lines: readonly string[], from: number, sign: string) {
  const cells: (readonly string[])[] = [];
  let [fields, at] = [(lines[from] ?? '').split(sign), from + 1];
  while (fields.at(-1)?.trim() === 'T{') {
    let end = at;
    while (end < lines.length && !lines[end]?.startsWith('T}')) end += 1;
    cells.push(...fields.slice(0, -1).map((field) => [field]), lines.slice(at, end));
    [fields, at] = [(lines[end] ?? '').split(sign).slice(1), end + 1];
  }
  return { cells: [...cells, ...fields.map((field) => [field])], end: at };
}
