import type { LoadedSource } from '../../domain/ports/sources.ts';

/** What somebody who read a page's source says of it. */
export interface TruePage {
  readonly path: string;
  /** Any of them is right. */
  readonly titles: readonly string[];
  /** Headings, each with the anchor that it has on the published page. */
  readonly anchors: readonly (readonly [heading: string, anchor: string])[];
  /** What stands around the text of the published page, or marks it up in the source. */
  readonly boilerplate: readonly string[];
  readonly code: readonly string[];
  /** Rows of cells, without markup. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

export const measures = ['titles', 'code', 'tables', 'boilerplate', 'anchors'] as const;

/** What was looked for, and whether it is there. */
type Found = Readonly<Record<(typeof measures)[number], readonly (readonly [what: string, is: boolean])[]>>;

/** Compares what the index says of a page with the truth. Of a page that is not there, only boilerplate is as it should be. */
export function compared(page: TruePage, read: LoadedSource | null): Found {
  const text = (read?.text ?? '').replaceAll('\u00A0', ' ').replaceAll('\u200B', '');
  const { fenced, prose } = partsOf(text.split('\n'));
  const tables = tablesOf(prose);
  const title = bare(read?.title ?? '');
  return {
    titles: [[`${page.titles[0]} <> ${read?.title}`, page.titles.some((one) => bare(one) === title)]],
    code: page.code.map((block) => {
      const wanted = `\n${lined(block.split('\n'))}\n`;
      return [block, fenced.some((one) => `\n${one}\n`.includes(wanted))];
    }),
    tables: page.tables.map((rows) => {
      const wanted = `\n${rows.map(rowOf).join('\n')}\n`;
      return [rows.map((row) => row.join(' | ')).join('\n'), tables.some((one) => one.includes(wanted))];
    }),
    boilerplate: page.boilerplate.map((words) => [words, prose.join('\n').includes(words)]),
    anchors: page.anchors.map(([heading, anchor]) => {
      const own = read?.anchors?.find(([path]) => bare(path.split('\n').at(-1) ?? '') === bare(heading));
      return [`${heading} #${anchor} <> ${own?.[1]}`, read?.url !== null && own?.[1] === anchor];
    }),
  };
}

/** The text of each block of code, and the lines of everything else. Indented lines are code and prose: lists have them too. */
function partsOf(lines: readonly string[]) {
  const [fenced, prose]: [string[], string[]] = [[], []];
  let open: { readonly mark: string; readonly lead: string; readonly lines: string[] } | null = null;
  let indented: string[] = [];
  for (const line of [...lines, '']) {
    if (open) {
      const { mark, lead } = open;
      const own = line.startsWith(lead) ? line.slice(lead.length) : line.trimStart();
      if (!own.trim().startsWith(mark)) open.lines.push(own);
      else {
        fenced.push(lined(open.lines));
        open = null;
      }
      continue;
    }
    const [, lead = '', mark] = /^([\s>]*)(`{3,}|~{3,})/u.exec(line) ?? [];
    if (mark === undefined && /^(?: {4}|\t|$)/u.test(line)) indented.push(line);
    else {
      if (indented.some((one) => one !== '')) fenced.push(lined(indented));
      indented = [];
    }
    if (mark === undefined) prose.push(line);
    else open = { mark, lead, lines: [] };
  }
  if (indented.some((one) => one !== '')) fenced.push(lined(indented));
  return { fenced, prose };
}

/** Lines as one text, without what all are indented by. */
function lined(lines: readonly string[]): string {
  const ends = lines.map((line) => line.trimEnd());
  const indents = ends.filter((line) => line !== '').map((line) => /^\s*/u.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents);
  return ends
    .map((line) => line.slice(least))
    .join('\n')
    .replaceAll(/^\n+|\n+$/gu, '');
}

/** Each table as lines of its rows, without the line below its head. */
function tablesOf(lines: readonly string[]): readonly string[] {
  const tables: string[][] = [];
  let isInside = false;
  for (const line of lines) {
    const isRow = /^\s*\|/u.test(line);
    if (isRow && !isInside) tables.push([]);
    isInside = isRow;
    const cells = line.trim().replaceAll(/^\||(?<!\\)\|$/gu, '');
    if (isRow && !/^[\s:|-]+$/u.test(cells.replaceAll('\\|', '')))
      tables.at(-1)?.push(rowOf(cells.split(/(?<!\\)\|/u)));
    else if (isRow && !/-{3}/u.test(cells)) tables.at(-1)?.push(rowOf(cells.split(/(?<!\\)\|/u)));
  }
  return tables.map((rows) => `\n${rows.join('\n')}\n`);
}

const rowOf = (cells: readonly string[]): string => cells.map(bare).join('|').replaceAll(/\|+$/gu, '');

const icons: Readonly<Record<string, string>> = {
  ':white_check_mark:': '✅',
  ':x:': '❌',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** Words and signs, without markup and white space. */
const bare = (text: string): string =>
  text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)|!\[[^\]]*\]\[[^\]]*\]/gu, '')
    .replaceAll(/\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/gu, '$1')
    .replaceAll(/<\/?(?:ul|ol|li|code|br|p|b|i|em|strong|a|span|div|img|kbd|sup|sub)\b[^>]*>/giu, '')
    .replaceAll(/:white_check_mark:|:x:|&(?:lt|gt|amp);/gu, (icon) => icons[icon] ?? '')
    .replaceAll(/[\s\u200B`*_\\•]/gu, '');
