import { leftOutMark } from '../../domain/documents/excerpts.ts';
import { markedTitle, openFence, plainHeading } from '../../domain/documents/headings.ts';
import { fence, shortenedTo, wordsIn } from '../../domain/values/text.ts';

/** A piece of a document that is quoted whole or by its sentences. `start` and `end` are indexes into the document. */
export interface TextBlock {
  readonly kind: 'prose' | 'item' | 'row' | 'code';
  readonly start: number;
  readonly end: number;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  /** The number of headings before it. */
  readonly section: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const item = /^\s*(?:[-*+]|\d+[.)])\s+/u;
const row = /^\s*\|/u;
const ruler = /^(?=[\s:|]*-)[\s:|-]+$|^\s*[=*_-]{3,}\s*$/u;
const underline = /^(?:={3,}|-{3,})\s*$/u;
/** Tables of contents, link definitions and bare markup. */
const empty: readonly RegExp[] = [
  /^\s*(?:[-*+]|\d+[.)])\s+\[[^\]]*\]\(#[^)]*\)\s*$/u,
  /^\s*\[[^\]]+\]:\s/u,
  /^\s*<(?!https?:)[^>]+>\s*$/u,
  /^\s*<(\w+)[^>]*>.*<\/\1>\s*$/u,
];

const linked = /\]\(|https?:\/\//u;
const link = /!?\[[^[\]]{0,300}\]\([^()\s]{0,500}(?:\s"[^"]{0,200}")?\)|<?https?:\/\/[^\s>]+>?/gu;

const pointing = new Set(
  'see also the read at on in for more info information details and or docs documentation readme page guide here this'.split(
    ' ',
  ),
);

/** The blocks of a Markdown or plain text document, in order. Never throws: anything unknown is prose. */
export function textBlocksOf(document: string): readonly TextBlock[] {
  const lines = linesOf(document);
  const blocks: TextBlock[] = [];
  const path: { level: number; title: string }[] = [];
  let section = 0;
  let open: { kind: TextBlock['kind']; start: number; end: number } | null = null;
  const flush = (): void => {
    if (open) blocks.push({ ...open, headings: path.map(({ title }) => title), section });
    open = null;
  };
  const enter = (level: number, title: string): void => {
    flush();
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
    path.push({ level, title: plainHeading(title) });
    section += 1;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const title = line.text.trimStart().startsWith('#') ? markedTitle(line.text) : null;
    const mark = fence.exec(line.text)?.[1];
    if (mark !== undefined) {
      flush();
      const last = closingFence(lines, at, mark);
      open = { kind: 'code', start: line.start, end: (lines[last] as Line).end };
      flush();
      at = last;
    } else if (line.text.trimStart().startsWith('<!--')) {
      flush();
      while (at < lines.length - 1 && !lines[at]?.text.includes('-->')) at += 1;
    } else if (title) enter(title.level, title.text);
    else if (isUnderlined(lines, at)) {
      enter(lines[at + 1]?.text.startsWith('=') ? 1 : 2, line.text);
      at += 1;
    } else if (line.text.trim() === '' || isEmpty(line.text)) flush();
    else if (row.test(line.text) || item.test(line.text)) {
      flush();
      open = { kind: row.test(line.text) ? 'row' : 'item', start: line.start, end: line.end };
    } else if (open) open.end = line.end;
    else open = { kind: 'prose', start: line.start, end: line.end };
  }
  flush();
  return blocks.filter(
    ({ kind, start, end }) => kind === 'code' || !isLinksAlone(document.slice(start, end)),
  );
}

/** The first heading of a document, or else its first line. */
export function titleOf(document: string): string {
  const lines = linesOf(document);
  for (const [at, { text }] of lines.entries()) {
    const title = text.trimStart().startsWith('#') ? markedTitle(text) : null;
    if (title) return plainHeading(title.text);
    if (isUnderlined(lines, at)) return plainHeading(text);
  }
  return shortenedTo(plainHeading(lines.find(({ text }) => text.trim() !== '')?.text ?? ''), 80);
}

/** Whether a block contains only links, with at most words like "see … for more". */
const isLinksAlone = (block: string): boolean => {
  if (!linked.test(block)) return false;
  const rest = block.replace(item, '').replaceAll(link, '').replaceAll(link, '');
  return wordsIn(rest).every((word) => pointing.has(word));
};

const isEmpty = (line: string): boolean =>
  line.trim() === leftOutMark || ruler.test(line) || empty.some((form) => form.test(line));

function linesOf(document: string): readonly Line[] {
  let start = 0;
  return document.split('\n').map((text) => {
    const line = { text, start, end: start + text.length };
    start = line.end + 1;
    return line;
  });
}

function closingFence(lines: readonly Line[], from: number, mark: string): number {
  for (let at = from + 1; at < lines.length; at += 1)
    if (openFence(lines[at]?.text ?? '', mark) === null) return at;
  return lines.length - 1;
}

function isUnderlined(lines: readonly Line[], at: number): boolean {
  const [before, line, after] = [lines[at - 1]?.text ?? '', lines[at]?.text ?? '', lines[at + 1]?.text ?? ''];
  return (
    before.trim() === '' && line.trim() !== '' && !item.test(line) && !row.test(line) && underline.test(after)
  );
}
